// Canonical JSON: the same values give the same bytes.
import { describe, expect, it } from 'vitest'
import { canonicalJson, prettyJson } from '../../../schemas/values/canonical-json.ts'

describe('canonical JSON', () => {
  it.each([
    { value: { b: 1, a: [{ d: null, c: true }] }, text: '{"a":[{"c":true,"d":null}],"b":1}' },
    { value: { 10: 'x', 9: 'y', a: 'z' }, text: '{"10":"x","9":"y","a":"z"}' },
    { value: { kept: '', left: undefined }, text: '{"kept":""}' },
    { value: [1e21, 0.1, -0, 1.0], text: '[1e+21,0.1,0,1]' },
    { value: JSON.parse('{"__proto__": {"b": 1, "a": 2}}'), text: '{"__proto__":{"a":2,"b":1}}' },
    { value: 'a "quoted"\n line', text: '"a \\"quoted\\"\\n line"' },
  ])('writes $text', ({ value, text }) => expect(canonicalJson(value)).toBe(text))

  it('is laid out in lines only where a line would be long', () => {
    const long = 'x'.repeat(90)
    expect(prettyJson({ b: [1, 2], a: long, c: {} })).toBe(
      `{\n  "a": "${long}",\n  "b": [1, 2],\n  "c": {}\n}`,
    )
    expect(JSON.parse(prettyJson({ b: [long, long], a: { long } }))).toEqual({ b: [long, long], a: { long } })
  })
})

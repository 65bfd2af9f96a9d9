// The body of a request: fields and JSON on demand, errors as values.
import { describe, expect, it } from 'vitest'
import { createBody } from '../../../../runtime/values/body/body.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { effort } from '../../../support/effort.ts'

const bodyOf = (text: string) => createBody(new TextEncoder().encode(text))
const messageOf = (text: string): string | undefined => {
  const fields = bodyOf(text).fields()
  return isFailure(fields) ? `${fields.code}: ${fields.message}` : undefined
}

describe('the body of a request', () => {
  it.each<readonly [string, string, RegExp | undefined]>([
    ['an object', '{"a":1}', undefined],
    ['a byte order mark', '\uFEFF{"a":1}', undefined],
    ['nothing', '', /^invalid_json: The body is empty/],
    ['a list', '[]', /JSON but not an object/],
    ['a duplicate key', '{"a":1,"b":2,"a":3}', /The key "a" is repeated/],
    ['a duplicate key, escaped differently', '{"model":1,"\\u006dodel":2}', /The key "model" is repeated/],
    ['a long duplicate key', `{"${'k'.repeat(200)}":1,"${'k'.repeat(200)}":1}`, /"k{64}…" is repeated/],
    ['too many levels', `{"a":${'['.repeat(2000)}${']'.repeat(2000)}}`, /nested too deeply/],
    ['a syntax error', '{"a":tru]', /not JSON: syntax error at position \d+|not JSON: unexpected end/],
  ])('%s', (_title, text, message) => {
    if (message === undefined) expect(messageOf(text)).toBeUndefined()
    else expect(messageOf(text)).toMatch(message)
  })

  it('does not quote a body that is not JSON', () => {
    expect(messageOf('{"secret": "sk-12345" oops}')).not.toMatch(/sk-|oops|secret/)
  })

  it('finds fields after a byte order mark', () => {
    const body = bodyOf('\uFEFF{"model":"x"}')
    expect(body.field('model')).toBe('x')
    expect(body.json()).toEqual({ model: 'x' })
  })

  it('a field is undefined where it is absent, malformed, or a name of the prototype', () => {
    const body = bodyOf('{"a":nonsense,"b":2}')
    expect([body.field('a'), body.field('b'), body.field('c'), body.field('toString')]).toEqual([
      undefined,
      2,
      undefined,
      undefined,
    ])
  })

  it('a million keys are refused after the first of them', () => {
    const keys = Array.from({ length: 1_000_000 }, (_, index) => `"${index}":1`).join(',')
    const body = bodyOf(`{${keys}}`)
    const cost = effort(() => expect(isFailure(body.fields())).toBe(true))
    expect(cost).toBeLessThan(100)
  })
})

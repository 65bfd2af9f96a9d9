// default.jsonKeys
import { describe, expect, it } from 'vitest'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'

const keys = ['id', 'name']
const found = (count: number, operator: string) => `The JSON has ${count} of 2 keys; ${operator} expected.`
const NONE = 'The text contains no JSON object.'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ keys }, ['{"id":1}'], true, found(1, 'any')],
  [{ keys }, ['{"other":1}'], false, found(0, 'any')],
  [{ keys, operator: 'all' }, ['{"id":1,"name":null}'], true, found(2, 'all')],
  [{ keys, operator: 'all' }, ['{"id":1}'], false, found(1, 'all')],
  [{ keys, operator: 'none' }, ['{"x":{"id":1}}'], true, found(0, 'none')],
  [{ keys, operator: 'none' }, ['{"id":1}'], false, found(1, 'none')],
  [{ keys, operator: 'all' }, ['Here:\n```json\n{"id":1,\n"name":2}\n```\nDone.'], true, found(2, 'all')],
  [{ keys, operator: 'all' }, ['Here: {"id":"}","name":"\\""} as you asked'], true, found(2, 'all')],
  [{ keys, operator: 'all' }, ['See [1] and {"id":1,"name":2}'], true, found(2, 'all')],
  [{ keys, operator: 'all' }, ['{"id":1} {"id":1,"name":2}'], true, found(2, 'all')],
  [{ keys, operator: 'all' }, ['{"id":1,"name":2}', '{"id":1}'], false, found(1, 'all')],
  [{ keys, operator: 'none' }, ['{"x":1}', '{"id":1}'], false, found(1, 'none')],
  [{ keys, operator: 'all' }, ['{"id":1,"name":2}', 'no JSON'], false, found(2, 'all')],
  [{ keys }, ['[{"id":1}]'], true, found(1, 'any')],
  [{ keys }, ['plain words'], false, NONE],
  [{ keys, operator: 'none' }, ['plain words'], true, NONE],
  [{ keys, not: true }, ['{"id":1}'], false, 'The JSON has 1 of 2 keys; any expected; "not" forbids this.'],
  [{ keys: ['constructor', '__proto__'] }, ['{"a":1}'], false, found(0, 'any')],
  [{ keys }, [], true, 'There is no text to check.'],
]

describe('default.jsonKeys', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.jsonKeys', parameters, texts)).toMatchObject({ passed, reason })
  })

  it.each(['{', '{"', '[', '{"a":', '```\n', '"\\', '{"a":1} ', '[]'])('is linear in runs of %j', run => {
    const text = run.repeat(100_000)
    expect(effort(() => void evaluateWith('default.jsonKeys', { keys }, [text]))).toBeLessThan(100)
  })
})

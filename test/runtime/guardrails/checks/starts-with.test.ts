// default.startsWith
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const prefix = 'Dear'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ prefix }, ['Dear all'], true, 'The text starts with the prefix.'],
  [{ prefix }, ['  Dear all'], true, 'The text starts with the prefix.'],
  [{ prefix }, ['dear'], false, 'The text does not start with the prefix.'],
  [{ prefix }, ['Dear all', 'x'], true, 'The text starts with the prefix.'],
  [{ prefix }, ['x', 'Dear'], false, 'The text does not start with the prefix.'],
  [{ prefix: ' Dear ' }, [' Dear '], true, 'The text starts with the prefix.'],
  [{ prefix, not: true }, ['Dear all'], false, 'The text starts with the prefix; "not" forbids this.'],
  [{ prefix, not: true }, [''], true, 'The text does not start with the prefix.'],
  [{ prefix }, [], true, 'There is no text to check.'],
]

describe('default.startsWith', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.startsWith', parameters, texts)).toEqual({ passed, reason })
  })
})

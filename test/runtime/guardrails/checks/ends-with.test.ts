// default.endsWith
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const suffix = 'Dear'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ suffix }, ['all Dear'], true, 'The text ends with the suffix.'],
  [{ suffix }, ['all Dear\n '], true, 'The text ends with the suffix.'],
  [{ suffix }, ['dear'], false, 'The text does not end with the suffix.'],
  [{ suffix }, ['x', 'all Dear'], true, 'The text ends with the suffix.'],
  [{ suffix }, ['Dear', 'x'], false, 'The text does not end with the suffix.'],
  [{ suffix: ' Dear ' }, [' Dear '], true, 'The text ends with the suffix.'],
  [{ suffix }, ['all Dear.'], false, 'The text does not end with the suffix.'],
  [{ suffix, beforeFullStop: true }, ['all Dear.\n'], true, 'The text ends with the suffix.'],
  [{ suffix, beforeFullStop: true }, ['all Dear..'], false, 'The text does not end with the suffix.'],
  [{ suffix, not: true }, ['all Dear'], false, 'The text ends with the suffix; "not" forbids this.'],
  [{ suffix, not: true }, [''], true, 'The text does not end with the suffix.'],
  [{ suffix }, [], true, 'There is no text to check.'],
]

describe('default.endsWith', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.endsWith', parameters, texts)).toEqual({ passed, reason })
  })
})

// default.allLowercase
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{}, ['hello 123!'], true, 'No letter is in upper case.'],
  [{}, ['Hello World'], false, '2 letters are in upper case.'],
  [{}, ['hellO'], false, '1 letter is in upper case.'],
  [{}, ['ǅ'], false, '1 letter is in upper case.'],
  [{}, ['a', 'B'], false, '1 letter is in upper case.'],
  [{ not: true }, ['quiet'], false, 'No letter is in upper case; "not" forbids this.'],
  [{}, [''], true, 'No letter is in upper case.'],
  [{}, [], true, 'There is no text to check.'],
]

describe('default.allLowercase', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.allLowercase', parameters, texts)).toMatchObject({ passed, reason })
  })
})

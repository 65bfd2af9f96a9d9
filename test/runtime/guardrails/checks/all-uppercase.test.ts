// default.allUppercase
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{}, ['HELLO 123!'], true, 'No letter is in lower case.'],
  [{}, ['HELLO, world'], false, '5 letters are in lower case.'],
  [{}, ['HELLo'], false, '1 letter is in lower case.'],
  [{}, ['ÄÖÜ ДА'], true, 'No letter is in lower case.'],
  [{}, ['STRAßE'], false, '1 letter is in lower case.'],
  [{}, ['你好 123'], true, 'No letter is in lower case.'],
  [{}, ['A', 'b'], false, '1 letter is in lower case.'],
  [{ not: true }, ['STOP SHOUTING'], false, 'No letter is in lower case; "not" forbids this.'],
  [{ not: true }, ['Fine'], true, '3 letters are in lower case.'],
  [{}, [], true, 'There is no text to check.'],
]

describe('default.allUppercase', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.allUppercase', parameters, texts)).toMatchObject({ passed, reason })
  })
})

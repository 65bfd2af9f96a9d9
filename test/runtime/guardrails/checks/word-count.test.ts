// default.wordCount
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countWordsIn } from '../../../../runtime/guardrails/checks/word-count.ts'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ minWords: 2, maxWords: 3 }, ['two words'], true, 'The text has 2 words; expected: 2 to 3.'],
  [{ minWords: 2 }, ['one'], false, 'The text has 1 word; expected: at least 2.'],
  [{ maxWords: 2 }, ['a\tb\n\nc'], false, 'The text has 3 words; expected: at most 2.'],
  [{ maxWords: 2, not: true }, ['a b c'], true, 'The text has 3 words; forbidden: at most 2.'],
  [{ maxWords: 3, not: true }, ['a b c'], false, 'The text has 3 words; forbidden: at most 3.'],
  [{ maxWords: 3 }, ['a b', 'c d'], false, 'The text has 4 words; expected: at most 3.'],
  [{}, [''], true, 'The text has 0 words; expected: any number.'],
  [{ maxWords: 0 }, ['   '], true, 'The text has 0 words; expected: at most 0.'],
  [{ minWords: 1 }, [], true, 'There is no text to check.'],
  [{ minWords: 1 }, ['\ud800'], true, 'The text has 1 word; expected: at least 1.'],
]

describe('default.wordCount', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.wordCount', parameters, texts)).toMatchObject({ passed, reason })
  })

  it('counts texts together as it counts them joined', async () => {
    const words = async (texts: readonly string[]) =>
      (await evaluateWith('default.wordCount', {}, texts)).facts?.['words']
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary' }), { minLength: 1, maxLength: 5 }),
        async texts => {
          expect(await words(texts)).toBe(await words([texts.join('\n')]))
        },
      ),
    )
  })
})

describe('Words', () => {
  const letters = fc.constantFrom(
    'a',
    'é',
    '𝒳',
    ' ',
    '\t',
    '\n',
    '\u00a0',
    '\u1680',
    '\u2003',
    '\u200b',
    '\u2028',
    '\u202f',
    '\u205f',
    '\u3000',
    '\ufeff',
  )
  it('are the runs of characters other than whitespace', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'binary' })), text => {
        expect(countWordsIn(text)).toBe(text.match(/\S+/gu)?.length ?? 0)
      }),
    )
  })
})

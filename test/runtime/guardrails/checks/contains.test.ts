// default.contains
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const words = ['red', 'green']

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ words }, ['a red apple'], true, 'The text contains 1 of 2 words; any expected.'],
  [{ words }, ['a pear'], false, 'The text contains 0 of 2 words; any expected.'],
  [{ words, operator: 'all' }, ['red', 'green'], true, 'The text contains 2 of 2 words; all expected.'],
  [{ words, operator: 'all' }, ['a red apple'], false, 'The text contains 1 of 2 words; all expected.'],
  [{ words, operator: 'none' }, ['a pear'], true, 'The text contains 0 of 2 words; none expected.'],
  [{ words, operator: 'none' }, ['bored'], false, 'The text contains 1 of 2 words; none expected.'],
  [{ words: ['x'], operator: 'none' }, ['box'], false, 'The text contains 1 of 1 word; none expected.'],
  [{ words }, ['RED'], false, 'The text contains 0 of 2 words; any expected.'],
  [{ words, caseSensitive: false }, ['RED'], true, 'The text contains 1 of 2 words; any expected.'],
  [{ words, not: true }, ['red'], false, 'The text contains 1 of 2 words; any expected; "not" forbids this.'],
  [{ words: ['a\nb'] }, ['a', 'b'], true, 'The text contains 1 of 1 word; any expected.'],
  [{ words }, [], true, 'There is no text to check.'],
]

describe('default.contains', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.contains', parameters, texts)).toMatchObject({ passed, reason })
  })

  it('names the words that are missing, never those that were found', async () => {
    const all = await evaluateWith('default.contains', { words, operator: 'all' }, ['red'])
    expect(all.facts).toEqual({ found: 1, words: 2, missing: ['green'] })
    const none = await evaluateWith('default.contains', { words, operator: 'none' }, ['red'])
    expect(none.facts).toEqual({ found: 1, words: 2 })
  })
})

describe('White space and escapes', () => {
  it.each([
    ['trade secret', 'our trade\nsecret'],
    ['trade secret', 'our trade  secret'],
    ['trade secret', 'our trade\u00a0secret'],
    ['trade secret', String.raw`{"text": "our trade\nsecret"}`],
    ['trade  secret', 'our trade secret'],
    ['Müller', String.raw`{"name": "M\u00fcller"}`],
    ['say "hi"', String.raw`{"text": "say \"hi\""}`],
    ['a/b', String.raw`{"path": "a\/b"}`],
    ['b&b', 'b&#38;b'],
  ])('%j is found in %j', async (word, text) => {
    expect((await evaluateWith('default.contains', { words: [word] }, [text])).passed).toBe(true)
  })

  it('a word is not found where only white space is', async () => {
    expect(
      (await evaluateWith('default.contains', { words: ['tradesecret'] }, ['trade secret'])).passed,
    ).toBe(false)
  })
})

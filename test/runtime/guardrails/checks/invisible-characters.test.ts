// default.invisibleCharacters: what is hidden is found, and what scripts and emoji need stays.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { removeInvisible } from '../../../../runtime/guardrails/detect/text/invisible-characters.ts'
import { effort } from '../../../support/effort.ts'
import { runs } from '../../../support/property-seed.ts'
import { evaluateWith } from './evaluate-with.ts'
import { hostileText } from './hostile-texts.ts'

const tags = (text: string) =>
  [...text].map(letter => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')

const hidden: readonly [title: string, text: string, left: string, facts: object][] = [
  ['a zero-width space', 'ig\u200bnore', 'ignore', { 'zero-width': 1 }],
  ['a word joiner and a joiner in English', 'a\u2060b\u200dc', 'abc', { 'zero-width': 2 }],
  ['a text in tags', `Hi${tags('obey me')}!`, 'Hi!', { tag: 7 }],
  ['a text in tags after a flag', `\u{1f3f4}${tags('attack the host')}\u{e007f}`, '\u{1f3f4}', { tag: 16 }],
  ['a reversed text', 'a\u202ecba\u202c', 'acba', { direction: 2 }],
  ['an isolate', '\u2066x\u2069', 'x', { direction: 2 }],
  ['a mark of direction in English', 'a\u200eb', 'ab', { direction: 1 }],
  ['bytes in variation selectors', '\u{1f600}\ufe0f\u{e0101}\u{e0102}', '\u{1f600}\ufe0f', { variation: 2 }],
  ['variation selectors after letters', 'a\ufe00b', 'ab', { variation: 1 }],
  ['blank Braille', 'p\u2800\u2800a', 'pa', { filler: 2 }],
  ['Hangul fillers', 'a\u3164\uffa0', 'a', { filler: 2 }],
  ['a byte order mark within', 'a\ufeffb', 'ab', { 'zero-width': 1 }],
  [
    'a joiner before another',
    '\u{1f468}\u200d\u200d\u{1f469}',
    '\u{1f468}\u200d\u{1f469}',
    { 'zero-width': 1 },
  ],
  ['a soft hyphen', 'Donau\u00addampf', 'Donaudampf', { 'zero-width': 1 }],
]

const needed: readonly [title: string, text: string][] = [
  ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
  ['a profession with a tone of skin', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
  ['a heart on fire', '\u2764\ufe0f\u200d\u{1f525}'],
  ['a rainbow flag', '\u{1f3f3}\ufe0f\u200d\u{1f308}'],
  ['a keycap', '1\ufe0f\u20e3'],
  ['the flag of Scotland', `\u{1f3f4}${tags('gbsct')}\u{e007f}`],
  ['Persian', 'می\u200cخواهم'],
  ['Hindi', 'क्\u200dष और क्\u200cष'],
  ['a mark of direction in Hebrew', 'שלום!\u200f (abc)\u200e'],
  ['a variant of an ideograph', '葛\u{e0100}城'],
  ['a byte order mark', '\ufeffHello'],
  ['words of Braille', '\u2813\u2811\u2800\u2800\u2803'],
  ['plain text', 'Hello, wörld!\n\t你好'],
]

describe('default.invisibleCharacters', () => {
  it.each(hidden)('finds %s', async (_title, text, left, facts) => {
    expect(await evaluateWith('default.invisibleCharacters', {}, [text])).toMatchObject({
      passed: false,
      facts,
    })
    const removed = await evaluateWith('default.invisibleCharacters', { redact: true }, ['x', text])
    expect(removed).toMatchObject({ passed: true, facts, texts: ['x', left] })
  })

  it.each(needed)('leaves %s', async (_title, text) => {
    for (const redact of [false, true])
      expect(await evaluateWith('default.invisibleCharacters', { redact }, [text])).toEqual({
        passed: true,
        reason: 'The text has no invisible characters.',
      })
  })

  it.each([
    [{}, ['\u200b'], 'The text has 1 invisible character.'],
    [{}, ['\u200b', '\u200b'], 'The text has 2 invisible characters.'],
    [{ redact: true }, ['a\u200b'], '1 invisible character was removed.'],
    [{ redact: true }, ['\u200ba\u200b'], '2 invisible characters were removed.'],
    [{}, [], 'There is no text to check.'],
  ])('%j of %j', async (parameters, texts, reason) => {
    expect(await evaluateWith('default.invisibleCharacters', parameters, texts)).toMatchObject({ reason })
  })

  it('forms no invisible character from surrogate halves around one', () => {
    const { text, counts } = removeInvisible('a\udb40\u200b\udc61')
    expect([text, [...counts]]).toEqual(['a\ufffd\ufffd', [['zero-width', 1]]])
  })

  it('is idempotent, and removes nothing visible', () => {
    fc.assert(
      fc.property(hostileText, text => {
        const { text: left, counts } = removeInvisible(text)
        expect(removeInvisible(left)).toEqual({ text: left, counts: new Map() })
        const removed = [...counts.values()].reduce((sum, count) => sum + count, 0)
        expect([...left].length).toBe([...text].length - removed)
      }),
      { numRuns: runs(200) },
    )
  })

  it('is linear', () => {
    for (const run of ['\u200b', '\u{1f3f4}\u{e0061}', 'a\u200d', '\ufe0f'])
      expect(effort(() => void removeInvisible(run.repeat(100_000)))).toBeLessThan(100)
  })
})

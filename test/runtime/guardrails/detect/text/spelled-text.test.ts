// Letters spelled with single spaces or dots between them (decision 10.9), and prose that only looks like it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { linkPiiFinder } from '../../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { linkSecretFinder } from '../../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { spelledOpenFrom } from '../../../../../runtime/guardrails/detect/text/spelled-text.ts'
import type { TextMatch } from '../../../../../runtime/guardrails/detect/text/text-match.ts'
import { files, ROOT } from '../../../../support/folder.ts'
import { evaluateWith } from '../../checks/evaluate-with.ts'
import { BENIGN } from '../../corpora/prompt-injection/benign.ts'
import { HELD_OUT_BENIGN } from '../../corpora/prompt-injection/held-out-benign.ts'

const spell = (text: string, separator: string): string => Array.from(text).join(separator)
const pii = linkPiiFinder(['EMAIL_ADDRESS', 'CREDIT_CARD', 'IBAN', 'PHONE_NUMBER'])
const secrets = linkSecretFinder({ entropy: true, entropyThreshold: 4 })

const FOUND: readonly (readonly [string, string, (text: string) => readonly { kind: string }[]])[] = [
  ['EMAIL_ADDRESS', 'john@example.com', pii],
  ['EMAIL_ADDRESS', 'ada.lovelace@example.co.uk', pii],
  ['CREDIT_CARD', '4111111111111111', pii],
  ['IBAN', 'DE89370400440532013000', pii],
  ['AWS_ACCESS_KEY', 'AKIAQX3ZP7LMN2RT5VWY', secrets],
]
const SEPARATORS = [' ', '.'] as const

describe('What is spelled with single separators is found', () => {
  const cases = FOUND.flatMap(([kind, text, find]) => SEPARATORS.map(each => ({ kind, text, find, each })))
  it.each(cases)('$text with "$each"', ({ kind, text, find, each }) => {
    const before = 'Write to the card '
    const written = spell(text, each)
    const whole = `${before}${written}, please: card (${written})`
    const found = find(whole) as readonly { kind: string; start: number; end: number }[]
    expect(found.map(({ start, end }) => whole.slice(start, end))).toEqual([written, written])
    expect(new Set(found.map(match => match.kind.replace(/^AWS.*/, 'AWS_ACCESS_KEY')))).toEqual(
      new Set([kind]),
    )
  })

  it('a mail in full-width letters', () => {
    expect(evaluateWith('default.pii', {}, ['ｊ ｏ ｈ ｎ ＠ ｅ ｘ ａ ｍ ｐ ｌ ｅ . ｃ ｏ ｍ'])).toMatchObject(
      { passed: false },
    )
  })

  it.each([
    ['forbidden', 'the f o r b i d d e n one', true],
    ['forbidden', 'the f.o.r.b.i.d.d.e.n one', true],
    ['trade secret', 't r a d e s e c r e t', true],
    ['forbidden', 'the f o r  b i d d e n one', false],
    ['bid', 'the f o r b i d d e n one', false],
  ])('%j in %j: %s', async (word, text, isFound) => {
    expect((await evaluateWith('default.contains', { words: [word] }, [text])).passed).toBe(isFound)
  })
})

describe('What is not spelled is not found', () => {
  it.each([
    'Rows: 1 0 1 1 0 1 0 0 1 1 0 1 0 1 1 0 1 0 1',
    'Count: 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6',
    'Version 1.2.3.4.5.6.7.8.9.0.1.2 of A.B.C.D.E.F.G.',
    'Spelling bee: n e c e s s a r y, then r h y t h m.',
    'W E L C O M E  T O  T H E  S H O W',
    'x = a . b . c . d . e',
  ])('%s', text => {
    expect([...pii(text), ...secrets(text)]).toEqual([])
  })

  it('in the prose of the corpora and of this project', () => {
    const pages = files(ROOT).filter(name => name.endsWith('.md'))
    const texts = [
      ...BENIGN,
      ...HELD_OUT_BENIGN,
      ...pages.map(name => readFileSync(join(ROOT, name), 'utf8')),
    ]
    expect(texts.length).toBeGreaterThan(200)
    const isSpelled =
      (text: string) =>
      ({ start, end }: TextMatch) =>
        /^\S[ .]\S[ .]/.test(text.slice(start, end))
    const found = texts.flatMap(text => [...pii(text), ...secrets(text)].filter(isSpelled(text)))
    expect(found).toEqual([])
  })
})

describe('A growing text is open', () => {
  it.each([
    ['Write to j o h n @', 9],
    ['Write to j o h n @ ', 9],
    ['Write to j.o.h', 9],
    ['Nothing here', 12],
    ['The end. ', 9],
    ['It is I', 6],
  ])('%j from %i', (text, index) => expect(spelledOpenFrom(text)).toBe(index))

  it('so that a stream redacts what the whole would, for any cutting', () => {
    const text = `To ${spell('john@example.com', ' ')} and a b c d on.`
    const whole = pii(text)
    expect(whole.length).toBe(1)
    for (let length = 1; length < text.length; length += 1) {
      const settled = spelledOpenFrom(text.slice(0, length))
      expect(pii(text.slice(0, length)).filter(({ end }) => end <= settled)).toEqual(
        whole.filter(({ end }) => end <= settled),
      )
    }
  })
})

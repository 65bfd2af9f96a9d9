// Checks judge a text as a reader takes it: without hidden characters, compatibility forms as plain letters.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkPiiFinder } from '../../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { linkSecretFinder } from '../../../../../runtime/guardrails/detect/secrets/find-secrets.ts'
import { findFolded } from '../../../../../runtime/guardrails/detect/text/find-folded.ts'
import { foldText } from '../../../../../runtime/guardrails/detect/text/fold-text.ts'

const KEY = 'AKIAQ3EGRVZ4TXJW7N5P'
const MAIL = 'anna.berg@example.com'
const HIDDEN = ['\u200b', '\u00ad', '\u2060', '\u200d', '\ufeff', '\u{e0041}', '\ufe0f']
const wide = (text: string): string =>
  text.replace(/[!-~]/g, letter => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))

const finders = [
  ['a mail', MAIL, findFolded(linkPiiFinder(['EMAIL_ADDRESS']))],
  ['a key', KEY, findFolded(linkSecretFinder({ entropy: false, entropyThreshold: 4 }))],
] as const

describe('A secret behind hidden characters', () => {
  it.each(finders)('%s is found wherever they stand, with all of its range', (_, secret, find) =>
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(secret.length), fc.constantFrom(...HIDDEN)), { maxLength: 5 }),
        insertions => {
          const parts = [...secret]
          for (const [at, hidden] of insertions) parts.splice(at, 0, hidden)
          const text = `see ${parts.join('')} there`
          const [match] = find(text)
          expect(foldText(text.slice(match?.start, match?.end))).toBe(secret)
        },
      ),
    ),
  )

  it.each(finders)('%s in full width is found', (_, secret, find) => {
    const text = `see ${wide(secret)} there`
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([wide(secret)])
  })
})

it('text without such characters is its own folded form', () =>
  expect(foldText('Grüße, 東京 und Ελλάδα')).toBe('Grüße, 東京 und Ελλάδα'))

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

describe('A text is searched again only where characters hide something', () => {
  const LENGTH = 100_000
  const fill = (sentence: string): string => sentence.repeat(LENGTH / sentence.length + 1).slice(0, LENGTH)
  const english = fill('The report is ready, and the team will present it at 10:30 on Friday. ')
  /** Code units that are searched beyond the text itself. */
  const searchedAgain = (text: string): number => {
    let units = 0
    const find = findFolded(searched => {
      units += searched.length
      return []
    })
    find(text)
    return units - text.length
  }

  it.each([
    ['English', english],
    ['German', fill('Der Bericht für das zweite Quartal zeigt Übersicht 12. ')],
    ['Russian', fill('Отчёт готов, Встреча в 10:30 в пятницу. ')],
    ['Arabic', fill('التقرير جاهز والاجتماع 10:30. ')],
    ['Hindi', fill('रिपोर्ट तैयार है, बैठक 10:30. ')],
    ['Chinese', fill('报告已经准备好，会议在周五开始。')],
    ['emoji', fill('Done ✅ see you at 10:30 👍🏽 and ❤️ ')],
    ['code', fill('  const total = items.reduce((sum, item) => sum + item.price * 1.19, 0)\n')],
  ])('%s: nothing', (_, text) => {
    expect(searchedAgain(text)).toBe(0)
  })

  it.each([
    ['a ligature', '\ufb01le'],
    ['a hidden character', 'pass\u200bword'],
    ['an entity', 'jane&#64;example.com'],
    ['a percent code', 'jane%40example.com'],
  ])('%s: a thousand characters around it', (_, part) => {
    expect(searchedAgain(`${english}${part} ${english}`)).toBeLessThan(2200)
  })
})

describe('A mail is found as', () => {
  it.each([
    'anna.berg%40example.com',
    'anna.berg&#64;example.com',
    'anna.berg&#x40;example&period;com',
    'anna.berg&commat;example.com',
    String.raw`anna.berg\u0040example.com`,
    'anna\u2800.berg@example.com',
    'an\u0332na.berg@exam\u0332ple.com',
  ])('%s', written => {
    const find = findFolded(linkPiiFinder(['EMAIL_ADDRESS']))
    const text = `https://shop.example/?to=${written} there`
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([written])
  })
})

it('digits in keycaps are digits', () => {
  const card = Array.from('4111111111111111', digit => `${digit}\ufe0f\u20e3`).join('')
  expect(findFolded(linkPiiFinder(['CREDIT_CARD']))(`card ${card}.`)).toHaveLength(1)
})

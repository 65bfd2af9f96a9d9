// default.pii: telephone numbers and cards are found as they are written, in prose, fields and lists.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passesLuhn } from '../../../../runtime/guardrails/detect/pii/checksums.ts'
import { linkPiiFinder } from '../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { runs } from '../../../support/property-seed.ts'
import { CARDS, MOBILE_NUMBERS } from '../corpora/written-numbers.ts'

const find = linkPiiFinder(['PHONE_NUMBER', 'CREDIT_CARD'])

const digits = (count: number): fc.Arbitrary<string> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count })
    .map(drawn => drawn.join(''))

const drawnIn = (template: string): fc.Arbitrary<string> =>
  digits(template.split('#').length - 1).map(drawn => {
    const next = Array.from(drawn)
    return template.replace(/#/g, () => next.shift() ?? '')
  })

const around = fc.constantFrom(
  ['Please call me on ', ' tomorrow.'],
  ['Phone: ', ''],
  ['{"phone": "', '"}'],
  ['my number is ', ', thanks'],
  ['- tel. ', '\n- fax'],
)

/** The range that is found in what is written between two strings. */
function expectFound(kind: string, written: string, [before, after]: readonly string[]): void {
  const text = `${before}${written}${after}`
  const found = find(text).map(match => [match.kind, text.slice(match.start, match.end)])
  expect(found, text).toEqual([[kind, written]])
}

describe.each(MOBILE_NUMBERS)('A telephone number of %s', (_, abroad, home) => {
  it.each([
    ['abroad', abroad],
    ['in one piece', abroad.replaceAll(' ', '')],
    ['at home', home],
  ])('is found as written %s', (_, template) => {
    fc.assert(
      fc.property(drawnIn(template), around, (written, place) => expectFound('PHONE_NUMBER', written, place)),
      { numRuns: runs(20) },
    )
  })

  it('is found as written abroad without a word that announces it', () => {
    fc.assert(
      fc.property(drawnIn(abroad), written => expectFound('PHONE_NUMBER', written, ['See ', ' (Ada).'])),
      { numRuns: runs(20) },
    )
  })
})

const withCheckDigit = (payload: string): string =>
  payload + [...'0123456789'].find(digit => passesLuhn(payload + digit))

const grouped = (number: string, [first = 0, ...others]: readonly number[], separator: string): string =>
  others.length === 0
    ? number
    : `${number.slice(0, first)}${separator}${grouped(number.slice(first), others, separator)}`

describe.each(CARDS)('A card of %s with the prefixes %j in groups of %j', (_, prefixes, groups) => {
  const length = groups.reduce((sum, each) => sum + each, 0)
  const card = fc
    .constantFrom(...prefixes)
    .chain(prefix => digits(length - 1 - prefix.length).map(rest => withCheckDigit(prefix + rest)))
  const places = fc.constantFrom(['Use ', ' please.'], ['', ''], ['{"n": "', '"}'], ['card ', ' 12/27 123'])

  it.each(['', ' ', '-'])('is found with "%s" between them', separator => {
    fc.assert(
      fc.property(card, places, (number, place) =>
        expectFound('CREDIT_CARD', grouped(number, groups, separator), place),
      ),
      { numRuns: runs(30) },
    )
  })
})

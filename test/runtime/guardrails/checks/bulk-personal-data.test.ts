// default.pii: personal data in bulk, in each format of records and each category, are found in their cells, and nothing else is.
import { describe, expect, it } from 'vitest'
import {
  finders,
  linkPiiFinder,
  type PiiCategory,
} from '../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { BULK_FORMATS, type BulkRow, UNNAMED_FORMATS } from '../corpora/bulk-formats.ts'
import { drawn, PERSONAL_KINDS } from '../corpora/personal-values.ts'

const SEED = 20_261_129
/** Rows of one text. */
const ROWS = 20
const PERSONS = ['Dana Lewis', 'Jo Park', 'Maria Ruiz', 'Ola Nordmann', 'Yuki Mori']

const find = linkPiiFinder(Object.keys(finders) as PiiCategory[])

const rowsOf = (values: readonly string[]): readonly BulkRow[] =>
  Array.from({ length: ROWS }, (_, index) => ({
    id: (index * 7_919 + 17) % 20_000,
    person: PERSONS[index % PERSONS.length] ?? '',
    value: values[index % values.length] ?? '',
    amount: `${(index * 137) % 900}.${10 + index}`,
    day: `2026-0${1 + (index % 9)}-${10 + index}`,
  }))

const missedAndFalse = (text: string, values: readonly string[], category: PiiCategory) => {
  const found = find(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)
  const wanted = new Set(values.map(value => `${category} ${value}`))
  return {
    missed: ROWS - found.filter(each => wanted.has(each)).length,
    others: found.filter(each => !wanted.has(each)),
  }
}

const UNLABELLED = PERSONAL_KINDS.flatMap(kind =>
  kind.templates.map(template => [kind.category, template, drawn(kind, template, 5, SEED)] as const),
)

describe.each(Object.entries({ ...BULK_FORMATS, ...UNNAMED_FORMATS }))(
  'Bulk data in %s',
  (_format, write) => {
    it.each(UNLABELLED)('have every %s as %s under any name', (category, _template, values) => {
      expect(missedAndFalse(write('value', rowsOf(values)), values, category)).toEqual({
        missed: 0,
        others: [],
      })
    })
  },
)

const CARD = '4111111111111111'

describe('A card in its cell', () => {
  it.each([
    `name,card,exp,cvv\nJane Doe,${CARD},12/27,123`,
    `17,${CARD},12/27`,
    `(1,${CARD},12)`,
    `Jane Doe\t${CARD}\t12/27\t123`,
    `| 1 | ${CARD} | 12/27 |`,
    `10245,${CARD},1200`,
    `id,account,cents\n10245,${CARD},1200\n10246,none,900\n`,
  ])('is found in %j', text => {
    expect(find(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['CREDIT_CARD', CARD],
    ])
  })

  it.each([`0,${CARD}`, `3,${CARD}`, `${CARD},25`, `98237462,${CARD},1200`, `[98237462,${CARD},5]`])(
    'is not a fraction or one of many values: %j',
    text => {
      expect(find(text)).toEqual([])
    },
  )

  it.each(['card number', 'Credit Card', 'pan'])('needs no check digit under the header "%s"', name => {
    const text = `id,${name},cents\n98237462,4111111111111112,1200\n98237463,4111 1111 1111 1113,900\n`
    expect(find(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['CREDIT_CARD', '4111111111111112'],
      ['CREDIT_CARD', '4111 1111 1111 1113'],
    ])
  })

  it('is found beside another one in groups', () => {
    const text = '4111 1111 1111 1111 5555 5555 5555 4444'
    expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual([
      '4111 1111 1111 1111',
      '5555 5555 5555 4444',
    ])
  })

  it.each(['12 (415) 555-0132 34', '1 | (415) 555-0132 | 34'])(
    'as is a telephone number with an area code in brackets: %j',
    text => {
      expect(find(text).map(({ start, end }) => text.slice(start, end))).toEqual(['(415) 555-0132'])
    },
  )
})

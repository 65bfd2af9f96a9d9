// default.pii: values that only their name tells apart from other numbers are found under it, in each format of records and each place
// that names a value, and numbers of other columns are not.
import { describe, expect, it } from 'vitest'
import {
  finders,
  linkPiiFinder,
  type PiiCategory,
} from '../../../../runtime/guardrails/detect/pii/find-pii.ts'
import { effort } from '../../../support/effort.ts'
import { BULK_FORMATS } from '../corpora/bulk-formats.ts'
import { HARMLESS_COLUMNS, NAMED_KINDS, NAMED_PLACES } from '../corpora/named-values.ts'

const find = linkPiiFinder(Object.keys(finders) as PiiCategory[])
const found = (text: string): readonly string[] =>
  find(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)

const names = NAMED_KINDS.flatMap(({ category, names, values }) =>
  names.map(name => ({ category, name, values })),
)

describe.each(Object.entries(BULK_FORMATS))('Bulk data in %s', (_format, write) => {
  it.each(names)('have every $category in the column "$name"', ({ category, name, values }) => {
    const rows = values.map((value, index) => ({
      id: index + 17,
      person: 'Dana Lewis',
      value,
      amount: `${index}.10`,
      day: '2026-01-10',
    }))
    expect(found(write(name, rows))).toEqual(values.map(value => `${category} ${value}`))
  })
})

describe.each(Object.entries(NAMED_PLACES))('A value in %s', (_place, write) => {
  it.each(names)('is a $category by the name "$name"', ({ category, name, values }) => {
    expect(found(write(name, values[0] ?? ''))).toEqual([`${category} ${values[0]}`])
  })
})

describe('Names of columns', () => {
  it.each(HARMLESS_COLUMNS)('leave other numbers alone: %j', text => {
    expect(found(text)).toEqual([])
  })

  it.each([
    'a,b\n',
    'passport,b\n1,2\n',
    'passport\n1\n',
    '"',
    'a,"\n',
    '<td>',
    '<td><',
    '<a>1</',
    "insert into a (passport) values ('",
    "insert into a (passport) values (1),('",
    'passportNo: 1',
    'variable "passport" {',
    'secret set A -a b ',
    '|-',
    '-\n',
    'a: !b ',
  ])('are read in time linear in runs of %j', run => {
    expect(effort(() => void find(run.repeat(100_000 / run.length)))).toBeLessThan(100)
  })
})

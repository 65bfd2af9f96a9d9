// The lives of models are checked as they are written: days, sources, successors.
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { lives } from '../../../schemas/generated/lives.ts'
import { type LifeFile, readLives, type WrittenLife } from '../../../schemas/life-files.ts'
import { lintLives } from '../../../schemas/lint-lives.ts'
import { createLifeSearch, dayOf, daysBetween } from '../../../schemas/values/model-life.ts'

const SOURCE = { id: 'page', url: 'https://vendor.example/ends', read: '2026-11-29', as_of: '2026-11-20' }

const lint = (
  models: Readonly<Record<string, Partial<WrittenLife>>>,
  source: Partial<LifeFile['sources'][number]> = {},
  host = 'vendor',
): readonly string[] => {
  const lives = Object.fromEntries(
    Object.entries(models).map(([id, life]) => [id, { source: 'page', ...life }]),
  )
  const file = { sources: [{ ...SOURCE, ...source }], models: lives } as LifeFile
  return lintLives({ [host]: file }, new Set(['vendor']), () => ['sold'])
}

const ENDS = { ends: '2026-12-01', then: 'refused' } as const

const FAULTS: readonly (readonly [string, Parameters<typeof lint>, readonly string[]])[] = [
  [
    'nothing',
    [{ a: { ...ENDS, released: '2025-01-01', successor: 'b' }, b: {}, c: { not_before: '2027-01-01' } }],
    [],
  ],
  ['a successor that only has a price', [{ a: { ...ENDS, successor: 'sold' } }], []],
  [
    'days that do not exist',
    [{ a: { released: '2025-02-30', ends: '2026-13-01', then: 'refused' } }],
    ['"a" has "2025-02-30" as "released", not a day.', '"a" has "2026-13-01" as "ends", not a day.'],
  ],
  [
    'a life that ends before it begins',
    [{ a: { ...ENDS, released: '2027-01-01' } }],
    ['"a" has "ends" on 2026-12-01, before "released" on 2027-01-01.'],
  ],
  [
    'an end that is announced after it',
    [{ a: { ...ENDS, deprecated: '2026-12-02' } }],
    ['"a" has "ends" on 2026-12-01, before "deprecated" on 2026-12-02.'],
  ],
  [
    'an end and a promise',
    [{ a: { ...ENDS, not_before: '2027-01-01' } }],
    ['"a" has both "ends" and "not_before".'],
  ],
  ['an end without what happens', [{ a: { ends: '2026-12-01' } }], ['"a" has one of "ends" and "then".']],
  [
    'a reroute to nothing',
    [{ a: { ends: '2026-12-01', then: 'rerouted' } }],
    ['"a" has "answers" if, and only if, it is rerouted.'],
  ],
  [
    'an unknown successor',
    [{ a: { ...ENDS, successor: 'nobody' } }],
    ['"a" has "nobody" as "successor", which is not a model of the host.'],
  ],
  [
    'successors in a circle',
    [
      {
        a: { ...ENDS, successor: 'b' },
        b: { ...ENDS, successor: 'c' },
        c: { ...ENDS, also: ['d'], successor: 'a' },
      },
    ],
    ['a', 'b', 'c'].map(id => `"${id}" leads back to itself by "successor".`),
  ],
  ['an unknown source', [{ a: { source: 'hearsay' } }], ['"a" has an unknown source "hearsay".']],
  ['a name twice', [{ a: { also: ['b'] }, b: {} }], ['"b" is repeated.']],
  ['a source without a day', [{}, { read: 'today' }], ['the source "page" has "today", not a day.']],
  ['a source without a URL', [{}, { url: 'a page' }], ['the source "page" has no URL.']],
]

describe('faults of lives', () => {
  it.each(FAULTS)('%s', (_title, given, faults) => {
    expect(lint(...given)).toEqual(faults.map(fault => `lives/vendor.json: ${fault}`))
  })

  it('a host that is not a provider', () => {
    expect(lint({}, {}, 'nobody')).toEqual(['lives/nobody.json: the host is not a provider.'])
  })
})

/** Beyond these days a page is read again (schemas/lives/README.md). */
const FRESH = 60

it('no page was read long before the newest one', () => {
  const read = Object.entries(readLives()).flatMap(([host, { sources }]) =>
    sources.map(source => ({ host, ...source })),
  )
  const newest = read.reduce((latest, each) => (each.read > latest ? each.read : latest), '')
  const stale = read.filter(each => daysBetween(each.read, newest) > FRESH)
  expect(stale.map(({ host, id, read: day }) => `${host}: "${id}" was read on ${day}`)).toEqual([])
})

/** Days for which suggested models live at least, from the newest reading of a page on. */
const HALF_A_YEAR = 183

describe('models that providers suggest', () => {
  const find = createLifeSearch(lives)
  const newest = Object.values(readLives())
    .flatMap(({ sources }) => sources.map(({ read }) => read))
    .toSorted()
    .at(-1)
  const day = dayOf(Date.parse(newest ?? '') + HALF_A_YEAR * 86_400_000)
  const named = catalogue.flatMap(({ id, models = [] }) => models.map(model => [id, model] as const))

  it.each(named)('%s: %s lives for half a year more', (host, model) => {
    const life = find(host, model)
    expect(life?.ends ?? '9999').toSatisfy((ends: string) => ends > day)
  })
})

it('an inference profile of any area ends with its model', () => {
  const find = createLifeSearch({
    bedrock: {
      sources: [{ url: SOURCE.url, read: SOURCE.read, asOf: SOURCE.as_of }],
      models: [{ id: 'amazon.nova-lite-v1:0', ends: '2026-12-01', then: 'refused', source: 0 }],
    },
  })
  const areas = ['global', 'us', 'us-gov', 'eu', 'apac', 'jp', 'au', 'ca']
  expect(
    areas.filter(area => find('bedrock', `${area}.amazon.nova-lite-v1:0`)?.ends !== '2026-12-01'),
  ).toEqual([])
  expect(find('bedrock', 'other.amazon.nova-lite-v1:0')).toBeUndefined()
})

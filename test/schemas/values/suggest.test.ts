// Errors about unknown names suggest the closest name (semantics, section 1).
import { describe, expect, it } from 'vitest'
import { joinNames, pluralize, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, editDistance, suggest } from '../../../schemas/values/suggest.ts'

const NAMES = ['retry', 'cache', 'weight', 'api_key', 'strategy', 'targets', 'on_status_codes', 'provider']

const SUGGESTED: readonly (readonly [word: string, names: readonly string[]])[] = [
  ['retyr', ['retry']],
  ['Retry', ['retry']],
  ['RETRY', ['retry']],
  ['retri', ['retry']],
  ['apiKey', ['api_key']],
  ['api_kye', ['api_key']],
  ['stategy', ['strategy']],
  ['target', ['targets']],
  ['weigth', ['weight']],
  ['on_status', ['on_status_codes']],
  ['prov', ['provider']],
  ['pro', []],
  ['temperature', []],
  ['x', []],
  ['', []],
]

describe('suggestions', () => {
  for (const [word, names] of SUGGESTED)
    it(JSON.stringify(word), () => expect(suggest(word, NAMES)).toEqual(names))

  it('suggests all equally close names, at most three', () => {
    expect(suggest('cat', ['cats', 'cart', 'coat', 'chat', 'dog'])).toEqual(['cart', 'cats', 'chat'])
    expect(didYouMean(['a', 'b', 'c'])).toBe(' Did you mean "a", "b" or "c"?')
    expect(didYouMean([])).toBe('')
  })
})

describe('distances', () => {
  const DISTANCES: readonly (readonly [string, string, number])[] = [
    ['same', 'same', 0],
    ['Same', 'same', 1],
    ['SAME', 'same', 1],
    ['sam', 'same', 1],
    ['saem', 'same', 1],
    ['some', 'same', 2],
    ['', 'abc', 3],
  ]
  for (const [from, to, far] of DISTANCES)
    it(`${from} to ${to}`, () => {
      expect(editDistance(from, to, 10)).toBe(far)
      expect(editDistance(to, from, 10)).toBe(far)
    })

  it('a word above the limit has a editDistance above the limit', () =>
    expect(editDistance('a', 'abcdefgh', 3)).toBe(4))
})

describe('formatting', () => {
  it('joins names', () => {
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(names => joinNames(names, 'and'))).toEqual([
      '',
      'a',
      'a and b',
      'a, b and c',
    ])
  })
  it('pluralizes', () =>
    expect([pluralize(1, 'target'), pluralize(2, 'target')]).toEqual(['1 target', '2 targets']))
  it('quotes names, and truncates long ones', () => {
    expect(quoteName('a"b')).toBe('"a\\"b"')
    expect(quoteName('x'.repeat(500)).length).toBeLessThan(70)
  })
})

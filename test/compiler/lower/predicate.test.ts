// Queries of conditions → predicates of the plan.
import { describe, expect, it } from 'vitest'
import { fieldOf, lowerQuery } from '../../../compiler/lower/predicate.ts'
import { foldPredicate } from '../../../compiler/optimise/fold-predicate.ts'
import { formatPredicate } from '../../../compiler/plan/format-predicate.ts'
import type { Field } from '../../../schemas/generated/types.ts'

const FIELDS: readonly (readonly [string, Field | undefined])[] = [
  ['metadata.plan', { from: 'metadata', path: ['plan'] }],
  ['metadata.app.name', { from: 'metadata', path: ['app.name'] }],
  ['params.model', { from: 'params', path: ['model'] }],
  ['params.messages[0].content[12].text', { from: 'params', path: ['messages', 0, 'content', 12, 'text'] }],
  ['params.list.0', { from: 'params', path: ['list', '0'] }],
  ['url.pathname', { from: 'path', path: [] }],
  ['headers.x', undefined],
  ['metadatas.x', undefined],
  ['url.pathname.x', undefined],
]

/** Queries and their predicates, as in printed plans. */
const QUERIES: readonly (readonly [object, string])[] = [
  [{}, 'always'],
  [{ 'metadata.a': 'x' }, 'metadata.a is "x"'],
  [{ 'metadata.a': null }, 'metadata.a is null'],
  [{ 'metadata.a': { $eq: 1 } }, 'metadata.a is 1'],
  [{ 'metadata.a': { $ne: 1 } }, 'metadata.a is not 1'],
  [{ 'metadata.a': { $gt: 1 } }, 'metadata.a is above 1'],
  [{ 'metadata.a': { $gte: '1' } }, 'metadata.a is at least "1"'],
  [{ 'metadata.a': { $lt: 1 } }, 'metadata.a is below 1'],
  [{ 'metadata.a': { $lte: 1 } }, 'metadata.a is at most 1'],
  [{ 'metadata.a': { $in: ['x', 1] } }, 'metadata.a is one of "x", 1'],
  [{ 'metadata.a': { $nin: ['x', 'y'] } }, 'metadata.a is none of "x", "y"'],
  [{ 'params.m': { $regex: '^x' } }, 'params.m matches "^x"'],
  [{ 'metadata.a': 'x', 'url.pathname': '/y' }, 'metadata.a is "x" and url.pathname is "/y"'],
  [{ 'params.n': { $gt: 1, $lte: 5 } }, 'params.n is above 1 and params.n is at most 5'],
  [
    { $or: [{ 'metadata.a': 'x' }, { 'metadata.b': 'y', 'metadata.c': 'z' }] },
    'metadata.a is "x" or (metadata.b is "y" and metadata.c is "z")',
  ],
  [{ 'metadata.a': { $or: [{ $eq: 'x' }, 'y'] } }, 'metadata.a is "x" or metadata.a is "y"'],
  [{ 'metadata.a': 'x', $and: [{ 'metadata.b': 1 }, { $or: [] }] }, 'never'],
  [{ 'headers.x': 'y' }, 'never'],
  [{ 'metadata.a': { $like: 'y' } }, 'never'],
  [{ 'metadata.a': ['y'] }, 'never'],
]

describe('queries', () => {
  it.each(FIELDS)('%s names a field', (key, field) => expect(fieldOf(key)).toEqual(field))

  it.each(QUERIES)('%j', (query, words) =>
    expect(formatPredicate(foldPredicate(lowerQuery(query)))).toBe(words),
  )
})

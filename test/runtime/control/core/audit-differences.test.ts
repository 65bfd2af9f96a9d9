// Entries of the audit log: short values whole, of long lists and objects what differs.
import { describe, expect, test } from 'vitest'
import { auditWrite } from '../../../../runtime/control/core/commit-change.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'

describe('The audit log has of long lists and objects what differs', () => {
  const items = (count: number, from = 0): readonly string[] =>
    Array.from({ length: count }, (_, index) => `i${index + from}`)
  const map = (count: number, more: JsonObject = {}): JsonObject => ({
    ...Object.fromEntries(items(count).map(name => [name, true])),
    ...more,
  })

  test.each<readonly [string, Json, Json, Json, Json, Json]>([
    [
      'a short list is whole',
      { a: items(3) },
      { a: items(4) },
      { a: items(3) },
      { a: items(4) },
      undefined as never,
    ],
    [
      'a long one has the items that come',
      { a: items(60), b: 1 },
      { a: items(61), b: 2 },
      { a: [], b: 1 },
      { a: ['i60'], b: 2 },
      [{ path: '/a', before: 60, after: 61 }],
    ],
    [
      'and those that go, as often as they were there',
      { a: [...items(60), 'i1'] },
      { a: items(59, 1) },
      { a: ['i0', 'i1'] },
      { a: [] },
      [{ path: '/a', before: 61, after: 59 }],
    ],
    [
      'a list that grows beyond the bound too',
      { a: items(50) },
      { a: items(51) },
      { a: [] },
      { a: ['i50'] },
      [{ path: '/a', before: 50, after: 51 }],
    ],
    [
      'an object has the properties that differ',
      { a: { 'b/c': map(60) } },
      { a: { 'b/c': map(60, { i7: false, new: true }) } },
      { a: { 'b/c': { i7: true } } },
      { a: { 'b/c': { i7: false, new: true } } },
      [{ path: '/a/b~1c', before: 60, after: 61 }],
    ],
    [
      'another order of the same items is whole',
      { a: items(60) },
      { a: items(60).toReversed() },
      { a: items(60) },
      { a: items(60).toReversed() },
      undefined as never,
    ],
    ['what is new is whole', null, { a: items(60) }, null, { a: items(60) }, undefined as never],
  ])('%s', (_title, before, after, old, fresh, differences) => {
    const { value } = auditWrite(
      { clock: { now: () => 0 }, randomId: () => 'id' },
      { principal: { id: 'ada', type: 'person' }, method: 'PUT', uri: '/' },
      { action: 'update', resource: 'thing', id: 'one', workspace: null, before, after },
    )
    expect(value).toMatchObject({ before: old, after: fresh })
    expect(value?.['differences']).toEqual(differences)
  })
})

// Lists: `after` is the identifier of the last item of the previous page, whatever the provider's own cursors are.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paginate, sliceList } from '../../../runtime/resources/list.ts'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { answerOf, runOperation } from './run-operation.ts'

const items = (count: number): readonly JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({ id: `i${index}` }))

/** A provider whose pages are as long as it likes, with tokens of its own. */
function listFrom(all: readonly JsonObject[], most: number, after: string | undefined, limit: number) {
  const conversation = paginate(
    { after, limit },
    (token, size) => ({ method: 'GET', path: `/x?token=${token ?? '0'}&size=${size}` }),
    ({ json }) => {
      const { data, next } = asObject(json)
      return { items: asList(data).map(asObject), next: asText(next) }
    },
  )
  const { result } = runOperation(conversation, ({ path }) => {
    const [, token = '0', size = '1'] = /token=(\d+)&size=(\d+)/.exec(String(path)) ?? []
    const from = Number(token)
    const to = from + Math.min(most, Number(size))
    const page = { data: all.slice(from, to), next: to < all.length ? String(to) : '' }
    return answerOf(JSON.stringify(page))
  })
  return result !== undefined && 'json' in result ? result.json : {}
}

describe('a list of a provider with pages by token', () => {
  it('returns every item once and in order across pages', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 20 }),
        (count, most, limit) => {
          const all = items(count)
          const read: unknown[] = []
          let after: string | undefined
          for (let turn = 0; turn <= count; turn += 1) {
            const page = listFrom(all, most, after, limit)
            const data = asList(page['data'])
            read.push(...data)
            expect(data.length).toBeLessThanOrEqual(limit)
            expect(page['has_more']).toBe(read.length < count)
            after = asText(page['last_id'])
            if (page['has_more'] === false) break
          }
          expect(read).toEqual(all)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has first_id and last_id, null when empty', () => {
    expect(listFrom(items(3), 10, undefined, 2)).toMatchObject({
      object: 'list',
      first_id: 'i0',
      last_id: 'i1',
      has_more: true,
    })
    expect(listFrom([], 10, undefined, 2)).toEqual({
      object: 'list',
      data: [],
      first_id: null,
      last_id: null,
      has_more: false,
    })
  })

  it('fails for an unknown cursor', () => {
    const conversation = paginate(
      { after: 'gone', limit: 5 },
      () => ({ method: 'GET', path: '/x' }),
      () => ({ items: items(3), next: undefined }),
    )
    expect(runOperation(conversation, () => answerOf('{}')).result).toMatchObject({
      code: 'not_found',
      param: 'after',
    })
  })
})

describe('a list without pagination', () => {
  it('is limited to the requested page', () => {
    expect(sliceList({ after: 'i1', limit: 2 }, items(6))).toMatchObject({
      json: { data: [{ id: 'i2' }, { id: 'i3' }], has_more: true },
    })
    expect(sliceList({ after: 'i5', limit: 2 }, items(6))).toMatchObject({
      json: { data: [], has_more: false },
    })
    expect(sliceList({ after: 'gone', limit: 2 }, items(6))).toMatchObject({ code: 'not_found' })
  })
})

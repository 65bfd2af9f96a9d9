// Pages of a list, in the form that users of this interface know.
import type { Json } from '../../../schemas/values/json.ts'
import type { ApiReply, ApiRequest } from './api-request.ts'

/** More than this is never sent at once. */
const MAX_PAGE = 1_000

/** An array, or what is only made where it is sliced. */
export interface Slices<Item> {
  readonly length: number
  readonly slice: (from: number, to: number) => readonly Item[]
}

/** The items of the page that the request names. */
export function pageOf<Item>(items: Slices<Item>, { query }: Pick<ApiRequest, 'query'>): readonly Item[] {
  const size = Math.min(Number(query['page_size'] ?? MAX_PAGE), MAX_PAGE)
  const from = Number(query['current_page'] ?? 0) * size
  return items.slice(from, from + size)
}

/** A reply with one page, and the number of items on all of them. */
export const pageReply = <Item>(
  items: Slices<Item>,
  request: Pick<ApiRequest, 'query'>,
  show: (item: Item) => Json,
): ApiReply => ({
  body: { object: 'list', total: items.length, data: pageOf(items, request).map(show) },
})

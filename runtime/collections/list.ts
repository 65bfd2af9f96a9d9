// Lists of the interface, also for providers that paginate by tokens. A client sends no token but the id after which the
// list continues, so pages are read from the first one until that id is found.
import type { JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import { asText } from '../providers/wire/json.ts'
import type { Answer, Ask, CollectionReply, CollectionRequest, Talk } from './collection.ts'

export interface Page {
  /** Objects of the interface: each has an `id`. */
  readonly items: readonly JsonObject[]
  /** The token of the next page; undefined or empty after the last. */
  readonly next: string | undefined
}

export function listReply(items: readonly JsonObject[], more: boolean): CollectionReply {
  const idOf = (item: JsonObject | undefined): string | null => asText(item?.['id']) ?? null
  return {
    json: {
      object: 'list',
      data: items,
      first_id: idOf(items[0]),
      last_id: idOf(items.at(-1)),
      has_more: more,
    },
  }
}

/** `requestPage` receives the token of a page, undefined for the first, and the smallest useful page size. */
export function* walkPages(
  { after, limit }: Pick<CollectionRequest, 'after' | 'limit'>,
  ask: (token: string | undefined, size: number) => Ask | Failure,
  read: (answer: Answer, token: string | undefined) => Page | Failure,
): Talk<CollectionReply> {
  const found: JsonObject[] = []
  let begun = after === undefined
  let token: string | undefined
  for (;;) {
    const asked = ask(token, begun ? Math.min(100, limit + 1) : 100)
    if (isFailure(asked)) return asked
    const page = read(yield asked, token)
    if (isFailure(page)) return page
    for (const item of page.items) {
      if (begun) found.push(item)
      else begun = item['id'] === after
    }
    token = page.next || undefined
    if (found.length > limit || (found.length === limit && token !== undefined)) {
      return listReply(found.slice(0, limit), true)
    }
    if (token === undefined) break
  }
  return begun ? listReply(found, false) : noSuchCursor(after ?? '')
}

/** A page of a list that the provider returns complete. */
export function sliceList(
  { after, limit }: Pick<CollectionRequest, 'after' | 'limit'>,
  items: readonly JsonObject[],
): CollectionReply | Failure {
  const at = after === undefined ? -1 : items.findIndex(({ id }) => id === after)
  if (after !== undefined && at < 0) return noSuchCursor(after)
  const rest = items.slice(at + 1)
  return listReply(rest.slice(0, limit), rest.length > limit)
}

const noSuchCursor = (after: string): Failure =>
  failure('not_found', `The list has no item ${quoted(after)}.`, { param: 'after' })

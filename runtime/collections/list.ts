// Lists in the interface's shape, also of providers that give pages by tokens of their own. A client knows no tokens: it
// says the identifier after which the list goes on. So pages are walked from the first until that one is found.
import type { JsonObject } from '../../compiler/source.ts'
import { type Failure, failure, isFailure, quoted } from '../failures.ts'
import { asText } from '../providers/wire/json.ts'
import type { Answer, Ask, CollectionReply, CollectionRequest, Talk } from './collection.ts'

export interface Page {
  /** In the interface's shapes: each has an `id`. */
  readonly items: readonly JsonObject[]
  /** What the next page is asked with; undefined or empty after the last. */
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

/** `ask` is given the token of a page, undefined for the first, and how many items are wanted at least. */
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

/** A list of which the provider gives no pages. */
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
  failure('not_found', `The list has no ${quoted(after)} to go on after.`, { param: 'after' })

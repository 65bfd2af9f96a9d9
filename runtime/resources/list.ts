// Lists of the interface, also for providers that paginate by tokens or by page number. A client sends no token but
// the id after which the list continues, so pages are read from the first one until that id is found.
import { asList, asObject, asText, isObject, type JsonObject } from '../../schemas/values/json.ts'
import { type Failure, failure, isFailure, quoted } from '../values/failures.ts'
import type {
  OperationReply,
  OperationSteps,
  ResourceRequest,
  StepRequest,
  StepResponse,
} from '../values/resource-operation.ts'

export interface Page {
  /** Objects of the interface: each has an `id`. */
  readonly items: readonly JsonObject[]
  /** The token of the next page; undefined or empty after the last. */
  readonly next: string | undefined
}

export function listReply(items: readonly JsonObject[], hasMore: boolean): OperationReply {
  const idOf = (item: JsonObject | undefined): string | null => asText(item?.['id']) ?? null
  return {
    json: {
      object: 'list',
      data: items,
      first_id: idOf(items[0]),
      last_id: idOf(items.at(-1)),
      has_more: hasMore,
    },
  }
}

/** `requestPage` receives the token of a page, undefined for the first, and the smallest useful page size. */
export function* paginate(
  { after, limit }: Pick<ResourceRequest, 'after' | 'limit'>,
  requestPage: (token: string | undefined, size: number) => StepRequest | Failure,
  readPage: (answer: StepResponse, token: string | undefined) => Page | Failure,
): OperationSteps<OperationReply> {
  const collected: JsonObject[] = []
  let isPastCursor = after === undefined
  let token: string | undefined
  for (;;) {
    const request = requestPage(token, isPastCursor ? Math.min(100, limit + 1) : 100)
    if (isFailure(request)) return request
    const page = readPage(yield request, token)
    if (isFailure(page)) return page
    for (const item of page.items) {
      if (isPastCursor) collected.push(item)
      else isPastCursor = item['id'] === after
    }
    token = page.next || undefined
    if (collected.length > limit || (collected.length === limit && token !== undefined)) {
      return listReply(collected.slice(0, limit), true)
    }
    if (token === undefined) break
  }
  return isPastCursor ? listReply(collected, false) : cursorNotFound(after ?? '')
}

/** A page of a list that the provider returns complete. */
export function sliceList(
  { after, limit }: Pick<ResourceRequest, 'after' | 'limit'>,
  items: readonly JsonObject[],
): OperationReply | Failure {
  const index = after === undefined ? -1 : items.findIndex(({ id }) => id === after)
  if (after !== undefined && index < 0) return cursorNotFound(after)
  const remaining = items.slice(index + 1)
  return listReply(remaining.slice(0, limit), remaining.length > limit)
}

const cursorNotFound = (after: string): Failure =>
  failure('not_found', `The list has no item ${quoted(after)}.`, { param: 'after' })

/** Constant, so that page numbers refer to the same pages throughout. */
const PAGE_SIZE = 100

/** Lists of providers that paginate by page number, starting at 0. */
export const paginateByNumber = (
  request: ResourceRequest,
  path: string,
  toItem: (item: JsonObject) => JsonObject,
): OperationSteps<OperationReply> =>
  paginate(
    request,
    (token = '0') => ({ method: 'GET', path: `${path}?page=${token}&page_size=${PAGE_SIZE}` }),
    ({ json }, token = '0') => {
      const items = asList(asObject(json)['data']).filter(isObject)
      return {
        items: items.map(toItem),
        next: items.length < PAGE_SIZE ? undefined : String(Number(token) + 1),
      }
    },
  )

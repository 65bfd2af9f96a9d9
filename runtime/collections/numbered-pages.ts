// Lists of providers that paginate by page number, starting at 0.
import type { JsonObject } from '../../compiler/source.ts'
import { asList, asObject, isObject } from '../providers/wire/json.ts'
import type { CollectionReply, CollectionRequest, Talk } from './collection.ts'
import { walkPages } from './list.ts'

/** Constant, so that page numbers refer to the same pages throughout. */
const SIZE = 100

export const numberedPages = (
  request: CollectionRequest,
  path: string,
  shape: (item: JsonObject) => JsonObject,
): Talk<CollectionReply> =>
  walkPages(
    request,
    (token = '0') => ({ method: 'GET', path: `${path}?page=${token}&page_size=${SIZE}` }),
    ({ json }, token = '0') => {
      const items = asList(asObject(json)['data']).filter(isObject)
      return { items: items.map(shape), next: items.length < SIZE ? undefined : String(Number(token) + 1) }
    },
  )

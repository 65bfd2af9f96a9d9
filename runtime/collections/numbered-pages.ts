// Lists of providers whose pages have numbers, beginning at 0.
import type { JsonObject } from '../../compiler/source.ts'
import { asList, asObject, isObject } from '../providers/wire/json.ts'
import type { CollectionReply, CollectionRequest, Talk } from './collection.ts'
import { walkPages } from './list.ts'

/** As many as a page holds, so that the numbers mean the same pages throughout. */
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

// Lists of the Gemini API: a page contains the token of the next one.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { CollectionReply, CollectionRequest, Talk } from '../../../collections/collection.ts'
import { walkPages } from '../../../collections/list.ts'
import { asList, asObject, asText, isObject } from '../../wire/json.ts'

/** `items` is the property of a page that contains the items. */
export const tokenPages = (
  request: CollectionRequest,
  path: string,
  items: string,
  shape: (item: JsonObject) => JsonObject,
): Talk<CollectionReply> =>
  walkPages(
    request,
    (token, size) => ({
      method: 'GET',
      path: `${path}?pageSize=${size}${token === undefined ? '' : `&pageToken=${encodeURIComponent(token)}`}`,
    }),
    ({ json }) => {
      const page = asObject(json)
      return {
        items: asList(page[items]).filter(isObject).map(shape),
        next: asText(page['nextPageToken']),
      }
    },
  )

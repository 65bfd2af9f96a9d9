// Lists of Anthropic, paginated by a cursor as OpenAI's are: the id after which the next page starts.
import type { JsonObject } from '../../../../compiler/source.ts'
import type { Ask, CollectionReply, CollectionRequest, Talk } from '../../../collections/collection.ts'
import { listReply } from '../../../collections/list.ts'
import { asList, asObject, isObject } from '../../wire/json.ts'

export function* listAfter(
  { after, limit }: CollectionRequest,
  ask: Ask & { readonly path: string },
  shape: (item: JsonObject) => JsonObject,
): Talk<CollectionReply> {
  const from = after === undefined ? '' : `&after_id=${encodeURIComponent(after)}`
  const page = asObject((yield { ...ask, path: `${ask.path}?limit=${limit}${from}` }).json)
  return listReply(asList(page['data']).filter(isObject).map(shape), page['has_more'] === true)
}

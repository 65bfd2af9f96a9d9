// Operations that take a single request to the provider.
import type { JsonObject } from '../../compiler/source.ts'
import { headerValue } from '../headers.ts'
import { asList, asObject, isList, isObject } from '../providers/wire/json.ts'
import type { Answer, Ask, CollectionReply, CollectionRequest, Talk } from './collection.ts'
import { sliceList } from './list.ts'

type Shape = (item: JsonObject) => JsonObject

/** A request that returns one resource. */
export function* askOne(ask: Ask, shape: Shape): Generator<Ask, { readonly json: JsonObject }, Answer> {
  const { json } = yield ask
  return { json: shape(asObject(json)) }
}

/** A list that the provider returns complete, as an array or in the vendor's envelope. */
export function* askAll(request: CollectionRequest, path: string, shape: Shape): Talk<CollectionReply> {
  const { json } = yield { method: 'GET', path }
  const items = isList(json) ? json : asList(asObject(json)['data'])
  return sliceList(request, items.filter(isObject).map(shape))
}

/** The content of a file, unchanged. */
export function* askBytes(
  ask: Ask,
  otherwise = 'application/octet-stream',
): Generator<Ask, { readonly bytes: Uint8Array; readonly contentType: string }, Answer> {
  const { bytes, headers } = yield ask
  return { bytes, contentType: headerValue(headers, 'content-type') ?? otherwise }
}

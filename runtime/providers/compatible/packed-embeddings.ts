// Embeddings of providers that answer with numbers where base64 is requested.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { EndpointAdapter } from '../../values/adapter.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { packVector } from '../../wire/embeddings.ts'
import { vendorError } from '../../wire/error.ts'

export const packedEmbeddings: EndpointAdapter = {
  request: body => ({ body, dropped: [] }),
  reply: body =>
    isObject(body) && isList(body['data'])
      ? packReply(body)
      : unreadableReply(vendorError(body, 200).message),
}

/** The reply with its vectors in base64; those that are not lists of numbers stay. */
export function packReply(body: JsonObject): JsonObject {
  const { data } = body
  return isList(data) ? { ...body, data: data.map(packItem) } : body
}

function packItem(item: Json): Json {
  if (!isObject(item)) return item
  const { embedding } = item
  return isNumbers(embedding) ? { ...item, embedding: packVector(embedding) } : item
}

const isNumbers = (value: Json | undefined): value is readonly number[] =>
  isList(value) && value.every(each => typeof each === 'number')

// Embeddings of providers of the OpenAI schema that take fewer inputs at once, and of one that counts its tokens in the
// total only, which fails clients of the vendor's schema.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, isList, isObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { maxInputs, refuseTokenIds } from '../../wire/embeddings.ts'
import { vendorError } from '../../wire/error.ts'
import { packReply } from './packed-embeddings.ts'

/** Longer lists of inputs are sent in several requests; the family of the model has the maximum. */
export const limitedEmbeddings: EndpointAdapter = {
  request: convertRequest,
  reply: (body, { base64Vectors }) => {
    if (!isObject(body) || !isList(body['data'])) return unreadableReply(vendorError(body, 200).message)
    return base64Vectors === true ? packReply(body) : body
  },
  maxInputs,
}

const countedEmbeddings: EndpointAdapter = {
  ...limitedEmbeddings,
  reply: body => {
    if (!isObject(body) || !isList(body['data'])) return unreadableReply(vendorError(body, 200).message)
    const { total_tokens: total, ...usage } = asObject(body['usage'])
    const count = asCount(total) ?? 0
    return { ...body, usage: { prompt_tokens: count, ...usage, total_tokens: count } }
  },
}

export const dashscope: ProviderAdapter = { endpoints: { embeddings: limitedEmbeddings } }
export const voyage: ProviderAdapter = { endpoints: { embeddings: countedEmbeddings } }

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  return refuseTokenIds(body['input'], context) ?? renameFields(body, context)
}

/** The renames and omissions of the provider spec. */
function renameFields(
  body: JsonObject,
  { renames = {}, omits = [] }: Pick<AdapterContext, 'renames' | 'omits'>,
): ProviderBody {
  const converted: Record<string, Json> = {}
  for (const [name, value] of Object.entries(body)) {
    const newName = renames[name] ?? name
    if (!omits.includes(name) && (newName === name || body[newName] === undefined)) converted[newName] = value
  }
  return { body: converted, dropped: omits.filter(name => name in body).sort() }
}

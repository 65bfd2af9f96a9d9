// Embeddings of a provider that counts its tokens in the total only, which fails clients of the vendor's schema.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject, isList, isObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { vendorError } from '../../wire/error.ts'

export const countedEmbeddings: EndpointAdapter = {
  request: renameFields,
  reply: body => {
    if (!isObject(body) || !isList(body['data'])) return unreadableReply(vendorError(body, 200).message)
    const { total_tokens: total, ...usage } = asObject(body['usage'])
    const count = asCount(total) ?? 0
    return { ...body, usage: { prompt_tokens: count, ...usage, total_tokens: count } }
  },
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

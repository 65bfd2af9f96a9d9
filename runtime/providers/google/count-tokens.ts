// Counting the tokens of an Anthropic messages request: as a chat in this dialect, at `countTokens`. The Gemini API
// takes the whole chat; Vertex AI takes the parts of it that contain tokens.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject, present } from '../../../schemas/values/json.ts'
import { fromCountReply, toCountRequest } from '../../inbound/messages/token-counting.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import { type Failure, isFailure } from '../../values/failures.ts'
import { convertRequest } from './convert-request.ts'
import { modelPath } from './model-name.ts'

export const COUNT_METHOD = ':countTokens'

/** The token count of a `countTokens` reply. */
export const readCount = (body: unknown): JsonObject | Failure =>
  fromCountReply(asObject(body)['totalTokens'])

export const countTokens: EndpointAdapter = {
  request: (body, context) => {
    const chat = toCountRequest(body, context, convertRequest)
    if (isFailure(chat)) return chat
    const path = modelPath(context.model)
    // Counting requires the model twice: in the path, and in the counted request.
    const generateContentRequest = { model: path, ...chat.body }
    return { body: { generateContentRequest }, dropped: chat.dropped, path: `/${path}${COUNT_METHOD}` }
  },
  reply: readCount,
}

/** The properties of a chat that Vertex AI counts. */
export function countedParts(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const chat = toCountRequest(body, context, convertRequest)
  if (isFailure(chat)) return chat
  const { contents, systemInstruction, tools, generationConfig } = chat.body
  return { ...chat, body: present({ contents, systemInstruction, tools, generationConfig }) }
}

// Builders for the requests of these tests.

import { convertRequest } from '../../../../runtime/providers/bedrock/convert-request.ts'
import type { AdapterContext } from '../../../../runtime/values/adapter.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { context } from './context.ts'

export { call, hello, request } from '../vendor-requests.ts'

export const userTurn = { role: 'user', content: [{ text: 'hello' }] }

export const use = (toolUseId: string, name: string, input: JsonObject): JsonObject => ({
  toolUse: { toolUseId, name, input },
})

export const result = (toolUseId: string, ...content: readonly JsonObject[]): JsonObject => ({
  toolResult: { toolUseId, content },
})

export const text = (words: string): JsonObject => ({ text: words })

/** The adapter's request body, or its failure. */
export function written(body: JsonObject, more: Partial<AdapterContext> = {}) {
  const given = convertRequest(body, { ...context, ...more })
  return 'body' in given ? given : { failure: given }
}

/** A model that continues a reply, so that a history may end with any message. */
const CONTINUING = { model: 'us.anthropic.claude-sonnet-4-5-20250929-v1:0' }

/** The messages of the adapter's request body. */
export const messagesOf = (...messages: readonly Json[]): Json | undefined => {
  const given = written({ messages }, CONTINUING)
  return 'body' in given ? given.body['messages'] : undefined
}

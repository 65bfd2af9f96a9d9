// The pieces of which the requests of these tests are made.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import type { AdapterContext } from '../../../../runtime/providers/adapter.ts'
import { convertRequest } from '../../../../runtime/providers/bedrock/convert-request.ts'
import { context } from './context.ts'

export const hello = { role: 'user', content: 'hello' }
export const said = { role: 'user', content: [{ text: 'hello' }] }

export const request = (more: JsonObject): JsonObject => ({ model: 'gpt', messages: [hello], ...more })

export const call = (id: string, name: string, written: Json): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: written },
})

export const use = (toolUseId: string, name: string, input: JsonObject): JsonObject => ({
  toolUse: { toolUseId, name, input },
})

export const result = (toolUseId: string, ...content: readonly JsonObject[]): JsonObject => ({
  toolResult: { toolUseId, content },
})

export const text = (words: string): JsonObject => ({ text: words })

/** What the adapter writes, or its failure. */
export function written(body: JsonObject, more: Partial<AdapterContext> = {}) {
  const given = convertRequest(body, { ...context, ...more })
  return 'body' in given ? given : { failure: given }
}

/** The messages that the adapter writes. */
export const messagesOf = (...messages: readonly Json[]): Json | undefined => {
  const given = written({ messages })
  return 'body' in given ? given.body['messages'] : undefined
}

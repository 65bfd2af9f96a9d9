// The pieces of which the requests of these tests are made.
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { convertRequest } from '../../../../runtime/providers/anthropic/convert-request.ts'
import { context } from './context.ts'

export const hello = { role: 'user', content: 'hello' }

export const request = (more: JsonObject): JsonObject => ({ model: 'gpt', messages: [hello], ...more })

export const call = (id: string, name: string, written: Json): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: written },
})

export const use = (id: string, name: string, input: JsonObject): JsonObject => ({
  type: 'tool_use',
  id,
  name,
  input,
})

export const text = (words: string): JsonObject => ({ type: 'text', text: words })

/** What the adapter writes, or its failure. */
export function written(body: JsonObject) {
  const result = convertRequest(body, context)
  return 'body' in result ? result : { failure: result }
}

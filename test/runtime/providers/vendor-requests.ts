// OpenAI requests, from which the tests of every dialect start.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

export const hello = { role: 'user', content: 'hello' }

export const request = (more: JsonObject): JsonObject => ({ model: 'gpt', messages: [hello], ...more })

/** A tool call of the history; `written` are its arguments as sent by the client. */
export const call = (id: string, name: string, written: Json, more: JsonObject = {}): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: written },
  ...more,
})

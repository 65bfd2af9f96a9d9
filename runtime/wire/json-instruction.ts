// The instruction that asks for JSON where a provider or a model has no parameter for it.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../schemas/values/json.ts'

/** What a chat asks for by `response_format`, where it is JSON. */
export interface JsonWish {
  /** Undefined where any object will do. */
  readonly schema: Json | undefined
}

/** Undefined where the chat does not ask for JSON, or names no schema. */
export function jsonWish(format: Json | undefined): JsonWish | undefined {
  const { type, json_schema: described } = asObject(format)
  if (type === 'json_object') return { schema: undefined }
  const { schema } = asObject(described)
  return type === 'json_schema' && isObject(schema) ? { schema } : undefined
}

const instruction = ({ schema }: JsonWish): JsonObject => ({
  role: 'system',
  content:
    schema === undefined
      ? 'Answer with one JSON object and nothing else.'
      : `Answer with one JSON value that conforms to this JSON schema, and nothing else: ${JSON.stringify(schema)}`,
})

const INSTRUCTIONS: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

/** The messages with the instruction after the leading ones. */
export function withJsonInstruction(messages: Json | undefined, wish: JsonWish): Json | undefined {
  if (!isList(messages)) return messages
  const end = messages.findIndex(message => !INSTRUCTIONS.has(asObject(message)['role']))
  return messages.toSpliced(end < 0 ? messages.length : end, 0, instruction(wish))
}

// The reply format that a chat requests, adapted to the model that serves it; and the instruction that requests JSON
// if the provider or the model has no parameter for it.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../schemas/values/json.ts'
import type { ChatDraft } from './chat-draft.ts'
import type { SchemaFacts, SchemaFitters } from './fit-schemas.ts'

/** The format of `response_format`, if it is JSON. */
export interface JsonWish {
  /** Undefined if any object is accepted. */
  readonly schema: Json | undefined
}

/** Undefined if the chat does not request JSON, or names no schema. */
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

/** A schema that the model does not support becomes an instruction, as does JSON if it has no parameter for it. */
export function fitFormat(
  chat: ChatDraft,
  { lacks, language }: SchemaFacts,
  fitters: SchemaFitters | undefined,
  refused: ReadonlySet<string> = NOTHING,
): void {
  const format = chat.value('response_format')
  const wish = jsonWish(format)
  if (wish === undefined) return
  const tools = chat.value('tools')
  const cannotBeSent =
    refused.has('response_format') ||
    (lacks.includes('schema-with-tools') && isList(tools) && tools.length > 0)
  if (!cannotBeSent && wish.schema !== undefined && !lacks.includes('schema')) {
    if (lacks.includes('strict-schema')) relax(chat, asObject(format))
    const fitted = language && fitters?.format(chat.value('response_format'), language)
    if (fitted === undefined) return
    for (const name of fitted.left) chat.name(name)
    if (fitted.value !== undefined) return chat.write('response_format', fitted.value)
  } else if (wish.schema !== undefined) chat.name('response_format.json_schema')
  else if (cannotBeSent) chat.name('response_format')
  else if (!lacks.includes('json-mode')) return
  chat.write('messages', withJsonInstruction(chat.value('messages'), wish))
  const hasMode = !cannotBeSent && !lacks.includes('json-mode')
  chat.write('response_format', hasMode ? { type: 'json_object' } : undefined)
}

const NOTHING: ReadonlySet<string> = new Set()

/** A schema that the model tries to follow, instead of one that it must follow. */
function relax(chat: ChatDraft, format: JsonObject): void {
  const described = asObject(format['json_schema'])
  if (described['strict'] !== true) return
  chat.write('response_format', { ...format, json_schema: { ...described, strict: false } })
  chat.name('response_format.json_schema.strict')
}

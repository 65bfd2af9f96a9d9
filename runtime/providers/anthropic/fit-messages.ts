// Messages as far as Claude accepts them, and an instruction for what it has no parameter for.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../../schemas/values/json.ts'

const JSON_INSTRUCTION: JsonObject = {
  role: 'system',
  content: 'Answer with one JSON object and nothing else.',
}

/** The messages, with an instruction where the chat asks for JSON without a schema. */
export function fitMessages(messages: Json | undefined, format: Json | undefined): Json | undefined {
  if (!isList(messages)) return messages
  const fitted = [...messages.slice(0, -1), ...messages.slice(-1).map(withoutTrailingSpace)]
  if (asObject(format)['type'] !== 'json_object') return fitted
  const end = fitted.findIndex(message => !INSTRUCTIONS.has(asObject(message)['role']))
  return end < 0 ? [...fitted, JSON_INSTRUCTION] : fitted.toSpliced(end, 0, JSON_INSTRUCTION)
}

const INSTRUCTIONS: ReadonlySet<Json | undefined> = new Set(['system', 'developer'])

/** A reply that the client began must not end with white space, which the model writes itself. */
function withoutTrailingSpace(message: Json): Json {
  if (!isObject(message) || message['role'] !== 'assistant') return message
  const { content } = message
  if (typeof content === 'string') return { ...message, content: content.trimEnd() }
  if (!isList(content)) return message
  const last = content.at(-1)
  if (!isObject(last) || typeof last['text'] !== 'string') return message
  return { ...message, content: [...content.slice(0, -1), { ...last, text: last['text'].trimEnd() }] }
}

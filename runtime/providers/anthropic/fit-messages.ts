// Messages as far as Claude accepts them.
import type { Json } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'

export const fitMessages = (messages: Json | undefined): Json | undefined =>
  isList(messages) ? [...messages.slice(0, -1), ...messages.slice(-1).map(withoutTrailingSpace)] : messages

/** Whether the client began the reply that the model is to continue. */
export function isPrefilled(messages: Json | undefined): boolean {
  const last = isList(messages) ? messages.at(-1) : undefined
  return isObject(last) && last['role'] === 'assistant' && (last['tool_calls'] ?? null) === null
}

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

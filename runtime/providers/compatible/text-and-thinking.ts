// Content as a list of parts that includes thinking, where OpenAI clients expect a string; and back.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isList, isObject } from '../../../schemas/values/json.ts'

export interface TextAndThinking {
  readonly text: string
  readonly thinking: string
}

/** Text and thinking of a content: a string, null, absent, or a list of parts. */
export function readTextAndThinking(content: Json | undefined): TextAndThinking {
  if (!isList(content)) return { text: asText(content) ?? '', thinking: '' }
  const parts = content.filter(isObject)
  const join = (type: string, textOf: (part: JsonObject) => string): string =>
    parts
      .filter(part => part['type'] === type)
      .map(textOf)
      .join('')
  return {
    text: join('text', part => asText(part['text']) ?? ''),
    thinking: join('thinking', part => thinkingText(part['thinking'])),
  }
}

const thinkingText = (thinking: Json | undefined): string =>
  isList(thinking)
    ? thinking.map(part => asText(asObject(part)['text']) ?? '').join('')
    : (asText(thinking) ?? '')

/** A message of the history for a provider that expects reasoning among the content parts. */
export function inlineReasoning(message: JsonObject): JsonObject {
  const { reasoning_content: reasoning, ...others } = message
  if (message['role'] !== 'assistant' || typeof reasoning !== 'string') return message
  if (reasoning === '') return others
  const { content } = message
  const thinkingPart = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }
  const contentParts = isList(content) ? content : content ? [{ type: 'text', text: content }] : []
  return { ...others, content: [thinkingPart, ...contentParts] }
}

// Content as a list of parts that includes thinking, where OpenAI clients expect a string; and back.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isList, isObject } from '../wire/json.ts'

export interface Said {
  readonly text: string
  readonly thinking: string
}

/** Text and thinking of a content: a string, null, absent, or a list of parts. */
export function readContent(content: Json | undefined): Said {
  if (!isList(content)) return { text: asText(content) ?? '', thinking: '' }
  const parts = content.filter(isObject)
  const join = (type: string, textOf: (part: JsonObject) => string): string =>
    parts
      .filter(part => part['type'] === type)
      .map(textOf)
      .join('')
  return {
    text: join('text', part => asText(part['text']) ?? ''),
    thinking: join('thinking', part => thoughtOf(part['thinking'])),
  }
}

const thoughtOf = (thinking: Json | undefined): string =>
  isList(thinking)
    ? thinking.map(part => asText(asObject(part)['text']) ?? '').join('')
    : (asText(thinking) ?? '')

/** A message of the history for a provider that expects reasoning among the content parts. */
export function thinkingIntoContent(message: JsonObject): JsonObject {
  const { reasoning_content: reasoning, ...others } = message
  if (message['role'] !== 'assistant' || typeof reasoning !== 'string') return message
  if (reasoning === '') return others
  const { content } = message
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: reasoning }] }
  const said = isList(content) ? content : content ? [{ type: 'text', text: content }] : []
  return { ...others, content: [thought, ...said] }
}

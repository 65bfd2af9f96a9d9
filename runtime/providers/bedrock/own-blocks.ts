// Blocks of Converse as `content_blocks` of replies that are not strict, and back from the history. They have the shapes
// that other providers' blocks have, so that a signature survives a change between providers of one model; what no
// shape fits is kept whole in `converse_block`.
import type { JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, isObject, present } from '../wire/json.ts'

/** True for calls that the caller must answer, and not for those that the provider makes and answers itself. */
export const isCall = (toolUse: unknown): toolUse is JsonObject =>
  isObject(toolUse) && toolUse['type'] !== 'server_tool_use'

/** The dialect takes identifiers of some letters and a length; others are made so, for calls and results alike. */
export const callIdentifier = (identifier: string): string =>
  identifier.replace(/[^a-zA-Z0-9_-]/g, '_').slice(-64)

/** The text that a block adds to the answer. */
export function textOf(block: JsonObject): string | undefined {
  const { citationsContent: cited } = block
  if (!isObject(cited)) return asText(block['text'])
  return asList(cited['content'])
    .map(part => asText(asObject(part)['text']) ?? '')
    .join('')
}

export function blockOf(native: JsonObject): JsonObject {
  const { text, reasoningContent: reasoning, toolUse } = native
  if (typeof text === 'string') return { type: 'text', text }
  if (isObject(reasoning)) return reasoningBlock(reasoning) ?? { type: 'converse_block', block: native }
  if (!isCall(toolUse)) return { type: 'converse_block', block: native }
  return present({
    type: 'tool_use',
    id: toolUse['toolUseId'],
    name: toolUse['name'],
    input: toolUse['input'] ?? {},
  })
}

function reasoningBlock({ reasoningText, redactedContent }: JsonObject): JsonObject | undefined {
  if (typeof redactedContent === 'string') return { type: 'redacted_thinking', data: redactedContent }
  if (!isObject(reasoningText)) return undefined
  return present({
    type: 'thinking',
    thinking: reasoningText['text'] ?? '',
    signature: reasoningText['signature'],
  })
}

/** What a block of the history is in the dialect. Thinking without its signature is left out, as the models want it. */
export function nativeOf(block: JsonObject): readonly JsonObject[] {
  const { type, text, thinking, signature, data: bytes, id, name, input, block: native } = block
  switch (type) {
    case 'text':
      return typeof text === 'string' && text.trim() !== '' ? [{ text }] : []
    case 'thinking':
      return typeof signature === 'string' && signature !== ''
        ? [{ reasoningContent: { reasoningText: { text: asText(thinking) ?? '', signature } } }]
        : []
    case 'redacted_thinking':
      return typeof bytes === 'string' ? [{ reasoningContent: { redactedContent: bytes } }] : []
    case 'tool_use':
      return typeof id === 'string' && typeof name === 'string'
        ? [{ toolUse: { toolUseId: callIdentifier(id), name, input: asObject(input) } }]
        : []
    default:
      return type === 'converse_block' && isObject(native) ? [native] : []
  }
}

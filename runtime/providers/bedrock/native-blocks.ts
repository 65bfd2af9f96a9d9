// Converse blocks as `content_blocks` of non-strict replies, and back from the history. They have the shapes of
// other providers' blocks, so that a signature survives a switch between providers of one model; blocks without an
// equivalent are wrapped in `converse_block`.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import { boundCallId, toAcceptedCallId } from '../../wire/tool-call-ids.ts'

/** True for calls that the client must answer, and not for those of provider-run tools. */
export const isClientCall = (toolUse: unknown): toolUse is JsonObject =>
  isObject(toolUse) && toolUse['type'] !== 'server_tool_use'

const MAX_ID_LENGTH = 64

/** The dialect restricts characters and length of ids; others are mapped, for calls and results alike. */
export const toToolUseId = (identifier: string): string =>
  boundCallId(toAcceptedCallId(identifier), MAX_ID_LENGTH)

/** The text that a block contributes to the answer. */
export function blockText(block: JsonObject): string | undefined {
  const { citationsContent: cited } = block
  if (!isObject(cited)) return asText(block['text'])
  return asList(cited['content'])
    .map(part => asText(asObject(part)['text']) ?? '')
    .join('')
}

export function blockOf(native: JsonObject): JsonObject {
  const { text, reasoningContent: reasoning, toolUse, citationsContent: cited } = native
  // The text for those who cannot read the block, which goes back unchanged with its citations.
  if (isObject(cited)) return { type: 'converse_block', text: blockText(native) ?? '', block: native }
  if (typeof text === 'string') return { type: 'text', text }
  if (isObject(reasoning)) return reasoningBlock(reasoning) ?? { type: 'converse_block', block: native }
  if (!isClientCall(toolUse)) return { type: 'converse_block', block: native }
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

/** The native blocks of a block of the history. Thinking without its signature is left out, as the models require. */
export function toNativeBlocks(block: JsonObject): readonly JsonObject[] {
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
        ? [{ toolUse: { toolUseId: toToolUseId(id), name, input: asObject(input) } }]
        : []
    default:
      return type === 'converse_block' && isObject(native) ? [native] : []
  }
}

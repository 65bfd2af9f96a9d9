// A whole message → a chat completion; and how a message ended and what it used, which its stream reports in the same
// form.
import {
  asCount,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { isNeutral, unlistedFields } from '../../values/prices/read-usage.ts'
import { blockFields } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from '../../wire/chat.ts'
import { vendorError } from '../../wire/error.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import { usageShape } from '../../wire/usage.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  if (body['type'] === 'error') return unreadableReply(vendorError(body, 200).message)
  if (!isList(body['content'])) return unreadableReply('The provider returned no content.')
  const blocks = body['content'].filter(isObject)
  const calls = blocks.filter(block => block['type'] === 'tool_use').map(toolCall(context.identifier))
  const texts = blocks.filter(block => block['type'] === 'text').map(block => asText(block['text']) ?? '')
  const refusal = refusalText(body)
  const hasNoContent = texts.length === 0 && (calls.length > 0 || refusal !== null)
  const message = chatMessage({
    content: hasNoContent ? null : texts.join(''),
    refusal,
    toolCalls: calls,
    extra: context.strict ? {} : blockFields(blocks),
  })
  const choice = chatChoice(0, message, finishReason(asText(body['stop_reason']), calls.length > 0))
  const head = {
    id: asText(body['id']) ?? `msg_${context.identifier}`,
    created: context.now,
    model: asText(body['model']) ?? context.model,
  }
  const finishFields = context.strict ? {} : nativeFinish(body)
  return chatCompletion(head, [{ ...choice, ...finishFields }], convertUsage(body['usage'], context.strict))
}

const unreadableReply = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

const toolCall =
  (identifier: string) =>
  (block: JsonObject, index: number): ToolCall => ({
    id: asText(block['id']) ?? `call_${identifier}_${index}`,
    name: asText(block['name']) ?? '',
    arguments: writeJson(block['input'] ?? {}),
  })

/**
 * Why the model refused, or null when it did not. The ending is a whole message, or the `delta` at the end of a stream. Clients of chats
 * see a refusal by this text only, so one without a reason has a sentence.
 */
export const refusalText = (ending: JsonObject): string | null =>
  ending['stop_reason'] === 'refusal'
    ? asText(asObject(ending['stop_details'])['explanation']) || 'The model refused to answer.'
    : null

/** Native fields about the end, for a non-strict reply. */
export const nativeFinish = (ending: JsonObject): JsonObject => ({
  native_finish_reason: asText(ending['stop_reason']) ?? null,
  stop_sequence: asText(ending['stop_sequence']) ?? null,
})

/** What is charged at the price itself is not recorded. */
const charged = (value: Json | undefined): Json | undefined =>
  typeof value !== 'string' || isNeutral(value) ? undefined : value

/**
 * Token counts → OpenAI's. `input_tokens` excludes tokens that were read from or written to the cache;
 * OpenAI's prompt tokens include all three. Not strict, the two cache counts are included under their own
 * names.
 */
export function convertUsage(usage: Json | undefined, strict: boolean): JsonObject {
  const counts = asObject(usage)
  const read = asCount(counts['cache_read_input_tokens']) ?? 0
  const written = asCount(counts['cache_creation_input_tokens']) ?? 0
  const shape = usageShape({
    prompt: (asCount(counts['input_tokens']) ?? 0) + read + written,
    completion: asCount(counts['output_tokens']) ?? 0,
    cached: read,
    written,
    writtenForHour: asCount(asObject(counts['cache_creation'])['ephemeral_1h_input_tokens']),
    tier: asText(counts['service_tier']),
    reasoning: asCount(asObject(counts['output_tokens_details'])['thinking_tokens']),
    besides: {
      inference_geo: charged(counts['inference_geo']),
      speed: charged(counts['speed']),
      iterations: counts['iterations'] ?? undefined,
      server_tool_use: counts['server_tool_use'] ?? undefined,
      unlisted: unlistedFields('openai', counts),
    },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: read, cache_creation_input_tokens: written }
}

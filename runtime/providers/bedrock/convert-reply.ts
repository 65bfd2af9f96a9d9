// A whole Converse reply → a chat completion. It has no id and no model.
import {
  asCount,
  asList,
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
import { unlistedFields } from '../../values/prices/read-usage.ts'
import { blockFields } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from '../../wire/chat.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import { usageShape } from '../../wire/usage.ts'
import { blockOf, blockText, isClientCall } from './native-blocks.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  const { content } = asObject(asObject(body['output'])['message'])
  if (!isList(content)) return unreadableReply('The provider returned no content.')
  const blocks = content.filter(isObject)
  const calls = blocks
    .map(block => block['toolUse'])
    .filter(isClientCall)
    .map(toolCall(context.identifier))
  const texts = blocks.map(blockText).filter(text => text !== undefined)
  const message = chatMessage({
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    toolCalls: calls,
    extra: context.strict ? {} : blockFields(blocks.map(blockOf)),
  })
  const reason = asText(body['stopReason'])
  const choice = chatChoice(0, message, finishReason(reason, calls.length > 0))
  const ended = context.strict ? choice : { ...choice, native_finish_reason: reason ?? null }
  const head = { id: `chatcmpl-${context.identifier}`, created: context.now, model: context.model }
  return chatCompletion(head, [ended], convertUsage(body['usage'], context.strict, body['serviceTier']))
}

const unreadableReply = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

const toolCall =
  (identifier: string) =>
  (toolUse: JsonObject, index: number): ToolCall => ({
    id: asText(toolUse['toolUseId']) ?? `call_${identifier}_${index}`,
    name: asText(toolUse['name']) ?? '',
    arguments: writeJson(toolUse['input'] ?? {}),
  })

/**
 * Token counts → OpenAI's. `inputTokens` excludes tokens that were read from or written to the cache;
 * OpenAI's prompt tokens include all three. Older replies have longer names for the two. `tier` is the
 * service tier of the reply. Not strict, the two cache counts are included, under the names that other
 * providers use.
 */
export function convertUsage(usage: Json | undefined, strict: boolean, tier?: Json): JsonObject {
  const counts = asObject(usage)
  const count = (...names: readonly string[]): number =>
    names.map(name => asCount(counts[name])).find(each => each !== undefined) ?? 0
  const read = count('cacheReadInputTokens', 'cacheReadInputTokenCount')
  const written = count('cacheWriteInputTokens', 'cacheWriteInputTokenCount')
  const shape = usageShape({
    prompt: count('inputTokens') + read + written,
    completion: count('outputTokens'),
    cached: read,
    written,
    writtenForHour: asList(counts['cacheDetails'])
      .map(asObject)
      .filter(({ ttl }) => ttl === '1h')
      .reduce((sum, { inputTokens }) => sum + (asCount(inputTokens) ?? 0), 0),
    tier: asText(asObject(tier)['type']),
    besides: { unlisted: unlistedFields('converse', counts) },
  })
  return strict ? shape : { ...shape, cache_read_input_tokens: read, cache_creation_input_tokens: written }
}

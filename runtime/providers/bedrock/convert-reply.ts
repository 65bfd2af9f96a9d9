// A whole Converse reply → a chat completion. It has no id and no model.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { chatChoice, chatMessage, chatReply, type ToolCall } from '../wire/chat.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asObject, asText, isList, isObject, writeJson } from '../wire/json.ts'
import { convertUsage } from './convert-usage.ts'
import { blockOf, isCall, textOf } from './own-blocks.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return misunderstood("The provider's reply is not a JSON object.")
  const { content } = asObject(asObject(body['output'])['message'])
  if (!isList(content)) return misunderstood('The provider returned no content.')
  const blocks = content.filter(isObject)
  const calls = blocks
    .map(block => block['toolUse'])
    .filter(isCall)
    .map(toolCall(context.identifier))
  const texts = blocks.map(textOf).filter(text => text !== undefined)
  const message = chatMessage({
    content: texts.length === 0 && calls.length > 0 ? null : texts.join(''),
    toolCalls: calls,
    extra: context.strict ? {} : { content_blocks: blocks.map(blockOf) },
  })
  const reason = asText(body['stopReason'])
  const choice = chatChoice(0, message, finishReason(reason, calls.length > 0))
  const ended = context.strict ? choice : { ...choice, native_finish_reason: reason ?? null }
  const head = { id: `chatcmpl-${context.identifier}`, created: context.now, model: context.model }
  return chatReply(head, [ended], convertUsage(body['usage'], context.strict))
}

const misunderstood = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

const toolCall =
  (identifier: string) =>
  (toolUse: JsonObject, index: number): ToolCall => ({
    id: asText(toolUse['toolUseId']) ?? `call_${identifier}_${index}`,
    name: asText(toolUse['name']) ?? '',
    arguments: writeJson(toolUse['input'] ?? {}),
  })

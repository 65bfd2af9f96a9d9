// A whole message → a chat completion.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asText, isList, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import { blockFields } from '../../wire/block-fields.ts'
import { chatChoice, chatCompletion, chatMessage, type ToolCall } from '../../wire/chat.ts'
import { vendorError } from '../../wire/error.ts'
import { finishReason } from '../../wire/finish-reason.ts'
import { convertUsage } from './convert-usage.ts'
import { nativeFinish, refusalText } from './finish.ts'

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

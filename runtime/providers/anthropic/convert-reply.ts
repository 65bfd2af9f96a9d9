// A whole message → a chat completion.
import type { JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { chatChoice, chatMessage, chatReply, type ToolCall } from '../wire/chat.ts'
import { vendorError } from '../wire/error.ts'
import { finishReason } from '../wire/finish-reason.ts'
import { asText, isList, isObject, writeJson } from '../wire/json.ts'
import { convertUsage } from './convert-usage.ts'
import { nativeEnding, refusalText } from './ending.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return misunderstood("The provider's reply is not a JSON object.")
  if (body['type'] === 'error') return misunderstood(vendorError(body, 200).message)
  if (!isList(body['content'])) return misunderstood('The provider returned no content.')
  const blocks = body['content'].filter(isObject)
  const calls = blocks.filter(block => block['type'] === 'tool_use').map(toolCall(context.identifier))
  const texts = blocks.filter(block => block['type'] === 'text').map(block => asText(block['text']) ?? '')
  const refusal = refusalText(body)
  const silent = texts.length === 0 && (calls.length > 0 || refusal !== null)
  const message = chatMessage({
    content: silent ? null : texts.join(''),
    refusal,
    toolCalls: calls,
    extra: context.strict ? {} : { content_blocks: blocks },
  })
  const choice = chatChoice(0, message, finishReason(asText(body['stop_reason']), calls.length > 0))
  const head = {
    id: asText(body['id']) ?? `msg_${context.identifier}`,
    created: context.now,
    model: asText(body['model']) ?? context.model,
  }
  const ending = context.strict ? {} : nativeEnding(body)
  return chatReply(head, [{ ...choice, ...ending }], convertUsage(body['usage'], context.strict))
}

const misunderstood = (message: string): Failure =>
  failure('invalid_upstream_reply', message, { cause: 'decode' })

const toolCall =
  (identifier: string) =>
  (block: JsonObject, index: number): ToolCall => ({
    id: asText(block['id']) ?? `call_${identifier}_${index}`,
    name: asText(block['name']) ?? '',
    arguments: writeJson(block['input'] ?? {}),
  })

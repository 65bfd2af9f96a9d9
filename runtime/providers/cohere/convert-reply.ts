// A whole reply → a chat completion.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { toChatCompletion, unreadableReply } from '../../wire/chat-completion.ts'
import { vendorError } from '../../wire/error.ts'
import { callArguments } from '../../wire/history.ts'
import { convertUsage } from './convert-usage.ts'
import { generationError } from './generation-error.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  const { message, finish_reason: reason } = body
  if (!isObject(message)) return unreadableReply(vendorError(body, 200).message)
  const error = generationError(body)
  if (error !== undefined) return unreadableReply(error.message)
  const { content, tool_plan: plan, citations } = message
  const calls = asList(message['tool_calls']).filter(isObject).map(toolCall(context.identifier))
  const contentBlocks = typeof content === 'string' ? textBlocks(content) : asList(content).filter(isObject)
  const blocks = [...contentBlocks, ...textBlocks(asText(plan) ?? '')]
  return toChatCompletion(
    {
      id: asText(body['id']) ?? `chatcmpl-${context.identifier}`,
      model: context.model,
      text: blocks.map(textOf).join(''),
      calls,
      blocks: [...blocks, ...calls.map(useOf)],
      extra: isList(citations) ? { citations } : {},
      nativeReason: asText(reason),
      usage: convertUsage(body['usage'], context.strict),
    },
    context,
  )
}

const textBlocks = (text: string): readonly JsonObject[] => (text === '' ? [] : [{ type: 'text', text }])

const textOf = ({ type, text }: JsonObject): string => (type === 'text' ? (asText(text) ?? '') : '')

/** Arguments of a tool without any are `null` or absent; invalid JSON passes as the model wrote it. */
const toolCall =
  (identifier: string) =>
  (call: JsonObject, index: number): ToolCall => {
    const { name, arguments: written } = asObject(call['function'])
    const input = callArguments(written)
    const isEmpty = input !== undefined && Object.keys(input).length === 0
    return {
      id: asText(call['id']) ?? `call_${identifier}_${index}`,
      name: asText(name) ?? '',
      arguments: isEmpty ? '{}' : (asText(written) ?? writeJson(written ?? {})),
    }
  }

const useOf = (call: ToolCall): JsonObject => ({
  type: 'tool_use',
  id: call.id,
  name: call.name,
  input: callArguments(call.arguments) ?? {},
})

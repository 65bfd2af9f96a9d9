// A whole reply → a chat completion.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { answerReply, misunderstood } from '../wire/answer.ts'
import type { ToolCall } from '../wire/chat.ts'
import { vendorError } from '../wire/error.ts'
import { callArguments } from '../wire/history.ts'
import { asList, asObject, asText, isList, isObject, writeJson } from '../wire/json.ts'
import { convertUsage } from './convert-usage.ts'
import { brokenOff } from './ending.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return misunderstood("The provider's reply is not a JSON object.")
  const { message, finish_reason: reason } = body
  if (!isObject(message)) return misunderstood(vendorError(body, 200).message)
  const error = brokenOff(body)
  if (error !== undefined) return misunderstood(error.message)
  const { content, tool_plan: plan, citations } = message
  const calls = asList(message['tool_calls']).filter(isObject).map(toolCall(context.identifier))
  const said = typeof content === 'string' ? textBlocks(content) : asList(content).filter(isObject)
  const blocks = [...said, ...textBlocks(asText(plan) ?? '')]
  return answerReply(
    {
      id: asText(body['id']) ?? `chatcmpl-${context.identifier}`,
      model: context.model,
      text: blocks.map(textOf).join(''),
      calls,
      blocks: [...blocks, ...calls.map(useOf)],
      extra: isList(citations) ? { citations } : {},
      ending: asText(reason),
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
    const isNothing = input !== undefined && Object.keys(input).length === 0
    return {
      id: asText(call['id']) ?? `call_${identifier}_${index}`,
      name: asText(name) ?? '',
      arguments: isNothing ? '{}' : (asText(written) ?? writeJson(written ?? {})),
    }
  }

const useOf = (call: ToolCall): JsonObject => ({
  type: 'tool_use',
  id: call.id,
  name: call.name,
  input: callArguments(call.arguments) ?? {},
})

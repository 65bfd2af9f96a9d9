// A whole reply → a chat completion. It has no id. Message and counts of a stream have the same form.
import {
  asCount,
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  writeJson,
} from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { toChatCompletion, unreadableReply } from '../../wire/chat-completion.ts'
import { vendorError } from '../../wire/error.ts'
import { callArguments } from '../../wire/history.ts'
import { usageShape } from '../../wire/usage.ts'

export function convertReply(body: unknown, context: AdapterContext): JsonObject | Failure {
  if (!isObject(body)) return unreadableReply("The provider's reply is not a JSON object.")
  if (body['error'] !== undefined) return unreadableReply(vendorError(body, 200).message)
  if (!isObject(body['message'])) return unreadableReply('The provider returned no message.')
  const message = readMessage(body['message'], context.identifier, 0)
  return toChatCompletion(
    {
      id: `chatcmpl-${context.identifier}`,
      model: asText(body['model']) ?? context.model,
      text: message.text,
      calls: message.calls,
      blocks: blocksOf(message),
      nativeReason: asText(body['done_reason']),
      usage: readUsage(body) ?? usageShape({ prompt: 0, completion: 0 }),
    },
    context,
  )
}

const blocksOf = ({ thinking, text, calls }: OllamaMessage): readonly JsonObject[] => [
  ...(thinking === '' ? [] : [{ type: 'thinking', thinking }]),
  ...(text === '' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, arguments: written }) => ({
    type: 'tool_use',
    id,
    name,
    input: callArguments(written) ?? {},
  })),
]

interface OllamaMessage {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly ToolCall[]
}

/**
 * A message of the dialect, whole or as a stream delta: both have the same shape. `before` is the number of
 * tool calls of the reply before this delta, from which ids are generated.
 */
export function readMessage(
  message: Json | undefined,
  identifier: string,
  callsBefore: number,
): OllamaMessage {
  const { content, thinking, tool_calls: calls } = asObject(message)
  return {
    text: asText(content) ?? '',
    thinking: asText(thinking) ?? '',
    calls: asList(calls)
      .filter(isObject)
      .map((call, index) => readCall(call, `call_${identifier}_${callsBefore + index}`)),
  }
}

function readCall(call: JsonObject, fallbackId: string): ToolCall {
  const { name, arguments: input } = asObject(call['function'])
  return {
    id: asText(call['id']) || fallbackId,
    name: asText(name) ?? '',
    arguments: writeJson(callArguments(input) ?? input ?? {}),
  }
}

/** Undefined where the provider sent no counts; an omitted count (of a cached prompt) is 0. */
export function readUsage(body: JsonObject): JsonObject | undefined {
  const prompt = asCount(body['prompt_eval_count'])
  const completion = asCount(body['eval_count'])
  if (prompt === undefined && completion === undefined) return undefined
  return usageShape({ prompt: prompt ?? 0, completion: completion ?? 0 })
}

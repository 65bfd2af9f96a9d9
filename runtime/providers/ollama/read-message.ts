// A message of the dialect, whole or as a stream delta: both have the same shape.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { callArguments } from '../../wire/history.ts'
import { usageShape } from '../../wire/usage.ts'

export interface OllamaMessage {
  readonly text: string
  readonly thinking: string
  readonly calls: readonly ToolCall[]
}

/** `before` is the number of tool calls of the reply before this delta, from which ids are generated. */
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

// Builders of chat replies and chunks in the OpenAI schema. `refusal` and `logprobs` are always present, null if
// none: OpenAI's own traffic does not conform to its schema here, ours does.
import type { JsonObject } from '../../schemas/values/json.ts'
import { present } from '../../schemas/values/json.ts'

/** Fields shared by all chunks of a stream, or by the one whole reply. */
export interface ChatHead {
  readonly id: string
  /** Unix seconds. */
  readonly created: number
  readonly model: string
}

/** A tool call; `arguments` is JSON text. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
  /** Opaque values that must come back with the call. */
  readonly extraContent?: JsonObject | undefined
}

const toolCallShape = (call: ToolCall): JsonObject =>
  present({
    id: call.id,
    type: 'function',
    function: { name: call.name, arguments: call.arguments },
    extra_content: call.extraContent,
  })

export interface AssistantMessage {
  /** Null if the answer consists of tool calls only. */
  readonly content: string | null
  readonly refusal?: string | null
  readonly toolCalls: readonly ToolCall[]
  /** Further properties of a non-strict reply. */
  readonly extra?: JsonObject
}

export const chatMessage = (message: AssistantMessage): JsonObject =>
  present({
    role: 'assistant',
    content: message.content,
    refusal: message.refusal ?? null,
    tool_calls: message.toolCalls.length === 0 ? undefined : message.toolCalls.map(toolCallShape),
    ...message.extra,
  })

/** One choice of a whole reply. */
export const chatChoice = (
  index: number,
  message: JsonObject,
  finish: string,
  logprobs: JsonObject | null = null,
): JsonObject => ({
  index,
  message,
  logprobs,
  finish_reason: finish,
})

export const chatCompletion = (
  head: ChatHead,
  choices: readonly JsonObject[],
  usage: JsonObject,
): JsonObject => ({
  id: head.id,
  object: 'chat.completion',
  created: head.created,
  model: head.model,
  choices,
  usage,
})

/** A chunk with one choice; `finish` is null until the last one. */
export const chatChunk = (
  head: ChatHead,
  delta: JsonObject,
  finish: string | null = null,
  index = 0,
  logprobs: JsonObject | null = null,
): JsonObject => ({
  id: head.id,
  object: 'chat.completion.chunk',
  created: head.created,
  model: head.model,
  choices: [{ index, delta, logprobs, finish_reason: finish }],
})

/** The chunk that carries usage, and no choice. */
export const usageChunk = (head: ChatHead, usage: JsonObject): JsonObject => ({
  id: head.id,
  object: 'chat.completion.chunk',
  created: head.created,
  model: head.model,
  choices: [],
  usage,
})

/** The delta that starts a tool call, with all its fixed fields. */
export const toolCallStart = (index: number, call: ToolCall): JsonObject => ({
  tool_calls: [{ index, ...toolCallShape(call) }],
})

/** The delta that appends to the arguments of an open tool call. */
export const toolCallDelta = (index: number, text: string): JsonObject => ({
  tool_calls: [{ index, function: { arguments: text } }],
})

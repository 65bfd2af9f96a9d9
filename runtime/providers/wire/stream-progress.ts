// Stream state of single-choice dialects with content blocks, and the chunks made from it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamStep } from '../adapter.ts'
import { type ChatHead, chatChunk, toolCallMore } from './chat.ts'
import { writeJson } from './json.ts'

/** A tool call whose block is open. */
export interface OpenCall {
  /** Index among the tool calls of this reply, from 0. */
  readonly index: number
  /** The initial input of the block; sent when no argument delta follows. */
  readonly input: Json
  fed: boolean
}

export interface Progress {
  readonly context: AdapterContext
  head: ChatHead
  /** Whether the role was sent. */
  opened: boolean
  /** Whether the reply ended, complete or not. */
  over: boolean
  /** Number of tool calls started. */
  calls: number
  usage: JsonObject
  ending: JsonObject
  /** By block index. */
  readonly open: Map<Json | undefined, OpenCall>
}

/** `id` is used until the provider sends one. */
export const beginProgress = (context: AdapterContext, id: string): Progress => ({
  context,
  head: { id, created: context.now, model: context.model },
  opened: false,
  over: false,
  calls: 0,
  usage: {},
  ending: {},
  open: new Map(),
})

/** The role is sent before everything else, also when a stream starts in the middle. */
export function openReply(progress: Progress): readonly StreamStep[] {
  if (progress.opened) return []
  progress.opened = true
  return [{ chunk: chatChunk(progress.head, { role: 'assistant', content: '', refusal: null }) }]
}

/** A chunk with this delta, unless it is empty. */
export function deltaStep(delta: JsonObject, progress: Progress): readonly StreamStep[] {
  if (Object.keys(delta).length === 0) return []
  return [...openReply(progress), { chunk: chatChunk(progress.head, delta) }]
}

/** A tool call without argument deltas has the arguments that its block started with: usually none, which is `{}`. */
export function closeCall(index: Json | undefined, progress: Progress): readonly StreamStep[] {
  const call = progress.open.get(index)
  progress.open.delete(index)
  if (call === undefined || call.fed) return []
  return deltaStep(toolCallMore(call.index, writeJson(call.input)), progress)
}

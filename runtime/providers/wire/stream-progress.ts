// What dialects with one answer in blocks remember of a stream while its events come, and the chunks made of it.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { AdapterContext, StreamStep } from '../adapter.ts'
import { type ChatHead, chatChunk, toolCallMore } from './chat.ts'
import { writeJson } from './json.ts'

/** A call whose block is open. */
export interface OpenCall {
  /** Among the calls of this reply, from 0. */
  readonly index: number
  /** What the block began with; sent when no piece of arguments follows. */
  readonly input: Json
  fed: boolean
}

export interface Progress {
  readonly context: AdapterContext
  head: ChatHead
  /** The role was told. */
  opened: boolean
  /** The reply ended, well or not. */
  over: boolean
  /** How many calls were opened. */
  calls: number
  usage: JsonObject
  ending: JsonObject
  /** By the index of their block. */
  readonly open: Map<Json | undefined, OpenCall>
}

/** `id` is the reply's until the provider gives one. */
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

/** The role comes before everything else, also when a stream begins in its middle. */
export function openReply(progress: Progress): readonly StreamStep[] {
  if (progress.opened) return []
  progress.opened = true
  return [{ chunk: chatChunk(progress.head, { role: 'assistant', content: '', refusal: null }) }]
}

/** A chunk with this delta, unless there is nothing in it. */
export function deltaStep(delta: JsonObject, progress: Progress): readonly StreamStep[] {
  if (Object.keys(delta).length === 0) return []
  return [...openReply(progress), { chunk: chatChunk(progress.head, delta) }]
}

/** A call that was fed nothing has the arguments that its block began with: mostly none, which is `{}`. */
export function closeCall(index: Json | undefined, progress: Progress): readonly StreamStep[] {
  const call = progress.open.get(index)
  progress.open.delete(index)
  if (call === undefined || call.fed) return []
  return deltaStep(toolCallMore(call.index, writeJson(call.input)), progress)
}

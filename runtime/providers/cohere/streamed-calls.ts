// Tool calls in a stream. A tool without arguments gets none, an empty string or the text `null`: arguments are
// buffered as long as they may become that, and a call without arguments gets the empty object.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { StreamStep } from '../adapter.ts'
import { toolCallMore, toolCallStart } from '../wire/chat.ts'
import { asObject, asText, isObject, writeJson } from '../wire/json.ts'
import { blockPiece } from '../wire/stream-blocks.ts'
import { closeCall, deltaStep } from '../wire/stream-progress.ts'
import { kept, type StreamedReply } from './streamed-reply.ts'

/** A prefix of `null`, or all of it. */
const MAYBE_NOTHING = /^\s*(n(u(ll?)?)?)?\s*$/

export function openCall(
  index: Json | undefined,
  call: JsonObject,
  streamed: StreamedReply,
): readonly StreamStep[] {
  const { reply } = streamed
  const before = endCall(index, streamed)
  const at = reply.calls
  reply.calls += 1
  reply.open.set(index, { index: at, input: {}, fed: false })
  const id = asText(call['id']) ?? `call_${reply.context.identifier}_${at}`
  const name = asText(asObject(call['function'])['name']) ?? ''
  const use = { type: 'tool_use', id, name, input: {} }
  const block = kept(streamed, indexes => blockPiece(`call ${at}`, use, {}, indexes))
  const started = { ...toolCallStart(at, { id, name, arguments: '' }), ...block }
  return [...before, ...deltaStep(started, reply), ...feedCall(index, call, streamed)]
}

export function feedCall(
  index: Json | undefined,
  call: JsonObject,
  streamed: StreamedReply,
): readonly StreamStep[] {
  const { reply, held } = streamed
  const open = reply.open.get(index)
  const written = asObject(call['function'])['arguments']
  const piece = isObject(written) ? writeJson(written) : asText(written)
  if (open === undefined || !piece) return []
  const text = (held.get(index) ?? '') + piece
  if (!open.fed && MAYBE_NOTHING.test(text)) {
    held.set(index, text)
    return []
  }
  held.delete(index)
  open.fed = true
  const delta = { type: 'input_json_delta', partial_json: text }
  const block = kept(streamed, indexes => blockPiece(`call ${open.index}`, {}, delta, indexes))
  return deltaStep({ ...toolCallMore(open.index, text), ...block }, reply)
}

export function endCall(index: Json | undefined, { reply, held }: StreamedReply): readonly StreamStep[] {
  held.delete(index)
  return closeCall(index, reply)
}

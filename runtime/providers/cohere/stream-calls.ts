// Tool calls in a stream. A tool without arguments gets none, an empty string or the text `null`: arguments are
// buffered as long as they may become that, and a call without arguments gets the empty object.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { StreamStep } from '../../values/adapter.ts'
import { toolCallDelta, toolCallStart } from '../../wire/chat.ts'
import { blockEntry } from '../../wire/stream-blocks.ts'
import { closeCall, deltaStep } from '../../wire/stream-state.ts'
import { blockField, type CohereStreamState } from './stream-state.ts'

/** A prefix of `null`, or all of it. */
const MAYBE_NULL = /^\s*(n(u(ll?)?)?)?\s*$/

export function startCall(
  index: Json | undefined,
  call: JsonObject,
  state: CohereStreamState,
): readonly StreamStep[] {
  const { reply } = state
  const before = endCall(index, state)
  const callIndex = reply.callCount
  reply.callCount += 1
  reply.openCalls.set(index, { index: callIndex, input: {}, fed: false })
  const id = asText(call['id']) ?? `call_${reply.context.identifier}_${callIndex}`
  const name = asText(asObject(call['function'])['name']) ?? ''
  const use = { type: 'tool_use', id, name, input: {} }
  const block = blockField(state, indexes => blockEntry(`call ${callIndex}`, use, {}, indexes))
  const started = { ...toolCallStart(callIndex, { id, name, arguments: '' }), ...block }
  return [...before, ...deltaStep(started, reply), ...feedCall(index, call, state)]
}

export function feedCall(
  index: Json | undefined,
  call: JsonObject,
  state: CohereStreamState,
): readonly StreamStep[] {
  const { reply, pendingArguments } = state
  const open = reply.openCalls.get(index)
  const written = asObject(call['function'])['arguments']
  const piece = isObject(written) ? writeJson(written) : asText(written)
  if (open === undefined || !piece) return []
  const text = (pendingArguments.get(index) ?? '') + piece
  if (!open.fed && MAYBE_NULL.test(text)) {
    pendingArguments.set(index, text)
    return []
  }
  pendingArguments.delete(index)
  open.fed = true
  const delta = { type: 'input_json_delta', partial_json: text }
  const block = blockField(state, indexes => blockEntry(`call ${open.index}`, {}, delta, indexes))
  return deltaStep({ ...toolCallDelta(open.index, text), ...block }, reply)
}

export function endCall(
  index: Json | undefined,
  { reply, pendingArguments }: CohereStreamState,
): readonly StreamStep[] {
  pendingArguments.delete(index)
  return closeCall(index, reply)
}

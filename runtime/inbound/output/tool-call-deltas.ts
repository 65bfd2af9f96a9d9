// Matches a tool call delta to its call. Calls are identified by index and id together: some providers give every call
// the same index, some give none.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, asText, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { CallPart } from './output-part.ts'

/** A call with the index and id of its deltas. */
export interface TrackedCall {
  readonly index: Json | undefined
  /** The provider's id; undefined when it gave none. */
  readonly id: string | undefined
  readonly part: CallPart
}

/** Only the most recent calls are searched: searching all of them for every delta would be quadratic. */
const MAX_OPEN_CALLS = 256

/** The call that the delta continues; undefined when it starts a new one. */
export function findCall(delta: JsonObject, calls: readonly TrackedCall[]): TrackedCall | undefined {
  const openCalls = calls.slice(-MAX_OPEN_CALLS)
  const id = asText(delta['id']) || undefined
  const index = delta['index'] ?? undefined
  if (index !== undefined)
    return openCalls.findLast(
      call => call.index === index && (id === undefined || call.id === undefined || call.id === id),
    )
  if (id !== undefined) return openCalls.findLast(call => call.id === id)
  return toolNameOf(delta) === '' ? openCalls.at(-1) : undefined
}

export const isCustomCall = (delta: JsonObject): boolean => isObject(delta['custom'])

const calledTool = (delta: JsonObject): JsonObject => asObject(delta['function'] ?? delta['custom'])

export const toolNameOf = (delta: JsonObject): string => asText(calledTool(delta)['name']) ?? ''

/** Arguments are a string; some providers send the parsed value. */
export function argumentsDelta(delta: JsonObject): string {
  const tool = calledTool(delta)
  const argumentsValue = tool['arguments'] ?? tool['input'] ?? ''
  return typeof argumentsValue === 'string' ? argumentsValue : writeJson(argumentsValue)
}

// Matches a tool call delta to its call. Calls are identified by index and id together: some providers give every call
// the same index, some give none.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, writeJson } from '../../providers/wire/json.ts'
import type { CallPart } from './part.ts'

/** A call with the index and id of its deltas. */
export interface KnownCall {
  readonly index: Json | undefined
  /** The provider's id; undefined when it gave none. */
  readonly given: string | undefined
  readonly part: CallPart
}

/** Only the most recent calls are searched: searching all of them for every delta would be quadratic. */
const MOST_OPEN = 256

/** The call that the delta continues; undefined when it starts a new one. */
export function callOf(piece: JsonObject, calls: readonly KnownCall[]): KnownCall | undefined {
  const known = calls.slice(-MOST_OPEN)
  const given = asText(piece['id']) || undefined
  const index = piece['index'] ?? undefined
  if (index !== undefined)
    return known.findLast(
      call =>
        call.index === index && (given === undefined || call.given === undefined || call.given === given),
    )
  if (given !== undefined) return known.findLast(call => call.given === given)
  return nameOf(piece) === '' ? known.at(-1) : undefined
}

export const isCustom = (piece: JsonObject): boolean => isObject(piece['custom'])

const calledOf = (piece: JsonObject): JsonObject => asObject(piece['function'] ?? piece['custom'])

export const nameOf = (piece: JsonObject): string => asText(calledOf(piece)['name']) ?? ''

/** Arguments are a string; some providers send the parsed value. */
export function writtenIn(piece: JsonObject): string {
  const called = calledOf(piece)
  const written = called['arguments'] ?? called['input'] ?? ''
  return typeof written === 'string' ? written : writeJson(written)
}

// Which call a piece of one belongs to. Calls are told apart by index and identifier together: some providers give every
// call the same index, some give none.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asObject, asText, isObject, writeJson } from '../../providers/wire/json.ts'
import type { CallPart } from './part.ts'

/** A call with what its pieces are known by. */
export interface KnownCall {
  readonly index: Json | undefined
  /** As the provider gave it; undefined when it gave none. */
  readonly given: string | undefined
  readonly part: CallPart
}

/** Calls further back are over: a search among all of them for every piece would cost the square of their number. */
const MOST_OPEN = 256

/** The call that the piece adds to; undefined when it begins one. */
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

/** Arguments are text; some providers give the value itself. */
export function writtenIn(piece: JsonObject): string {
  const called = calledOf(piece)
  const written = called['arguments'] ?? called['input'] ?? ''
  return typeof written === 'string' ? written : writeJson(written)
}

// Provider state of a message while it is streamed. Mutable: copying it for each delta would be quadratic.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Carried } from '../history/carried.ts'

export interface Keeping {
  /** Entries of `reasoning_details`. */
  readonly details: JsonObject[]
  /** The `extra_content` of calls, by call id. */
  readonly calls: Map<string, Json>
  /** The `extra_content` of the message itself. */
  readonly extra: Map<string, Json>
}

export const beginKeeping = (): Keeping => ({ details: [], calls: new Map(), extra: new Map() })

export const keepExtra = ({ extra }: Keeping, more: JsonObject): void => {
  for (const [name, value] of Object.entries(more)) extra.set(name, value)
}

export const kept = ({ details, calls, extra }: Keeping): Carried => ({
  details: details.length === 0 ? undefined : details,
  extra: extra.size === 0 ? undefined : Object.fromEntries(extra),
  calls: calls.size === 0 ? undefined : Object.fromEntries(calls),
})

/** Appends all of it to another builder. */
export function handOver(from: Keeping, to: Keeping): void {
  for (const entry of from.details) to.details.push(entry)
  for (const [id, value] of from.calls) to.calls.set(id, value)
  for (const [name, value] of from.extra) to.extra.set(name, value)
}

// The result of linking a node: its route, and whether open circuits would reject the call now.
import type { Call, Route } from '../call.ts'

/** True when every target the call could reach below the node has an open circuit. Reserves nothing. */
export type IsOpen = (call: Call) => boolean

export interface Linked {
  readonly route: Route
  /** Absent where there is no circuit below, so that choosing among such nodes costs nothing. */
  readonly isOpen?: IsOpen
  /** The node's name in logs: `config.targets[1]`. */
  readonly at?: string
}

/** Records for the log that a target was skipped. */
export function noteSkipped({ record }: Call, at: string | undefined): void {
  if (at !== undefined) record.skipped = [...(record.skipped ?? []), at]
}

/** A call that is sent although circuits are open, since all of them are (semantics, section 7). */
export const forced = (call: Call): Call => (call.forced === true ? call : { ...call, forced: true })

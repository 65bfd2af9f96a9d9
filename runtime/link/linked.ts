// What linking a node gives: its route, and whether it would be refused now because of open circuits.
import type { Call, Route } from '../call.ts'

/** True when whatever this call would reach below the node has an open circuit. Asks and reserves nothing. */
export type IsOpen = (call: Call) => boolean

export interface Linked {
  readonly route: Route
  /** Absent where no circuit is below, so that choices among such nodes cost nothing. */
  readonly isOpen?: IsOpen
  /** How logs name the node: `config.targets[1]`. */
  readonly at?: string
}

/** Notes for the log that a target was not asked. */
export function noteSkipped({ record }: Call, at: string | undefined): void {
  if (at !== undefined) record.skipped = [...(record.skipped ?? []), at]
}

/** Traffic that flows although circuits are open, since all of them are (semantics, section 7). */
export const forced = (call: Call): Call => (call.forced === true ? call : { ...call, forced: true })

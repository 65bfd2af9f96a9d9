// Circuits of targets as a contract: in the process, shared between threads, or shared by a fleet.

/** What a call that comes now may do. `probe` reserves the one call that is let through after the cooldown. */
export type Admission = 'closed' | 'probe' | 'open'

export interface CircuitRule {
  /** Failures within the window that open the circuit. */
  readonly threshold: number
  /** Milliseconds: of the sliding window, and of the time that the circuit stays open. */
  readonly cooldown: number
}

export interface Circuit {
  /** Asked by a call that is about to be made. A promise only where a fleet must agree on who probes. */
  readonly admit: () => Admission | Promise<Admission>
  /** Whether a call that comes now would be refused. Reserves nothing: choices among targets ask it. */
  readonly isOpen: () => boolean
  /** Milliseconds until a probe may be made; 0 when the circuit is not open. */
  readonly opensFor: () => number
  readonly succeed: (admission: Admission) => void
  readonly fail: (admission: Admission) => void
  /** The call ended without a verdict, because its client left: another one may probe. */
  readonly release: (admission: Admission) => void
}

export interface Circuits {
  /** The circuit of a target. The same identifier gives the same circuit, as long as its rule is the same. */
  readonly circuit: (id: string, rule: CircuitRule) => Circuit
  /** Frees what lies outside the process. */
  readonly close: () => Promise<void>
}

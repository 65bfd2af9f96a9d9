// The contract of circuit breakers: in the process, shared between threads, or shared between instances.

/** Whether a call is admitted. `probe` reserves the one call that is admitted after the cooldown. */
export type Admission = 'closed' | 'probe' | 'open'

export interface CircuitRule {
  /** Failures within the window that open the circuit. */
  readonly threshold: number
  /** Milliseconds: length of the sliding window, and how long the circuit stays open. */
  readonly cooldown: number
}

export interface Circuit {
  /** Called before an upstream call. A promise only if instances must agree on who probes. */
  readonly admit: () => Admission | Promise<Admission>
  /** Whether a call would be rejected now. Reserves nothing: used when choosing among targets. */
  readonly isOpen: () => boolean
  /** Milliseconds until a probe is admitted; 0 when the circuit is not open. */
  readonly retryAfterMs: () => number
  readonly succeed: (admission: Admission) => void
  readonly fail: (admission: Admission) => void
  /** The call ended without a result, because its client disconnected: another one may probe. */
  readonly release: (admission: Admission) => void
}

export interface Circuits {
  /** The circuit of a target. The same id returns the same circuit, as long as its rule is unchanged. */
  readonly circuit: (id: string, rule: CircuitRule) => Circuit
  /** Releases external resources. */
  readonly close: () => Promise<void>
}

// The contract of circuit breakers: in the process, shared between threads, or shared between instances.

/** Whether a call is admitted. `probe` reserves the one call that is admitted after the cooldown. */
export type Admission = 'closed' | 'probe' | 'open'

export type CircuitChange = 'open' | 'half-open' | 'closed'

export interface CircuitRule {
  /** Failures within the window that open the circuit. */
  readonly threshold: number
  /** Milliseconds: length of the sliding window, and how long the circuit stays open. */
  readonly cooldown: number
}

/** What an operator sees of a circuit. */
export interface CircuitStatus {
  /** `half-open`: the cooldown has passed, so that the next call is a probe, or one is in flight. */
  readonly state: CircuitChange
  /** Failures within the window that count now. */
  readonly failures: number
  /** Milliseconds since it opened; absent while it is closed. */
  readonly openFor?: number
  /** Milliseconds until a probe is admitted; absent while it is closed. */
  readonly retryAfter?: number
}

export interface Circuit {
  /** Called before an upstream call. A promise only if instances must agree on who probes. */
  readonly admit: () => Admission | Promise<Admission>
  /** Whether a call would be rejected now. Reserves nothing: used when choosing among targets. */
  readonly isOpen: () => boolean
  /** Milliseconds until a probe is admitted; 0 when the circuit is not open. */
  readonly retryAfterMs: () => number
  /** Reserves nothing. */
  readonly status: () => CircuitStatus
  readonly succeed: (admission: Admission) => void
  readonly fail: (admission: Admission) => void
  /** The call ended without a result, because its client disconnected: another one may probe. */
  readonly release: (admission: Admission) => void
}

export interface Circuits {
  /** The circuit of a target. The same id returns the same circuit, as long as its rule is unchanged. */
  readonly circuit: (id: string, rule: CircuitRule) => Circuit
  /** Those that are known here, by id. */
  readonly known: () => Iterable<readonly [id: string, circuit: Circuit]>
  /** Releases external resources. */
  readonly close: () => Promise<void>
}

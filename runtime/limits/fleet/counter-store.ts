// What counters that several processes share need of a store. Each process is the only one that changes its own amounts, and can
// report all of them again: what is reported twice counts once, and a store that has lost its memory gets everything. Amounts are in
// fields: the slot of the counter's rule, and for an estimate also the minute in which it was made, so that those of a process that died expire.

/** Amounts of a counter by field. */
export type FieldAmounts = readonly (readonly [field: string, amount: number])[]

/** What a process reports about itself with every request. */
export interface StoreSender {
  readonly process: string
  /** Rises with every request: the store ignores one that arrives behind a later one, or twice. */
  readonly sequence: number
  /** That in which the process has checked in. */
  readonly generation: number
  /** When it was sent, by the store's clock as the process knows it. */
  readonly sent: number
}

export interface StoredCounter {
  readonly key: string
  /** Milliseconds of the window and of a slot, as in `CounterRule`. */
  readonly length: number
  readonly width: number
  /** Milliseconds for which it is needed after a change. */
  readonly lives: number
}

export interface ReservedCounter extends StoredCounter {
  readonly limit: number
  readonly amount: number
  readonly isEstimate: boolean
  /** What it starts from where it is not known. */
  readonly seed: number
}

/** Reserves in all counters or in none. Until all processes have checked in, only what the process could admit by itself. */
export interface ReserveRequest {
  readonly kind: 'reserve'
  readonly mayShare: boolean
  readonly counters: readonly ReservedCounter[]
}

/** Changes the amounts of the process, or states all of them. Accepted before it has checked in. */
export interface ReportRequest extends StoredCounter {
  readonly kind: 'report'
  /** The amounts replace all that it has reported before. The counter starts from the least that any process reports. */
  readonly whole?: { readonly seed: number } | undefined
  readonly amounts: FieldAmounts
  /** The amount whose alert is due once; 0 for none. */
  readonly threshold: number
}

/** Checks in. What was admitted without the store has been reported before. */
export interface JoinRequest {
  readonly kind: 'join'
  /** It has decided by itself since it checked in last, so that all others may have, too. */
  readonly wasAway: boolean
  /** The run of the store to which everything was reported. */
  readonly run: string
  readonly members: readonly Member[]
}

export interface LeaveRequest {
  readonly kind: 'leave'
}

export type StoreRequest = ReserveRequest | ReportRequest | JoinRequest | LeaveRequest

/** A process, and its part of what is left, of `WHOLE`. */
export type Member = readonly [process: string, part: number]

export interface Reserved {
  readonly kind: 'reserved'
  readonly now: number
  readonly isGathering: boolean
  readonly granted: boolean
  /** `wait`: milliseconds; undefined where only a new period helps. */
  readonly readings: readonly {
    readonly used: number
    readonly fits: boolean
    readonly wait: number | undefined
  }[]
}

export interface Reported {
  readonly kind: 'reported'
  readonly now: number
  readonly isGathering: boolean
  readonly used: number
  readonly isReached: boolean
}

export interface Joined {
  readonly kind: 'joined'
  readonly now: number
  readonly isGathering: boolean
  readonly generation: number
  readonly run: string
  readonly members: readonly Member[]
}

/** The process has to check in first, and to tell everything where the run is another. */
export interface Unknown {
  readonly kind: 'unknown'
  readonly now: number
  readonly run: string
}

export type StoreReply = Reserved | Reported | Joined | Unknown

export interface CounterStore {
  /** Requests are carried out in their order, those of one turn of the event loop at once. Undefined: not answered in time. */
  readonly ask: (sender: StoreSender, request: StoreRequest) => Promise<StoreReply | undefined>
  /** False: it would not be answered. */
  readonly isOpen: () => boolean
  /** Changes where the store may be another one: with each connection. */
  readonly connection: () => number
  /** What it is called in messages, and why it did not answer last. */
  readonly reason: () => string
}

/** Divisible by any number of processes up to 24. */
export const WHOLE = 5_354_228_880
/** Milliseconds without any answer after which a process decides by itself: a Redis on a busy machine often misses 50. */
export const PATIENCE = 250
/** Milliseconds after which a silent process is gone. */
export const MEMBER_LIFE = 30_000
/**
 * Longer without any request, the store was stopped or its clock was changed, as where it goes back: no process was silent meanwhile, and
 * the store has dropped what others still count, so it begins another run.
 */
export const LONGEST_QUIET = 5_000
/** Milliseconds of the second part of a field. */
export const MINUTE = 60_000

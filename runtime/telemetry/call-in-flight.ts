// A call that is being answered, and where it is noted for another thread that records it if this one ends before.
import type { ServedRequest } from './request-record.ts'

/** A call that is being answered, as another thread records it if this one ends before. */
export interface CallInFlight
  extends Pick<ServedRequest, 'id' | 'trace' | 'parent' | 'method' | 'path' | 'endpoint' | 'plan'> {
  /** When it began, in milliseconds since the epoch. */
  readonly since: number
  readonly key: string | undefined
  readonly workspace: string | undefined
  readonly isControl?: boolean
}

export interface CallsInFlight {
  /** Its place; undefined if all are taken. */
  readonly begin: (call: CallInFlight) => number | undefined
  /** Its reply is sent, and its record not written yet. */
  readonly replied: (place: number, status: number) => void
  /** Its record is written. */
  readonly end: (place: number) => void
}

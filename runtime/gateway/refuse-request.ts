// A request that is refused by its head: why, and what its record says of it all the same.
import type { Failure, KeyIdentity } from '../values/failures.ts'
import type { RequestOptions } from './request-options.ts'

export interface RefusedRequest {
  readonly refused: Failure
  readonly trace: string
  readonly traceparent: string | undefined
  /** The key that was refused; undefined where none is proven. */
  readonly caller: KeyIdentity | undefined
  /** Whether it is one to saved resources, which is not among the records of calls. */
  readonly isControl?: true
}

type SentTrace = Pick<RequestOptions, 'traceparent'>

/** `caller`: whose request it is, where that is known. */
export const refuseRequest = (
  refused: Failure,
  trace: string,
  { traceparent }: SentTrace,
  caller: KeyIdentity | undefined = refused.key,
): RefusedRequest => ({ refused, trace, traceparent, caller })

// A request that the process cannot answer yet waits until it can. It is not logged if its client leaves meanwhile: nothing was done for it.
import type { RequestHead } from '../gateway/request.ts'
import { type Failure, failure } from '../values/failures.ts'

/** What a request waits for before another gateway serves it; undefined where this one does. No gateway has it once all is loaded. */
export type HoldRequest = (
  request: Pick<RequestHead, 'method' | 'path' | 'headers'>,
) => Promise<void> | undefined

export interface HoldPorts {
  /** What all requests wait for when the process did not run for a while; absent where nothing is read from a store. */
  readonly behind?: (() => Promise<void> | undefined) | undefined
}

const NOT_LOADED = failure('internal', 'A part of the gateway could not be loaded.')

/** `resume` is called once, with a failure if there is nothing to wait for any more. */
export function resumeAfter(ready: Promise<void>, resume: (fault?: Failure) => void): void {
  ready.then(
    () => resume(),
    () => resume(NOT_LOADED),
  )
}

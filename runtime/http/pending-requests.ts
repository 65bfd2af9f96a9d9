// Requests that wait until the process can answer them, and those that it has to end when it stops. The former are not logged if their
// clients leave meanwhile: nothing was done for them.
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

export interface OpenRequest {
  /** Its place in the list. */
  place: number
  /** Ends the request for a reason of the server's: where no reply has begun it is this failure, and a stream ends with it. */
  readonly end: (reason: Failure) => void
}

/**
 * The requests that may have to be ended before their replies are sent. They are in a list rather than in a `Set`: when a set of V8 outgrows
 * its table, the old table still points to what it held and to the next table. Once the garbage collector has moved one such table to the
 * old space, every young request of a later table survives each scavenge: 7 KB of each call, and pauses of 10 to 20 ms.
 */
export class OpenRequests {
  readonly #requests: OpenRequest[] = []

  add(request: OpenRequest): void {
    request.place = this.#requests.push(request) - 1
  }

  /** The last one takes its place. */
  remove({ place }: OpenRequest): void {
    const last = this.#requests.pop()
    if (last === undefined || last.place === place) return
    this.#requests[place] = last
    last.place = place
  }

  end(reason: Failure): void {
    for (const request of [...this.#requests]) request.end(reason)
  }
}

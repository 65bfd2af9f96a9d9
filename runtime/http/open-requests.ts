// The requests that may have to be ended before their replies are sent. They are in a list rather than in a `Set`: when a set of V8 outgrows
// its table, the old table still points to what it held and to the next table. Once the garbage collector has moved one such table to the
// old space, every young request of a later table survives each scavenge: 7 KB of each call, and pauses of 10 to 20 ms.
import type { Failure } from '../values/failures.ts'

export interface OpenRequest {
  /** Its place in the list. */
  place: number
  /** Ends the request for a reason of the server's: where no reply has begun it is this failure, and a stream ends with it. */
  readonly end: (reason: Failure) => void
}

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

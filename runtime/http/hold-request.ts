// A request that the process cannot answer yet waits until it can. It is not logged if its client leaves meanwhile: nothing was done for it.
import type { IncomingMessage } from 'node:http'
import type { RequestHead } from '../gateway/request.ts'
import { type Failure, failure } from '../values/failures.ts'

/** What a request waits for before another gateway serves it; undefined where this one does. No gateway has it once all is loaded. */
export type HoldRequest = (
  request: Pick<RequestHead, 'method' | 'path' | 'headers'>,
) => Promise<void> | undefined

const NOT_LOADED = failure('internal', 'A part of the gateway could not be loaded.')

/** False where it need not wait. `resume` is called once, unless the client has left; with a failure if there is nothing to wait for any more. */
export function holdRequest(
  request: IncomingMessage,
  path: string,
  hold: HoldRequest,
  resume: (fault?: Failure) => void,
): boolean {
  const { method = 'GET', rawHeaders } = request
  const ready = hold({ method, path, headers: rawHeaders })
  if (ready === undefined) return false
  ready.then(
    () => resume(),
    () => resume(NOT_LOADED),
  )
  return true
}

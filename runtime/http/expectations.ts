// Requests with `Expect`, whose clients wait before they send the body.
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type Failure, failure } from '../values/failures.ts'

const UNSUPPORTED = failure('expectation_failed', 'Unsupported Expect header: it must be 100-continue.')

export function heedExpectations(
  server: Pick<Server, 'on'>,
  onRequest: (request: IncomingMessage, response: ServerResponse, refusal?: Failure) => void,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    onRequest(request, response)
    // No body is sent where the head was refused.
    if (!response.headersSent && !response.destroyed) response.writeContinue()
  })
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) =>
    onRequest(request, response, UNSUPPORTED),
  )
}

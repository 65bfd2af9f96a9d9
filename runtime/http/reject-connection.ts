// Replies on the bare socket to requests that are not HTTP, arrive too slowly, or have headers that are too large.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { errorBody, statusOfFailure, toVendorError } from '../values/error-reply.ts'
import { type Failure, failure, methodNotAllowed } from '../values/failures.ts'
import { NOT_RECEIVED, type OpenRequests } from './serve-request.ts'
import type { ServePorts } from './serving-gateway.ts'

const SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'
const REASONS: Readonly<Record<string, readonly [phrase: string, reason: Failure]>> = {
  HPE_HEADER_OVERFLOW: [
    'Request Header Fields Too Large',
    failure('headers_too_large', 'The request headers are larger than limits.header_bytes.'),
  ],
  PORTOLAN_CONNECT: [
    'Method Not Allowed',
    methodNotAllowed(
      ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      'CONNECT is not supported: the gateway is not a proxy.',
    ),
  ],
  [SLOW]: ['Request Timeout', NOT_RECEIVED],
}
/** For `CONNECT`, which asks for a tunnel to somewhere else. */
export const NO_PROXY = Object.assign(new Error('CONNECT'), { code: 'PORTOLAN_CONNECT' })
const NOT_HTTP = ['Bad Request', failure('invalid_request', 'The request is not valid HTTP.')] as const

/** A failed handshake: nothing can be sent, and scanners cause many. */
const isTlsError = (code = ''): boolean => code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_')

/** The response pending on the socket. */
const responseOn = (
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): ServerResponse | undefined => socket._httpMessage ?? undefined

/** True while a reply is being sent on the socket: another one would corrupt it. */
const isAnswering = (response: ServerResponse | undefined): boolean => response?.headersSent === true

/** Listener for `clientError`; each rejection is logged, unless its request writes its own log record. */
export function rejectConnection(
  { log, clock, randomId }: ServePorts,
  open: Pick<OpenRequests, 'endSlow'>,
): (error: Error & { code?: string }, socket: Socket) => void {
  return (error, socket) => {
    const response = responseOn(socket)
    if (isTlsError(error.code)) return void socket.destroy()
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(response)) return void socket.destroy()
    if (error.code === SLOW && response !== undefined && open.endSlow(response.req)) return
    const [phrase, reason] = REASONS[error.code ?? ''] ?? NOT_HTTP
    const status = statusOfFailure(reason)
    const body = Buffer.from(errorBody(toVendorError(reason)))
    const allow = reason.allow === undefined ? '' : `allow: ${reason.allow.join(', ')}\r\n`
    if (response === undefined)
      log.write({
        time: new Date(clock.now()).toISOString(),
        trace: randomId(),
        status,
        error: reason.code,
        message: reason.message,
      })
    socket.end(
      `HTTP/1.1 ${status} ${phrase}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n${allow}connection: close\r\n\r\n${body}`,
    )
  }
}

// HTTP/2 for clients that negotiate it (ALPN). Requests and responses get the shape of those of HTTP/1, so that the rest
// of the server is the same for both, and HTTP/1 pays nothing for it.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { constants, createServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { Duplex } from 'node:stream'
import type { Clock } from '../values/ports.ts'
import type { ClientConnections } from './client-connections.ts'

export interface Http2Options {
  readonly headerBytes: number
  /** Milliseconds that a client may take to send a request. */
  readonly requestTimeout: number
  /** Ends a request that arrives too slowly; false if it has its reply. */
  readonly endSlow: (request: IncomingMessage) => boolean
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
}

export interface Http2Sessions {
  /** Serves a connection whose protocol was negotiated. */
  readonly serve: (socket: Duplex) => void
  /** Tells clients to send no further requests; those in flight finish. */
  readonly close: () => void
  readonly destroy: () => void
}

/** Milliseconds after which a connection without requests is closed. */
const IDLE = 65_000
/**
 * Requests that clients of one address reset right after sending them (CVE-2023-44487): how many at once, and in a second.
 * Each costs the gateway as much as one that is served, so each that was served allows one more: a proxy has one address for many clients.
 */
const RESETS = 100
const RESETS_A_SECOND = 20
/** What is allowed at most, however many were served. */
const MOST_RESETS = 1_100
/** Milliseconds within which a reset is one of these: people who stop a reply take longer. */
const RAPID = 1000
/** Addresses whose resets are remembered. */
const MAX_ADDRESSES = 10_000
/** Requests in flight on one connection. */
const MAX_STREAMS = 128

export function createHttp2Sessions(
  { headerBytes, requestTimeout, endSlow, clock }: Http2Options,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
  observe: ClientConnections['observe'],
): Http2Sessions {
  const sessions = new Set<{ close: () => void; destroy: () => void }>()
  let closing = false
  const resets = createResetBudget(clock)
  /** The connection of the session that is being made. */
  let beginning: Duplex | undefined
  const server = createServer({
    settings: { maxConcurrentStreams: MAX_STREAMS, maxHeaderListSize: headerBytes, enablePush: false },
  })
  server.on('session', session => {
    let open = 0
    const address = session.socket.remoteAddress ?? ''
    const view: { _httpMessage: object | null | undefined } = { _httpMessage: undefined }
    if (beginning !== undefined) observe(beginning, view)
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
    session.on('error', () => session.destroy())
    session.on('stream', stream => {
      open += 1
      view._httpMessage = session
      const since = clock.monotonic()
      stream.once('close', () => {
        const isReset = stream.rstCode !== constants.NGHTTP2_NO_ERROR && !session.destroyed
        if (!isReset) resets.served(address)
        else if (clock.monotonic() - since < RAPID && !resets.take(address)) {
          session.goaway(constants.NGHTTP2_ENHANCE_YOUR_CALM)
          session.destroy()
        }
        open -= 1
        if (open === 0) view._httpMessage = null
      })
    })
    session.setTimeout(IDLE, () => {
      if (open === 0) session.close()
    })
  })
  server.on('request', (request, response) => {
    const arriving = asHttp1Request(request)
    const stopTimer = clock.after(requestTimeout, () => {
      if (request.complete) return
      // RFC 9113, section 8.1: after a whole reply, the stream of a request that is not wanted is reset without an error.
      request.stream.once('finish', () => request.stream.close(constants.NGHTTP2_NO_ERROR))
      if (response.headersSent || !endSlow(arriving)) request.stream.close(constants.NGHTTP2_CANCEL)
    })
    response.once('close', stopTimer)
    // A body that the client cut off would look complete: its stream ends too, before the response is closed.
    request.once('end', () => {
      if (request.stream.closed) response.emit('close')
    })
    onRequest(arriving, asHttp1Response(response))
  })
  return {
    // A handshake may end after the server began to close.
    serve: socket => {
      if (closing || resets.waits(remoteAddressOf(socket))) return void socket.destroy()
      beginning = socket
      server.emit('connection', socket)
      beginning = undefined
    },
    close: () => {
      closing = true
      for (const session of sessions) session.close()
    },
    destroy: () => {
      for (const session of sessions) session.destroy()
    },
  }
}

const remoteAddressOf = (socket: Duplex): string =>
  'remoteAddress' in socket && typeof socket.remoteAddress === 'string' ? socket.remoteAddress : ''

/** Resets by address, in a bucket that fills again. An address that has used it up waits until a second's worth is back. */
function createResetBudget({ monotonic }: Pick<Clock, 'monotonic'>) {
  const known = new Map<string, { readonly left: number; readonly at: number; readonly waits: boolean }>()
  /** What was allowed beyond the usual is lost as what was used comes back. */
  const leftOf = (address: string): number => {
    const { left, at } = known.get(address) ?? { left: RESETS, at: 0 }
    const change = ((monotonic() - at) / 1000) * RESETS_A_SECOND
    return left > RESETS ? Math.max(RESETS, left - change) : Math.min(RESETS, left + change)
  }
  const waits = (address: string): boolean =>
    known.get(address)?.waits === true && leftOf(address) < RESETS_A_SECOND
  const set = (address: string, left: number): void => {
    const isWaiting = left < 0 || waits(address)
    if (known.size >= MAX_ADDRESSES && !known.has(address)) known.clear()
    known.set(address, { left, at: monotonic(), waits: isWaiting })
  }
  return {
    /** False if there were too many. */
    take: (address: string): boolean => {
      const left = leftOf(address) - 1
      set(address, left)
      return left >= 0
    },
    served: (address: string): void => set(address, Math.min(MOST_RESETS, leftOf(address) + 1)),
    waits,
  }
}

/** Without pseudo-headers; a body of unknown length is announced as in HTTP/1. */
function asHttp1Request(request: Http2ServerRequest): IncomingMessage {
  const list: string[] = []
  const { authority, stream } = request
  const hasBody = !stream.endAfterHeaders
  let length: string | undefined
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    const name = request.rawHeaders[index] ?? ''
    const value = request.rawHeaders[index + 1] ?? ''
    // A Host that is equal to :authority is allowed (RFC 9113, section 8.3.1); a different one stays in the list, and is refused.
    if (name.startsWith(':') || (name === 'host' && value === authority)) continue
    if (name === 'content-length') length = value
    list.push(name, value)
  }
  if (authority !== undefined && authority !== '') list.unshift('host', authority)
  const headers = {
    ...request.headers,
    ...(hasBody && length === undefined ? { 'transfer-encoding': 'chunked' } : {}),
  }
  return Object.defineProperties(request, {
    rawHeaders: { value: list, writable: true },
    headers: { value: headers },
  }) as unknown as IncomingMessage
}

/** Sends repeated headers, omits those of an HTTP/1 connection, and takes its state from the stream. */
function asHttp1Response(response: Http2ServerResponse): ServerResponse {
  const { stream } = response
  const writeHead = response.writeHead.bind(response)
  const setHeader = response.setHeader.bind(response)
  return Object.defineProperties(response, {
    destroyed: { get: () => stream.destroyed || stream.closed },
    // A stream that was destroyed counts as finished, however it ended.
    writableFinished: { get: () => stream.writableFinished && !stream.aborted && stream.rstCode === 0 },
    setHeader: {
      value: (name: string, value: string) => {
        if (name !== 'connection') setHeader(name, value)
        return response
      },
    },
    // HTTP/2 has no reason phrase, which may precede the list.
    writeHead: {
      value: (status: number, ...rest: readonly unknown[]) =>
        writeHead(status, joinRepeated(rest.at(-1) as readonly string[])),
    },
  }) as unknown as ServerResponse
}

function joinRepeated(list: readonly string[]): Record<string, string | string[]> {
  const headers = new Map<string, string | string[]>()
  for (let index = 0; index + 1 < list.length; index += 2) {
    const name = (list[index] ?? '').toLowerCase()
    const value = list[index + 1] ?? ''
    const before = headers.get(name)
    headers.set(name, before === undefined ? value : [before, value].flat())
  }
  return Object.fromEntries(headers)
}

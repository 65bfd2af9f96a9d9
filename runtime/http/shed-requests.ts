// Refuses requests while more arrive than the event loop can carry (admission): before their bodies are read and their keys are looked
// up, without a record for each. Loaded once the listener is open.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { convertError } from '../inbound/convert-error.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import { type Headers, isAnthropicClient } from '../values/headers.ts'
import { createAdmission, type EventLoop, type RequestSender } from './admission.ts'
import { isSmall } from './read-body.ts'
import { replyHeaders, respond } from './respond.ts'
import type { ServePorts } from './serving-gateway.ts'

/** Milliseconds between two lines about refused requests. */
const REPORT = 1000
const BUSY = failure('overloaded', 'The gateway is too busy for another request at the moment.')
const BUSY_REPLY = failureReply(BUSY)
const CREDENTIALS: ReadonlySet<string> = new Set(['authorization', 'x-api-key', 'api-key', 'x-goog-api-key'])

export type SheddingPorts = Pick<ServePorts, 'clock' | 'randomId' | 'log' | 'onRefusedRequest'>

export interface Shedding {
  /** Counts a request: undefined where all are served, otherwise whom it counts for. */
  readonly arrive: (request: IncomingMessage) => RequestSender | undefined
  /** Whether the request of a sender is served. */
  readonly admit: (sender: RequestSender) => boolean
  /** A request was admitted by its key. */
  readonly accept: (sender: RequestSender) => void
  /** Replies 503; the connection stays open, unless a large body is on its way. `path` as that of an `IncomingCall`. */
  readonly refuse: (
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
    pathname: string,
    cors: Headers | undefined,
  ) => void
}

export function createShedding(
  loop: EventLoop,
  { clock, randomId, log, onRefusedRequest }: SheddingPorts,
): Shedding {
  const admission = createAdmission(loop)
  // Clients do not know it, so that they cannot choose with whom they share an interval.
  const seed = Number.parseInt(randomId().slice(0, 8), 16)
  let unreported = 0
  const report = (): void => {
    log.write({
      level: 'warning',
      message: 'Requests were refused: the gateway is too busy.',
      refused: unreported,
    })
    unreported = 0
  }
  return {
    arrive: request => (admission.arrive() ? senderOf(request, seed) : undefined),
    admit: admission.admit,
    accept: ({ credential }) => {
      if (credential !== undefined) admission.accept(credential)
    },
    refuse: (request, response, path, pathname, cors) => {
      onRefusedRequest()
      unreported += 1
      if (unreported === 1) clock.after(REPORT, report)
      if (!isSmall(request)) response.setHeader('connection', 'close')
      response.on('error', () => {})
      request.resume()
      const reply = convertError(BUSY_REPLY, path, pathname, isAnthropicClient(request.rawHeaders))
      respond(response, reply.status, [...replyHeaders(reply), ...(cors ?? [])], reply.body, () => {})
    },
  }
}

function senderOf({ rawHeaders, socket }: IncomingMessage, seed: number): RequestSender {
  let credential: number | undefined
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase()
    if (CREDENTIALS.has(name) || name.endsWith('-api-key'))
      credential = hash(rawHeaders[index + 1] ?? '', credential ?? seed)
  }
  return { credential, address: hash(socket.remoteAddress ?? '', seed) }
}

/** FNV-1a with 32 bits. */
function hash(text: string, seed: number): number {
  let value = seed ^ 0x811c9dc5
  for (let index = 0; index < text.length; index += 1)
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value ^ (value >>> 15)
}

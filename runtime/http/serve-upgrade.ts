// Upgrade requests (WebSocket): admitted, routed and logged like any other. Bytes are relayed both ways until one side
// ends; a provider's rejection is sent to the client as an ordinary response. At /responses the gateway itself is the other side:
// each message is a call. A session of Gemini's Live API is accepted before its provider is known.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { shareOwner } from '../gateway/authenticate.ts'
import type { AdmittedRequest, CallResult, RefusedRequest } from '../gateway/request.ts'
import { callerSpanOf } from '../gateway/request-options.ts'
import type { OpenSession } from '../sockets/serve-responses.ts'
import type { HeldSlot, SessionHost } from '../sockets/session-host.ts'
import { toBugRecord } from '../telemetry/log-event.ts'
import { withoutBodies } from '../telemetry/request-record.ts'
import { discard, type Reply } from '../values/call.ts'
import { createCancellation } from '../values/cancellation.ts'
import { endpointAt } from '../values/endpoints.ts'
import { failureReply, internalFailure, JSON_HEADERS } from '../values/error-reply.ts'
import { type Failure, failure } from '../values/failures.ts'
import { isLivePath } from '../values/gemini-path.ts'
import { pipeTunnel } from './pipe-tunnel.ts'
import { replyHeaders, respond } from './respond.ts'
import type { ServePorts, ServingGateway } from './serving-gateway.ts'

export interface IncomingUpgrade {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Bytes that the client sent after its headers. */
  readonly first: Buffer
  readonly path: string
  readonly pathname: string
  readonly refusal: Failure | undefined
}

/** Connections whose messages are calls. */
export interface SocketSessions extends Pick<SessionHost, 'served' | 'begin' | 'admit' | 'ended' | 'hold'> {
  /** Called where one is open: the upgrade has been answered. */
  readonly opened: (session: OpenSession) => void
}

/** What the record has of an upgrade besides its outcome. */
interface UpgradeFacts
  extends Pick<AdmittedRequest, 'id' | 'trace'>,
    Partial<Omit<RefusedRequest, 'trace'>> {}

const NO_BODY = new Uint8Array(0)
const NO_HANDSHAKE = failure('invalid_request', 'The handshake of the WebSocket is not valid (RFC 6455).')

/** `done` is called once, when the connection is closed. */
export function serveUpgrade(
  { request, socket, first, path, pathname, refusal }: IncomingUpgrade,
  { gateway, gatewayHeaders, plan, bodyLimits }: ServingGateway,
  ports: ServePorts,
  done: (slot?: HeldSlot) => void,
  sessions: SocketSessions,
): void {
  const { clock, randomId, log, price, callsInFlight } = ports
  const isSession = endpointAt(path) === 'responses'
  const started = clock.monotonic()
  const method = request.method ?? 'GET'
  const cancellation = createCancellation()
  const counts = { bytesIn: 0, bytesOut: 0 }
  let line: (() => void) | undefined
  let slot: HeldSlot | undefined
  /** Its place among the calls in flight. */
  let place: number | undefined
  /** Answers a client whose handshake was answered already. */
  let accepted: ((reply: Reply) => void) | undefined
  socket.on('error', () => {})
  socket.once('close', () => {
    cancellation.cancel()
    if (line === undefined && place !== undefined) callsInFlight?.end(place)
    line?.()
    done(slot)
  })

  const sendReply = (
    reply: Reply,
    { id, trace, traceparent, caller }: UpgradeFacts,
    outcome?: CallResult,
  ): void => {
    const callerSpan = callerSpanOf(traceparent)
    const endpoint = isSession ? 'responses' : 'realtime'
    const parent = callerSpan?.span
    const identified = { id, trace, parent, method, path: pathname, endpoint, plan }
    const replied = clock.monotonic()
    line = () => {
      const times = { started, received: started, replied, ended: clock.monotonic() }
      const result = {
        reply: { status: reply.status, failure: reply.failure },
        outcome: outcome && withoutBodies(outcome, outcome.reply),
      }
      log.request({
        served: { ...identified, ...times, ...result },
        details: { key: caller?.id, workspace: caller?.workspace, ...counts, left: false },
        price,
        callerSpan,
        onRecorded: () => {
          if (place !== undefined) callsInFlight?.end(place)
        },
      })
    }
    if (socket.destroyed) {
      discard(reply)
      return line()
    }
    const { tunnel } = reply
    if (accepted !== undefined) return accepted(reply)
    if (tunnel !== undefined) {
      const headers = [...tunnel.headers]
      gatewayHeaders(headers, trace, reply, outcome)
      return pipeTunnel(socket, first, tunnel, headers, counts, clock)
    }
    try {
      const headers = replyHeaders(reply)
      gatewayHeaders(headers, trace, reply, outcome)
      respond(responseOn(request, socket), reply.status, headers, reply.body, bytes => {
        counts.bytesOut += bytes.length
      })
    } catch (bug) {
      log.write(toBugRecord(bug, trace))
      discard(reply)
      socket.destroy()
    }
  }

  const id = randomId()
  if (refusal !== undefined) return sendReply(failureReply(refusal), { id, trace: id })
  const onBug = (bug: unknown, facts: UpgradeFacts): void => {
    log.write(toBugRecord(bug, facts.trace))
    sendReply(failureReply(internalFailure(facts.trace)), facts)
  }
  try {
    const admitted = gateway.admit(
      isSession
        ? { method: 'POST', path, pathname, headers: [...request.rawHeaders, ...JSON_HEADERS] }
        : { method, path, pathname, headers: request.rawHeaders },
    )
    if ('refused' in admitted) return sendReply(failureReply(admitted.refused), { ...admitted, id })
    const { trace, caller, requestOptions } = admitted
    const facts = { id: admitted.id, trace, caller, traceparent: requestOptions.traceparent }
    // A session has no record: each of its messages has one.
    if (!isSession)
      place = callsInFlight?.begin({
        ...{
          id: facts.id,
          trace,
          parent: callerSpanOf(facts.traceparent)?.span,
          method,
          path: pathname,
          plan,
        },
        endpoint: 'realtime',
        since: clock.now(),
        ...{ key: caller.id, workspace: caller.workspace },
      })
    if (isSession) {
      const { streamTurn: nextTurn, stalledReaders: holders } = ports
      const upgrade = { request, socket, first, path, pathname }
      import('../sockets/serve-responses.ts')
        .then(({ serveResponses }) => {
          if (!socket.destroyed)
            sessions.opened(serveResponses(upgrade, { ...ports, ...sessions, nextTurn, holders }))
        })
        .catch((bug: unknown) => onBug(bug, facts))
      return
    }
    slot = sessions.admit(shareOwner(caller, request.socket.remoteAddress))
    if (slot.refusal !== undefined) return sendReply(failureReply(slot.refusal), facts)
    const handle = (body: Uint8Array): void => {
      gateway
        .handle(admitted, body, cancellation, { upgrade: true })
        .then(outcome => sendReply(outcome.reply, facts, outcome))
        .catch((bug: unknown) => onBug(bug, facts))
    }
    if (!isLivePath(path)) return handle(NO_BODY)
    import('../sockets/accept-live.ts')
      .then(({ acceptLive, endLive, isHandshake }) => {
        if (!isHandshake(request)) return sendReply(failureReply(NO_HANDSHAKE), facts)
        acceptLive(request, socket, first, { ...ports, limits: bodyLimits }, ({ message, following }) => {
          accepted = ({ tunnel, status, failure }) => {
            if (tunnel === undefined) return endLive(socket, status, failure?.message ?? `HTTP ${status}`)
            pipeTunnel(socket, following, tunnel, undefined, counts, clock)
            socket.resume()
          }
          handle(message)
        })
      })
      .catch((bug: unknown) => onBug(bug, facts))
  } catch (bug) {
    onBug(bug, { id, trace: id })
  }
}

/** A response on a connection detached from the server: does what the server does for its own responses. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request)
  response.assignSocket(socket as Parameters<ServerResponse['assignSocket']>[0])
  response.setHeader('connection', 'close')
  socket.on('drain', () => response.emit('drain'))
  // Read, so that the client's end is noticed; closed for both, since a client may never close its half.
  socket.resume()
  response.once('finish', () => void socket.end(() => socket.destroy()))
  return response
}

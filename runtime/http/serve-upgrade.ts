// Upgrade requests (WebSocket): admitted, routed and logged like any other. Bytes are relayed both ways until one side
// ends; a provider's rejection is sent to the client as an ordinary response.
import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { discard, type Reply } from '../call.ts'
import { createCancellation } from '../cancellation.ts'
import { type Failure, failure } from '../failures.ts'
import type { Outcome } from '../gateway.ts'
import { failureReply } from '../reply.ts'
import { describeBug, describeRequest } from '../telemetry/describe.ts'
import type { RequestRecord } from '../telemetry/request-record.ts'
import { joinTunnel } from './join-tunnel.ts'
import { replyHeaders, respond } from './respond.ts'
import type { ServedBy, ServePorts } from './serve-request.ts'

export interface UpgradeArrival {
  readonly request: IncomingMessage
  readonly socket: Duplex
  /** Bytes that the client sent after its headers. */
  readonly first: Buffer
  readonly path: string
  readonly pathname: string
  readonly refusal: Failure | undefined
}

const NOTHING = new Uint8Array(0)

/** `done` is called once, when the connection is closed. */
export function serveUpgrade(
  { request, socket, first, path, pathname, refusal }: UpgradeArrival,
  { core, ownHeaders, digest }: ServedBy,
  { clock, identifier, log }: ServePorts,
  done: () => void,
): void {
  const started = clock.now()
  const method = request.method ?? 'GET'
  const cancellation = createCancellation()
  const carried = { bytesIn: 0, bytesOut: 0 }
  let line: (() => void) | undefined
  socket.on('error', () => {})
  socket.once('close', () => {
    cancellation.cancel()
    line?.()
    done()
  })

  const answer = (reply: Reply, trace: string, about: Partial<RequestRecord>, outcome?: Outcome): void => {
    const served = { trace, method, path: pathname, digest, started, reply, outcome }
    line = () =>
      log.write(describeRequest({ ...served, ended: clock.now() }, { ...about, ...carried, left: false }))
    if (socket.destroyed) {
      discard(reply)
      return line()
    }
    const { tunnel } = reply
    if (tunnel !== undefined) {
      const headers = [...tunnel.headers]
      ownHeaders(headers, trace, reply)
      return joinTunnel(socket, first, tunnel, headers, carried, clock)
    }
    try {
      const headers = replyHeaders(reply)
      ownHeaders(headers, trace, reply)
      respond(responseOn(request, socket), reply.status, headers, reply.body, bytes => {
        carried.bytesOut += bytes
      })
    } catch (bug) {
      log.write(describeBug(bug, trace))
      discard(reply)
      socket.destroy()
    }
  }

  if (refusal !== undefined) return answer(failureReply(refusal), identifier(), {})
  const admitted = core.admit({ method, path, pathname, headers: request.rawHeaders })
  if ('refused' in admitted) return answer(failureReply(admitted.refused), admitted.trace, {})
  const { trace, caller } = admitted
  const about = { key: caller.id, workspace: caller.workspace }
  core.handle(admitted, NOTHING, cancellation, { upgrade: true }).then(
    outcome => answer(outcome.reply, trace, about, outcome),
    (bug: unknown) => {
      log.write(describeBug(bug, trace))
      const reason = failure('internal', `The gateway failed; the trace id is ${trace}.`)
      answer(failureReply(reason), trace, about)
    },
  )
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

// One request from its first byte to its line in the log. It is over when its response has closed: until then bytes
// may still be on their way to a slow client, and a stop of the gateway waits for them.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { discard, type Reply } from '../call.ts'
import { type Cancellation, createCancellation } from '../cancellation.ts'
import { tellError } from '../faces/tell-error.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Admitted, GatewayCore, Outcome } from '../gateway.ts'
import { type Lease, type MemoryBudget, OVERLOADED } from '../memory-budget.ts'
import type { Ports } from '../ports.ts'
import { failureReply } from '../reply.ts'
import type { BrowserGuard } from '../requests/browser-guard.ts'
import { describeBug, describeRequest } from '../telemetry/describe.ts'
import type { Log } from '../telemetry/log.ts'
import type { RequestRecord } from '../telemetry/request-record.ts'
import { onClose } from './on-close.ts'
import type { linkOwnHeaders } from './own-headers.ts'
import { type ReadBody, readBody } from './read-body.ts'
import { respond } from './respond.ts'

export interface ServedBy {
  readonly core: GatewayCore
  readonly ownHeaders: ReturnType<typeof linkOwnHeaders>
  readonly digest: string
  /** Absent where the gateway has keys. */
  readonly browserGuard?: BrowserGuard | undefined
  /** The text at /metrics; absent where counts are not served. */
  readonly metrics?: (() => string) | undefined
  readonly bodyLimits: { readonly held: number; readonly upload: number }
}

export interface ServePorts extends Pick<Ports, 'clock' | 'identifier'> {
  readonly log: Log
  /** What the bodies of all requests are counted against. */
  readonly memory: MemoryBudget
}

/** What the door tells of itself. */
export interface DoorState {
  /** True when no further request is taken: connections are closed after their replies. */
  readonly stopping: () => boolean
}

export interface Arrival {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Path and query below the base URL. */
  readonly path: string
  readonly pathname: string
  /** Why the door itself turns the request away. */
  readonly refusal: Failure | undefined
}

/** Called once, when nothing of the request is left. */
type Done = () => void

export function serveRequest(
  { request, response, path, pathname, refusal }: Arrival,
  { core, ownHeaders, digest, bodyLimits }: ServedBy,
  { clock, identifier, log, memory, stopping }: ServePorts & DoorState,
  done: Done,
): void {
  const started = clock.now()
  const method = request.method ?? 'GET'
  const cancellation = createCancellation()
  let writeLine: (() => void) | undefined
  let received = (): number => 0
  const lease = memory.lease()
  onClose(request, response, () => {
    if (!response.writableFinished) cancellation.cancel()
    lease.release()
    writeLine?.()
  })

  const send = (made: Reply, trace: string, about: Partial<RequestRecord>, outcome?: Outcome): void => {
    const reply = made.status < 400 ? made : tellError(made, path)
    let bytesOut = 0
    const finish = (): void => {
      const served = { trace, method, path: pathname, digest, started, ended: clock.now(), reply, outcome }
      const left = cancellation.cancelled() ? { left: true as const } : {}
      log.write(describeRequest(served, { ...about, bytesIn: received(), bytesOut, ...left }))
      done()
    }
    // After its close a response tells nothing more, so whoever held the reply is let go here.
    if (response.destroyed) {
      discard(reply)
      return finish()
    }
    writeLine = finish
    if (stopping()) response.setHeader('connection', 'close')
    try {
      respond(response, reply, ownHeaders(trace, reply, outcome?.record.skipped), bytes => {
        bytesOut += bytes
      })
    } catch (bug) {
      log.write(describeBug(bug, trace))
      discard(reply)
      response.destroy()
    }
  }

  const refuse = (reason: Failure, trace: string, about: Partial<RequestRecord>): void => {
    lease.release()
    // The body was not read: the connection cannot be used again. A client that is to come back is not sent away in
    // the middle of its upload, where a reset could overtake the reply: the rest is read and discarded.
    if (reason !== OVERLOADED) response.setHeader('connection', 'close')
    request.resume()
    send(failureReply(reason), trace, about)
  }

  if (refusal !== undefined) return refuse(refusal, identifier(), {})
  const admitted = core.admit({ method, path, pathname, headers: request.rawHeaders })
  if ('refused' in admitted) return refuse(admitted.refused, admitted.trace, {})
  const { trace, caller } = admitted
  const about = { key: caller.id, workspace: caller.workspace }
  const upload = admitted.upload ? bodyLimits.upload : undefined
  const limits = { held: bodyLimits.held, upload, free: memory.free() }
  received = readBody(request, limits, lease, body => {
    if (body === undefined)
      return send(failureReply(failure('invalid_request', 'The body broke off.')), trace, about)
    if (isFailure(body)) return refuse(body, trace, about)
    answer(core, admitted, body, cancellation, lease).then(
      outcome => {
        // What was not read of a body stands before the next request of the connection.
        const unread = body.rest?.taken === false || outcome.reply.failure?.code === 'body_too_large'
        if (unread) {
          response.setHeader('connection', 'close')
          request.resume()
        }
        send(outcome.reply, trace, about, outcome)
      },
      (bug: unknown) => {
        log.write(describeBug(bug, trace))
        send(failureReply(failure('internal', `The gateway failed; the trace id is ${trace}.`)), trace, about)
      },
    )
  })
}

/** Asynchronous, so that what `handle` throws at once is a rejection too. */
async function answer(
  core: GatewayCore,
  admitted: Admitted,
  { bytes, rest }: ReadBody,
  cancellation: Cancellation,
  memory: Lease,
): Promise<Outcome> {
  return await core.handle(admitted, bytes, cancellation, rest === undefined ? { memory } : { rest, memory })
}

// One request from its first byte to its line in the log.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Reply } from '../call.ts'
import { createCancellation } from '../cancellation.ts'
import { type Failure, failure, isFailure } from '../failures.ts'
import type { Admitted, GatewayCore, Outcome } from '../gateway.ts'
import type { Ports } from '../ports.ts'
import { failureReply } from '../reply.ts'
import type { Log } from '../telemetry/log.ts'
import type { RequestRecord } from '../telemetry/request-record.ts'
import type { linkOwnHeaders } from './own-headers.ts'
import { readBody } from './read-body.ts'
import { respond } from './respond.ts'

export interface ServedBy {
  readonly core: GatewayCore
  readonly ownHeaders: ReturnType<typeof linkOwnHeaders>
  readonly digest: string
  readonly bodyLimit: number
}

export interface ServePorts extends Pick<Ports, 'clock' | 'identifier'> {
  readonly log: Log
}

/** `path` is below the base URL. `done` is called once, when nothing of the request is left. */
export function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  pathname: string,
  { core, ownHeaders, digest, bodyLimit }: ServedBy,
  { clock, identifier, log }: ServePorts,
  done: () => void,
): void {
  const started = clock.now()
  const method = request.method ?? 'GET'
  const cancellation = createCancellation()
  response.once('close', () => {
    if (!response.writableFinished) cancellation.cancel()
  })

  const send = (reply: Reply, trace: string, about: Partial<RequestRecord>, outcome?: Outcome): void => {
    const finish = (bytesOut: number): void => {
      log.write({
        time: new Date(started).toISOString(),
        trace,
        method,
        path: pathname,
        status: reply.status,
        milliseconds: clock.now() - started,
        plan: digest.slice(0, 12),
        ...about,
        ...(outcome === undefined ? {} : describe(outcome)),
        bytesOut,
        ...(reply.failure === undefined ? {} : { error: reply.failure.code, message: reply.failure.message }),
        ...(cancellation.cancelled() ? { left: true } : {}),
      })
      done()
    }
    if (response.destroyed) return finish(0)
    try {
      respond(response, reply, ownHeaders(trace, reply), finish)
    } catch {
      response.destroy()
      finish(0)
    }
  }

  const refuse = (reason: Failure, trace: string, about: Partial<RequestRecord>): void => {
    // The body was not read: the connection cannot be used again.
    response.setHeader('connection', 'close')
    request.resume()
    send(failureReply(reason), trace, { bytesIn: 0, ...about })
  }

  const admitted = core.admit({ method, path, pathname, headers: request.rawHeaders })
  if ('refused' in admitted) return refuse(admitted.refused, admitted.trace, {})
  const { trace, caller } = admitted
  const about = { key: caller.id, workspace: caller.workspace }
  readBody(request, bodyLimit, bytes => {
    if (bytes === undefined)
      return send(failureReply(failure('invalid_request', 'The body broke off.')), trace, about)
    if (isFailure(bytes)) return refuse(bytes, trace, about)
    answer(core, admitted, bytes, cancellation).then(
      outcome => send(outcome.reply, trace, { ...about, bytesIn: bytes.length }, outcome),
      (bug: unknown) => {
        log.write({
          level: 'error',
          trace: trace || identifier(),
          message: 'A bug of the gateway.',
          stack: stackOf(bug),
        })
        send(failureReply(failure('internal', `The gateway failed; the trace id is ${trace}.`)), trace, about)
      },
    )
  })
}

async function answer(
  core: GatewayCore,
  admitted: Admitted,
  bytes: Uint8Array,
  cancellation: ReturnType<typeof createCancellation>,
): Promise<Outcome> {
  return await core.handle(admitted, bytes, cancellation)
}

/** Only the frames: the message of an unexpected error may hold anything. */
function stackOf(bug: unknown): string {
  if (!(bug instanceof Error)) return typeof bug
  return `${bug.name}\n${(bug.stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')}`
}

function describe({ reply, config, model, stream, record }: Outcome): Partial<RequestRecord> {
  return {
    ...(config === undefined ? {} : { config }),
    ...(reply.at === undefined ? {} : { at: reply.at, retries: reply.retries }),
    ...(reply.provider === undefined ? {} : { provider: reply.provider }),
    ...(model === undefined ? {} : { model }),
    ...(stream ? { stream: true } : {}),
    ...(reply.cache === undefined ? {} : { cache: reply.cache }),
    ...(record.attempts.length === 0 ? {} : { attempts: record.attempts }),
    ...(record.usage === undefined ? {} : { usage: record.usage }),
    ...(record.broken === undefined ? {} : { broken: record.broken }),
  }
}

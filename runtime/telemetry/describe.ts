// What became of a request, and what went wrong inside the gateway, as lines of the log.
import type { Reply } from '../call.ts'
import type { Outcome } from '../gateway.ts'
import type { RequestRecord } from './request-record.ts'

/** Names of models come from clients and may be as long as a body. */
const LONGEST_MODEL = 128

/** A sentence of the gateway may repeat what a client or a provider said. */
const LONGEST_MESSAGE = 500

/** A request that is over. Times are in milliseconds since the epoch. */
export interface Served extends Pick<RequestRecord, 'trace' | 'method' | 'path'> {
  readonly digest: string
  readonly started: number
  readonly ended: number
  readonly reply: Reply
  /** Absent where the request was refused before it was handled. */
  readonly outcome: Outcome | undefined
}

/** `about` is what only the door knows. */
export function describeRequest(
  { trace, method, path, digest, started, ended, reply, outcome }: Served,
  about: Partial<RequestRecord>,
): RequestRecord {
  const { failure } = reply
  return {
    time: new Date(started).toISOString(),
    trace,
    method,
    path,
    status: reply.status,
    milliseconds: ended - started,
    plan: digest.slice(0, 12),
    bytesIn: 0,
    bytesOut: 0,
    ...(outcome === undefined ? {} : describeOutcome(outcome)),
    ...(failure === undefined
      ? {}
      : { error: failure.code, message: failure.message.slice(0, LONGEST_MESSAGE) }),
    ...about,
  }
}

function describeOutcome({ reply, config, model, stream, record }: Outcome): Partial<RequestRecord> {
  return {
    ...(config === undefined ? {} : { config }),
    ...(reply.at === undefined ? {} : { at: reply.at, retries: reply.retries }),
    ...(reply.provider === undefined ? {} : { provider: reply.provider }),
    ...(model === undefined ? {} : { model: model.slice(0, LONGEST_MODEL) }),
    ...(stream ? { stream: true } : {}),
    ...(reply.cache === undefined ? {} : { cache: reply.cache }),
    ...(record.cacheAge === undefined ? {} : { cacheAge: record.cacheAge }),
    ...(record.similarity === undefined ? {} : { similarity: record.similarity }),
    ...(record.attempts.length === 0 ? {} : { attempts: record.attempts }),
    ...(record.skipped === undefined ? {} : { skipped: record.skipped }),
    ...(record.guards === undefined ? {} : { guards: record.guards }),
    ...(record.usage === undefined ? {} : { usage: record.usage }),
    ...(record.broken === undefined ? {} : { broken: record.broken }),
  }
}

/** Only the frames: the message of an unexpected error may hold anything. */
export const describeBug = (bug: unknown, trace: string): object => ({
  level: 'error',
  trace,
  message: 'A bug of the gateway.',
  stack: bug instanceof Error ? `${bug.name}\n${framesOf(bug)}` : typeof bug,
})

const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')

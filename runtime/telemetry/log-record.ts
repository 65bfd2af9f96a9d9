// Log records of requests and of unexpected errors.

import type { CallResult } from '../gateway/gateway.ts'
import type { Reply } from '../values/call.ts'
import type { RequestRecord } from './request-record.ts'

/** Maximum characters of a model name: it comes from the client and may be as long as a body. */
const MAX_MODEL = 128

/** Maximum characters of a message: it may quote the client or the provider. */
const MAX_MESSAGE = 500

/** A finished request. Times are in milliseconds since the epoch. */
export interface ServedRequest extends Pick<RequestRecord, 'trace' | 'method' | 'path'> {
  readonly digest: string
  readonly started: number
  readonly ended: number
  readonly reply: Reply
  /** Undefined when the request was rejected before it was handled. */
  readonly outcome: CallResult | undefined
}

/** Details of a request that only the server knows. */
export interface ServerDetails {
  readonly key?: string | undefined
  readonly workspace?: string | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** The client disconnected before the end. */
  readonly left: boolean
}

/** The log record of a request. Undefined properties are not serialized. */
export function toRequestRecord(
  { trace, method, path, digest, started, ended, reply, outcome }: ServedRequest,
  { key, workspace, bytesIn, bytesOut, left }: ServerDetails,
): RequestRecord {
  const { failure } = reply
  const record = outcome?.record
  const answered = outcome?.reply
  const asked = answered?.target !== undefined
  return {
    time: new Date(started).toISOString(),
    trace,
    method,
    path,
    status: reply.status,
    milliseconds: ended - started,
    plan: digest.slice(0, 12),
    bytesIn,
    bytesOut,
    config: outcome?.config,
    at: answered?.target,
    retries: asked ? answered.retries : undefined,
    provider: answered?.provider,
    model: outcome?.model?.slice(0, MAX_MODEL),
    stream: outcome?.stream === true ? true : undefined,
    cache: answered?.cache,
    cacheAge: record?.cacheAge,
    similarity: record?.similarity,
    attempts: record === undefined || record.attempts.length === 0 ? undefined : record.attempts,
    skipped: record?.skippedTargets,
    guards: record?.guardResults,
    usage: record?.usage,
    broken: record?.streamError,
    error: failure?.code,
    message: failure?.message.slice(0, MAX_MESSAGE),
    key,
    workspace,
    left: left ? true : undefined,
  }
}

/** The log record of an unexpected error. Only stack frames: the message may contain secrets. */
export const toBugRecord = (bug: unknown, trace: string): object => ({
  level: 'error',
  trace,
  message: 'Unexpected error in the gateway.',
  stack: bug instanceof Error ? `${bug.name}\n${framesOf(bug)}` : typeof bug,
})

const framesOf = ({ stack }: Error): string =>
  (stack ?? '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .slice(0, 8)
    .join('\n')

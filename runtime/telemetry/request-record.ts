// The structured log record of a request: no bodies, header values or secrets, only what is needed to diagnose a
// problem.
import type { Json } from '../../schemas/values/json.ts'
import type { CallResult } from '../gateway/gateway.ts'
import type { AttemptRecord, Reply, RequestTags } from '../values/call.ts'
import type { CountedUsage } from '../values/call-limits.ts'
import type { GuardResult } from '../values/guard-verdict.ts'

export interface RequestRecord {
  /** When the request arrived (RFC 3339). */
  readonly time: string
  readonly trace: string
  readonly method: string
  /** Without the query, which may contain secrets. */
  readonly path: string
  readonly status: number
  /** From the first byte of the request to the last of the reply. */
  readonly milliseconds: number
  readonly key?: string | undefined
  readonly workspace?: string | undefined
  /** The id of the saved config, `inline` or `headers`. */
  readonly config?: string | undefined
  readonly plan: string
  /** The release of the canary that served it. */
  readonly canary?: number | undefined
  /** The saved prompt, as `id@version`. */
  readonly prompt?: string | undefined
  /** The target that produced the reply, such as `config.targets[1]`. */
  readonly at?: string | undefined
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly stream?: true | undefined
  readonly retries?: number | undefined
  readonly cache?: string | undefined
  /** Age of a cache hit in seconds. */
  readonly cacheAge?: number | undefined
  /** Cosine similarity of a semantic cache hit. */
  readonly similarity?: number | undefined
  readonly attempts?: readonly AttemptRecord[] | undefined
  /** Targets that were skipped because their circuits were open. */
  readonly skipped?: readonly string[] | undefined
  /** What of the request named a provider without effect: headers, and `@slug` of the model. */
  readonly ignored?: readonly string[] | undefined
  /** Results of guards that ran before the reply was sent: the reasons of checks, never client content. */
  readonly guards?: readonly GuardResult[] | undefined
  /** The metadata of the request: strings, numbers and booleans, bounded and masked. */
  readonly metadata?: RequestTags['metadata']
  /** The span that the client named. */
  readonly span?: RequestTags['span']
  readonly usage?: Json | undefined
  /** What was counted for limits of tokens or cost, and by whom. */
  readonly counted?: CountedUsage | undefined
  /** The name of the limit that refused the request, or a target of it. */
  readonly limit?: string | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** The error code of a failure in the gateway. */
  readonly error?: string | undefined
  readonly message?: string | undefined
  /** Why a stream failed after its beginning had been sent. */
  readonly broken?: string | undefined
  /** The client disconnected before the end. */
  readonly left?: true | undefined
}

/** Maximum characters of a model name: it comes from the client and may be as long as a body. */
const MAX_MODEL = 128

/** Maximum characters of a message: it may quote the client or the provider. */
const MAX_MESSAGE = 500

/** A finished request. Times are in milliseconds since the epoch. */
export interface ServedRequest extends Pick<RequestRecord, 'trace' | 'method' | 'path'> {
  /** The start of the plan's digest. */
  readonly plan: string
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

/** Formats a time in milliseconds since the epoch (RFC 3339); many requests arrive within one millisecond. */
export function linkTimestamps(): (milliseconds: number) => string {
  let last = Number.NaN
  let text = ''
  return milliseconds => {
    if (milliseconds !== last) {
      last = milliseconds
      text = new Date(milliseconds).toISOString()
    }
    return text
  }
}

/** The log record of a request. Undefined properties are not serialized. */
export function toRequestRecord(
  { trace, method, path, plan, started, ended, reply, outcome }: ServedRequest,
  { key, workspace, bytesIn, bytesOut, left }: ServerDetails,
  timestamp: (milliseconds: number) => string,
): RequestRecord {
  const { failure } = reply
  const record = outcome?.record
  const answered = outcome?.reply
  const asked = answered?.target !== undefined
  return {
    time: timestamp(started),
    trace,
    method,
    path,
    status: reply.status,
    milliseconds: ended - started,
    plan,
    bytesIn,
    bytesOut,
    config: outcome?.config,
    prompt: record?.prompt,
    at: answered?.target,
    retries: asked ? answered.retries : undefined,
    provider: answered?.provider,
    model: outcome?.model?.slice(0, MAX_MODEL),
    stream: outcome?.stream === true ? true : undefined,
    cache: answered?.cache,
    cacheAge: record?.cacheAge,
    similarity: record?.similarity,
    attempts: record === undefined || record.attempts.length === 0 ? undefined : record.attempts,
    canary: record?.canary,
    skipped: record?.skippedTargets,
    ignored: record?.ignored,
    guards: record?.guardResults,
    metadata: record?.tags?.metadata,
    span: record?.tags?.span,
    usage: record?.usage,
    counted: record?.counted,
    limit: record?.limit,
    broken: record?.streamError,
    error: failure?.code,
    message: failure?.message.slice(0, MAX_MESSAGE),
    key,
    workspace,
    left: left ? true : undefined,
  }
}

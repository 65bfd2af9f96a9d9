// The structured log record of a request: no bodies, header values or secrets, only what is needed to diagnose a
// problem.
import type { LogAttempt, LogRecord, LogTokens } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { CallResult } from '../gateway/gateway.ts'
import { costOf, type FindDatedPrice, measuredUsage, reasoningOf } from '../limits/measured-usage.ts'
import type { CallRecord, Reply, RequestTags } from '../values/call.ts'
import type { CountedUsage } from '../values/call-limits.ts'
import type { GuardResult } from '../values/guard-verdict.ts'

type OrUndefined<T> = { readonly [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] }

/** The record as it is made: properties of which nothing is known are undefined, and not serialized. */
export interface RequestRecord
  extends Omit<OrUndefined<LogRecord>, 'attempts' | 'guards' | 'counted' | 'usage' | 'span'> {
  readonly attempts?: readonly OrUndefined<LogAttempt>[] | undefined
  readonly guards?: readonly GuardResult[] | undefined
  readonly counted?: CountedUsage | undefined
  readonly usage?: Json | undefined
  readonly span?: RequestTags['span']
}

/** Maximum characters of a model name: it comes from the client and may be as long as a body. */
const MAX_MODEL = 128

/** Maximum characters of a message: it may quote the client or the provider. */
const MAX_MESSAGE = 500

/** A finished request. Times are in milliseconds by the monotonic clock. */
export interface ServedRequest extends Pick<RequestRecord, 'id' | 'trace' | 'method' | 'path' | 'parent'> {
  /** The route of models. */
  readonly endpoint: string | undefined
  /** The start of the plan's digest. */
  readonly plan: string
  readonly started: number
  /** When the body had been read, and when the reply began; undefined where that did not come to pass. */
  readonly received: number | undefined
  readonly replied: number | undefined
  readonly ended: number
  /** The same moment in milliseconds since the epoch. */
  readonly now: number
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

/** What records are made with. */
export interface RecordPorts {
  /** Formats a time. */
  readonly timestamp: (milliseconds: number) => string
  readonly price: FindDatedPrice
}

/** The log record of a request. Undefined properties are not serialized. */
export function toRequestRecord(
  served: ServedRequest,
  { key, workspace, bytesIn, bytesOut, left }: ServerDetails,
  { timestamp, price }: RecordPorts,
): RequestRecord {
  const { id, trace, parent, method, path, endpoint, plan, started, replied, ended, now } = served
  const { reply, outcome } = served
  const { failure } = reply
  const record = outcome?.record
  const answered = outcome?.reply
  const asked = answered?.target !== undefined
  const model = outcome?.model?.slice(0, MAX_MODEL)
  const paid = outcome && usageCost(outcome, price, now)
  return {
    id,
    time: timestamp(now - (ended - started)),
    trace,
    parent,
    method,
    path,
    endpoint,
    status: reply.status,
    milliseconds: ended - started,
    firstToken: replied === undefined ? undefined : replied - started,
    own: ownTime(served),
    plan,
    bytesIn,
    bytesOut,
    config: outcome?.config,
    prompt: record?.prompt,
    at: answered?.target,
    retries: asked ? answered.retries : undefined,
    provider: answered?.provider,
    slug: record?.slug,
    model,
    servedModel: record?.servedModel?.slice(0, MAX_MODEL),
    stream: outcome?.stream === true ? true : undefined,
    cache: answered?.cache,
    cacheAge: record?.cacheAge,
    similarity: record?.similarity,
    steps: record?.steps,
    attempts: record === undefined ? undefined : attemptsOf(record, started),
    canary: record?.canary,
    skipped: record?.skippedTargets,
    ignored: record?.ignored,
    guards: record?.guardResults,
    metadata: record?.tags?.metadata,
    span: record?.tags?.span,
    usage: record?.usage,
    tokens: paid?.tokens,
    cost: paid?.cost,
    priced: paid?.priced,
    counted: record?.counted,
    limit: record?.limit,
    mcp: record?.mcp,
    agent: record?.agent,
    broken: record?.streamError,
    error: failure?.code,
    message: failure?.message.slice(0, MAX_MESSAGE),
    key,
    workspace,
    left: left ? true : undefined,
  }
}

/** The tokens of a request, and what they cost; undefined without any. The cost is absent where no list has a price. */
export function usageCost(
  { record, reply, model }: Pick<CallResult, 'record' | 'reply' | 'model'>,
  price: FindDatedPrice,
  now: number,
): { readonly tokens: LogTokens; readonly cost?: number; readonly priced?: string } | undefined {
  const tokens = tokensOf(record)
  if (tokens === undefined) return undefined
  const { provider } = reply
  const listed = provider === undefined ? undefined : price(provider, record.servedModel ?? model ?? '', now)
  if (listed === undefined) return { tokens }
  return { tokens, cost: costOf({ ...tokens, cached: tokens.cached ?? 0 }, listed), priced: listed.dated }
}

/** What the gateway itself took: before the first attempt and after the last, with guards; without the client's upload. */
function ownTime({ received, replied, outcome }: ServedRequest): number | undefined {
  if (received === undefined || replied === undefined) return undefined
  const attempts = outcome?.record.attempts
  const first = attempts?.[0]
  const last = attempts?.at(-1)
  if (first === undefined || last === undefined) return replied - received
  return Math.max(0, first.started - received) + Math.max(0, replied - last.started - last.milliseconds)
}

/** Attempts with times since the request began; undefined without any. */
function attemptsOf({ attempts }: CallRecord, begin: number): RequestRecord['attempts'] {
  if (attempts.length === 0) return undefined
  return attempts.map(attempt => ({ ...attempt, started: attempt.started - begin }))
}

/** The tokens that the provider reported, or those that were counted for limits. */
function tokensOf({ usage, counted }: CallRecord): LogTokens | undefined {
  const reported = usage === undefined ? undefined : measuredUsage(usage, 0)
  if (reported !== undefined) {
    const { input, output, cached } = reported
    const reasoning = reasoningOf(usage)
    return {
      input,
      output,
      ...(cached > 0 && { cached }),
      ...(reasoning > 0 && { reasoning }),
      source: 'provider',
    }
  }
  if (counted === undefined || counted.source !== 'counted') return undefined
  return { input: counted.input, output: counted.output, source: 'counted' }
}

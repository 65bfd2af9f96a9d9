// The structured log record of a request: no bodies, header values or secrets, only what is needed to diagnose a
// problem.
import { mask } from '../../compiler/diagnostics/mask.ts'
import type { LogAttempt, LogRecord } from '../../schemas/generated/types.ts'
import { isObject, type Json } from '../../schemas/values/json.ts'
import { isSameModel } from '../../schemas/values/model-name.ts'
import type { CallOutcome } from '../gateway/request.ts'
import type { CallRecord, Reply, RequestTags } from '../values/call.ts'
import type { CountedUsage } from '../values/call-limits.ts'
import type { Failure, StreamBreak } from '../values/failures.ts'
import type { GuardResult } from '../values/guard-verdict.ts'
import type { FindDatedPrice } from '../values/prices/find-price.ts'
import { DEEPEST_USAGE } from '../values/prices/read-usage.ts'
import { reportedUsage } from '../values/reported-usage.ts'
import type { CallerSpan } from '../values/trace-context.ts'
import { usageCost } from './usage-cost.ts'

export interface EntryBodies {
  /** The identity of the user whose request it is; undefined where it names none. */
  readonly user?: string | undefined
  readonly request?: Uint8Array | undefined
  readonly response?: Uint8Array | undefined
}

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
/** Of those of attempts, of which there may be many. */
const MAX_ATTEMPT_MESSAGE = 300
/** Characters that are searched for secrets; a part of one at the end of what is stored is not recognised. */
const MAX_MASKED = 4_000

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
  readonly reply: { readonly status: number; readonly failure?: Failure | undefined }
  /** Undefined when the request was rejected before it was handled. */
  readonly outcome: ServedOutcome | undefined
}

/** What records have of the result of a call. */
export interface ServedOutcome extends Pick<CallOutcome, 'config' | 'model' | 'stream'> {
  readonly record: RecordedCall
  readonly reply: Pick<Reply, 'target' | 'retries' | 'provider' | 'cache'>
}

/** The parts of a call that hold its bodies. */
type BodyHolder = 'parsedReply' | 'guardMemo' | 'limits' | 'replyReader'

type RecordedCall = Omit<CallRecord, BodyHolder> & { readonly [name in BodyHolder]?: undefined }

/** The result of a call without what holds its bodies, which must not wait for the record: memory is bounded by what is served. */
export const withoutBodies = (
  { config, model, stream, record }: CallOutcome,
  reply: ServedOutcome['reply'],
): ServedOutcome => ({
  config,
  model,
  stream,
  record: {
    ...record,
    parsedReply: undefined,
    guardMemo: undefined,
    limits: undefined,
    replyReader: undefined,
  },
  reply: { target: reply.target, retries: reply.retries, provider: reply.provider, cache: reply.cache },
})

/** Details of a request that only the server knows. */
export interface ServerDetails {
  readonly key?: string | undefined
  readonly workspace?: string | undefined
  readonly bytesIn: number
  readonly bytesOut: number
  /** The client disconnected before the end. */
  readonly left: boolean
}

/** Formats a time in milliseconds since the epoch (RFC 3339); many requests arrive within one second. */
export function linkTimestamps(): (milliseconds: number) => string {
  let lastSecond = Number.NaN
  let text = ''
  return milliseconds => {
    const second = Math.floor(milliseconds / 1000)
    if (second !== lastSecond) {
      lastSecond = second
      text = new Date(second * 1000).toISOString().slice(0, -4)
    }
    // Joined, since a concatenated string takes JSON.stringify off its fast path: three times as long for a whole record.
    return [text, MILLISECONDS[milliseconds - second * 1000], 'Z'].join('')
  }
}

/** The last digits of a time. */
const MILLISECONDS = Array.from({ length: 1000 }, (_, milliseconds) => String(milliseconds).padStart(3, '0'))

/** A finished request, of which a record is made. */
export interface FinishedRequest extends Pick<RecordPorts, 'price'> {
  readonly served: ServedRequest
  readonly details: ServerDetails
  /** Those that are logged. */
  readonly bodies?: EntryBodies | undefined
  /** The span of the caller, of which the record has only the identifier. */
  readonly callerSpan?: CallerSpan | undefined
  /** A request to saved resources, and not a call. */
  readonly isControl?: boolean
  /** Called when its record is written. */
  readonly onRecorded?: (() => void) | undefined
}

/** What records are made with. */
export interface RecordPorts {
  /** Formats a time. */
  readonly timestamp: (milliseconds: number) => string
  /** Milliseconds since the epoch when the monotonic clock was at zero. */
  readonly epoch: number
  readonly price: FindDatedPrice
}

/** The log record of a request. Undefined properties are not serialized. */
export function toRequestRecord(
  served: ServedRequest,
  { key, workspace, bytesIn, bytesOut, left }: ServerDetails,
  { timestamp, epoch, price }: RecordPorts,
): RequestRecord {
  const { id, trace, parent, method, path, endpoint, plan, started, replied, ended } = served
  const { reply, outcome } = served
  const { failure } = reply
  const record = outcome?.record
  const answered = outcome?.reply
  const asked = answered?.target !== undefined
  const model = outcome?.model?.slice(0, MAX_MODEL)
  const paid = outcome && usageCost(outcome, price, epoch + ended)
  const attempts = record === undefined ? undefined : attemptsOf(record, outcome?.model, started)
  const usage = reportedUsage(record?.usage)
  return {
    id,
    time: timestamp(epoch + started),
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
    member: record?.member,
    model,
    servedModel: record?.servedModel?.slice(0, MAX_MODEL),
    answeredModel: otherModel(record, outcome?.model),
    stream: outcome?.stream === true ? true : undefined,
    cache: answered?.cache,
    cacheAge: record?.cacheAge,
    similarity: record?.similarity,
    steps: record?.steps,
    attempts,
    canary: record?.canary?.release,
    skipped: record?.skippedTargets,
    ignored: record?.ignored,
    dropped: record?.droppedHeaders,
    guards: record?.guardResults,
    metadata: record?.tags?.metadata,
    span: record?.tags?.span,
    session: record?.session,
    usage: usage === undefined || isShallow(usage, DEEPEST_USAGE) ? usage : shallowUsage(usage),
    batches: record?.batches,
    tokens: paid?.tokens,
    units: paid?.units,
    cost: paid?.cost,
    costSource: paid?.costSource,
    computedCost: paid?.computedCost,
    upstreamCost: paid?.upstreamCost,
    priced: paid?.priced,
    rates: paid?.rates,
    unpriced: paid?.unpriced,
    counted: record?.counted?.counted(),
    limit: record?.limit,
    mcp: record?.mcp,
    agent: record?.agent,
    exchanged: record?.exchanged && { ...record.exchanged, started: record.exchanged.started - started },
    ...(record?.streamError && brokenStream(record.streamError)),
    error: failure?.code,
    message:
      failure === undefined ? providerMessage(reply.status, attempts) : failure.message.slice(0, MAX_MESSAGE),
    key,
    workspace,
    left: left ? true : undefined,
  }
}

/** The model that has answered, if it differs from the one that was sent. */
function otherModel(record: RecordedCall | undefined, model: string | undefined): string | undefined {
  const { answeredModel, servedModel = model } = record ?? {}
  return answeredModel === undefined || servedModel === undefined || isSameModel(answeredModel, servedModel)
    ? undefined
    : answeredModel.slice(0, MAX_MODEL)
}

function brokenStream({ message, code, cause }: StreamBreak) {
  const by = code === 'guardrail_denied' ? 'guard' : GATEWAY_FAULTS.has(code) ? 'gateway' : 'provider'
  return { broken: message, brokenBy: by, brokenCause: cause } as const
}

/** Failures of the gateway itself that end streams. */
const GATEWAY_FAULTS: ReadonlySet<string | undefined> = new Set(['internal', 'shutting_down', 'overloaded'])

/** What the gateway itself took: before the first attempt and after the last, with guards; without the client's upload. */
function ownTime({ received, replied, outcome }: ServedRequest): number | undefined {
  if (received === undefined || replied === undefined) return undefined
  const attempts = outcome?.record.attempts
  const first = attempts?.[0]
  const last = attempts?.at(-1)
  if (first === undefined || last === undefined) return replied - received
  return Math.max(0, first.started - received) + Math.max(0, replied - last.started - last.milliseconds)
}

/** Attempts with times since the request began, and with the model where it is not that of the record; undefined without any. */
function attemptsOf(
  { attempts, servedModel }: Pick<CallRecord, 'attempts' | 'servedModel'>,
  model: string | undefined,
  begin: number,
): RequestRecord['attempts'] {
  if (attempts.length === 0) return undefined
  const served = servedModel ?? model
  return attempts.map(attempt => ({
    ...attempt,
    slug: attempt.member === undefined ? undefined : attempt.slug,
    started: attempt.started - begin,
    model: attempt.model === served ? undefined : attempt.model?.slice(0, MAX_MODEL),
    message:
      attempt.message === undefined
        ? undefined
        : mask(attempt.message.slice(0, MAX_MASKED)).slice(0, MAX_ATTEMPT_MESSAGE),
  }))
}

/** The reply of the provider whose error was passed on. */
const providerMessage = (status: number, attempts: RequestRecord['attempts']): string | undefined => {
  const last = attempts?.at(-1)
  return status >= 400 && last?.status === status ? last.message : undefined
}

/** A usage without fields that are nested so deeply that the record could not be written. */
const shallowUsage = (usage: Json): Json =>
  isObject(usage)
    ? Object.fromEntries(Object.entries(usage).filter(([, field]) => isShallow(field, DEEPEST_USAGE)))
    : null

/** One function, since most usages are as they should be. */
function isShallow(value: Json | undefined, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (levels === 0) return false
  for (const name in value)
    if (!isShallow((value as Readonly<Record<string, Json>>)[name], levels - 1)) return false
  return true
}

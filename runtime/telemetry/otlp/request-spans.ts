// The spans of a request: one of the server, below it the steps of the plan, and below those the attempts at providers.
import { spanOfAttempt, spanOfRequest, spanOfStep } from '../../values/trace-context.ts'
import type { RequestRecord } from '../request-record.ts'
import {
  AGENT_OPERATION,
  MODEL_ATTRIBUTES as MODEL,
  operationOf,
  providerNameOf,
} from './model-conventions.ts'
import {
  type AttributeValue,
  attributesOf,
  inSeconds,
  nanoseconds,
  type OtlpSpan,
  SPAN_KINDS,
  STATUS_ERROR,
} from './otlp-message.ts'
import {
  errorTypeOf,
  operationOfRecord,
  replyAttributes,
  requestAttributes,
  usageAttributes,
} from './request-attributes.ts'

/** The trace of a request as OpenTelemetry has it. */
export interface RequestTrace {
  /** 32 hexadecimal digits. */
  readonly trace: string
  /** The span of the caller, where it named one. */
  readonly parent: string | undefined
}

type Attempt = NonNullable<RequestRecord['attempts']>[number]
type Step = NonNullable<RequestRecord['steps']>[number]

/** Milliseconds since the request began. */
interface Period {
  readonly from: number
  readonly to: number
}

/** Sampled, and it is known whether the parent is of another process: `REMOTE`. */
const SAMPLED = 0x101
const REMOTE = 0x200
const NO_ATTEMPTS: readonly Attempt[] = []
const NO_STEPS: readonly Step[] = []

export function requestSpans(record: RequestRecord, { trace, parent }: RequestTrace): readonly OtlpSpan[] {
  const { id, attempts = NO_ATTEMPTS, steps = NO_STEPS } = record
  const began = Date.parse(record.time)
  const request = spanOfRequest(id)
  const periods = attempts.map((attempt, index) => periodOf(attempt, index === attempts.length - 1, record))
  const stepSpans = steps.map((_, index) => spanOfStep(id, index))
  /** The span of the last step that led to a node of the plan, among the first ones. */
  const parentOf = (at: string, among = steps.length): string => {
    for (let index = among - 1; index >= 0; index -= 1)
      if (isBelow(at, steps[index]?.to ?? '')) return stepSpans[index] ?? request
    return request
  }
  const span = (
    spanId: string,
    parentSpanId: string | undefined,
    { from, to }: Period,
    named: Pick<OtlpSpan, 'name' | 'kind' | 'attributes' | 'status'>,
  ): OtlpSpan => ({
    traceId: trace,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name: named.name,
    kind: named.kind,
    startTimeUnixNano: nanoseconds(began + from),
    endTimeUnixNano: nanoseconds(began + to),
    attributes: named.attributes,
    status: named.status,
    flags: parentSpanId !== undefined && parentSpanId === parent ? SAMPLED | REMOTE : SAMPLED,
  })
  return [
    span(
      request,
      parent,
      { from: 0, to: record.milliseconds },
      {
        name: requestName(record),
        kind: SPAN_KINDS.server,
        attributes: requestAttributes(record, attempts.length === 0),
        status: requestStatus(record),
      },
    ),
    ...steps.map((step, index) =>
      span(stepSpans[index] ?? '', parentOf(step.at, index), stepPeriod(step, attempts, periods), {
        name: `plan ${step.at}`,
        kind: SPAN_KINDS.internal,
        attributes: attributesOf([
          ['portolan.node', step.at],
          ['portolan.chosen', step.to],
          ['portolan.because', step.because],
        ]),
        status: {},
      }),
    ),
    ...attempts.map((attempt, index) =>
      span(spanOfAttempt(id, index), parentOf(attempt.at), periods[index] ?? NOWHERE, {
        name: attemptName(attempt, record),
        kind: SPAN_KINDS.client,
        attributes: attributesOf(attemptAttributes(attempt, index, record)),
        status: attemptStatus(attempt, index === attempts.length - 1, record),
      }),
    ),
    ...exchangeSpans(record).map(({ from, to, ...named }) =>
      span(spanOfAttempt(id, attempts.length), request, { from, to }, named),
    ),
  ]
}

/** The call of an MCP server or an agent, which has the names of the conventions: a method and a tool, or an agent that is invoked. */
function exchangeSpans(
  record: RequestRecord,
): readonly (Period & Pick<OtlpSpan, 'name' | 'kind' | 'attributes' | 'status'>)[] {
  const { exchanged, mcp, agent } = record
  if (exchanged === undefined || (mcp === undefined && agent === undefined)) return []
  const { started, milliseconds } = exchanged
  const error = errorTypeOf(record)
  return [
    {
      ...{ from: started, to: started + milliseconds },
      name: mcp === undefined ? `${AGENT_OPERATION} ${agent?.slug}` : requestName(record),
      kind: SPAN_KINDS.client,
      attributes: attributesOf([
        [MODEL.operation, mcp === undefined ? AGENT_OPERATION : operationOfRecord(record)],
        [MODEL.tool, mcp?.tool],
        [MODEL.mcpMethod, mcp?.method],
        [MODEL.agent, agent?.slug],
        [MODEL.error, error],
        ['portolan.mcp.server', mcp?.server],
        ['portolan.agent.method', agent?.method],
      ]),
      status: error === undefined ? {} : { code: STATUS_ERROR, message: record.message ?? error },
    },
  ]
}

const NOWHERE: Period = { from: 0, to: 0 }

/** Of few values, as names of spans must be. A message of MCP is named by its method and its tool, as the conventions want. */
function requestName({ method, endpoint, mcp, agent }: RequestRecord): string {
  if (endpoint !== undefined) return `${method} /v1/${endpoint}`
  if (mcp === undefined) return `${method} ${agent === undefined ? 'other' : '/agents/'}`
  if (mcp.method === method) return `${method} /mcp/`
  return mcp.tool === undefined ? mcp.method : `${mcp.method} ${mcp.tool}`
}

const attemptName = (attempt: Attempt, record: RequestRecord): string =>
  record.endpoint === undefined
    ? 'request'
    : `${operationOf(record.endpoint)} ${modelOf(attempt, record) ?? ''}`.trimEnd()

/** The model that an attempt requested. */
const modelOf = (attempt: Attempt, { model, servedModel }: RequestRecord): string | undefined =>
  attempt.model ?? servedModel ?? model

/** A stream that broke is a failure of the attempt that began it. */
function attemptStatus(attempt: Attempt, isLast: boolean, { broken }: RequestRecord): OtlpSpan['status'] {
  if (attempt.status >= 400) return { code: STATUS_ERROR, message: attemptError(attempt) }
  return isLast && broken !== undefined ? { code: STATUS_ERROR, message: broken } : {}
}

/** Of servers, failures of clients are none (HTTP conventions): the caller did something wrong, not the gateway. */
function requestStatus(record: RequestRecord): OtlpSpan['status'] {
  if (record.status < 500 && record.broken === undefined && record.mcp?.isError !== true) return {}
  const message = record.message ?? record.broken ?? errorTypeOf(record)
  return { code: STATUS_ERROR, ...(message !== undefined && { message }) }
}

const attemptError = ({ cause, status }: Attempt): string => cause ?? String(status)

const attemptAttributes = (
  attempt: Attempt,
  index: number,
  record: RequestRecord,
): readonly (readonly [string, AttributeValue | undefined])[] => [
  [MODEL.operation, operationOfRecord(record)],
  [MODEL.provider, providerNameOf(attempt.provider)],
  [MODEL.requestModel, modelOf(attempt, record)],
  ...Object.entries(attempt.parameters ?? {}).map(
    ([name, value]) => [`gen_ai.request.${name}`, asNumber(name, value)] as const,
  ),
  ...replyAttributes(attempt.reply),
  ...serverAttributes(attempt.server),
  // The last attempt is the one that answered.
  ...(index + 1 === record.attempts?.length ? usageAttributes(record, attempt.started) : []),
  [MODEL.error, attempt.status >= 400 ? attemptError(attempt) : undefined],
  ['http.response.status_code', attempt.status],
  ['portolan.target', attempt.at],
  ['portolan.attempt', index + 1],
  ['portolan.attempt.queued', inSeconds(attempt.queued)],
  ['portolan.attempt.connect', inSeconds(attempt.connect)],
  ['portolan.attempt.first_byte', inSeconds(attempt.firstByte)],
]

/** Counts are integers; temperatures and penalties have fractions, also where they are 1. */
const asNumber = (name: string, value: number): AttributeValue =>
  COUNTS.has(name) && Number.isInteger(value) ? value : { doubleValue: value }

const COUNTS: ReadonlySet<string> = new Set(['max_tokens', 'seed', 'choice.count'])

const PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80, 'wss:': 443, 'ws:': 80 }

/** Host and port of an origin; behind a proxy they are those of the provider. */
function serverAttributes(
  origin: string | undefined,
): readonly (readonly [string, AttributeValue | undefined])[] {
  if (origin === undefined) return []
  const { hostname, port, protocol } = new URL(origin)
  return [
    [MODEL.serverAddress, hostname.replace(/^\[|\]$/g, '')],
    [MODEL.serverPort, port === '' ? PORTS[protocol] : Number(port)],
  ]
}

/** An attempt whose stream was passed on lasted as long as the request. */
function periodOf(
  { started = 0, milliseconds, status }: Attempt,
  isLast: boolean,
  record: RequestRecord,
): Period {
  const relayed = isLast && record.stream === true && status < 400
  return { from: started, to: relayed ? Math.max(started, record.milliseconds) : started + milliseconds }
}

/** A step lasted from the first attempt below its choice to the last; without one it took no time. */
function stepPeriod({ to }: Step, attempts: readonly Attempt[], periods: readonly Period[]): Period {
  let found: Period | undefined
  for (const [index, attempt] of attempts.entries()) {
    const period = periods[index]
    if (period === undefined || !isBelow(attempt.at, to)) continue
    found =
      found === undefined
        ? period
        : { from: Math.min(found.from, period.from), to: Math.max(found.to, period.to) }
  }
  return found ?? NOWHERE
}

/** `config.targets[1].targets[0]` is below `config.targets[1]`, and `config.targets[10]` is not. */
const isBelow = (at: string, node: string): boolean =>
  at.startsWith(node) && (at.length === node.length || at[node.length] === '.' || at[node.length] === '[')

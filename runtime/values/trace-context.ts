// Traces of W3C Trace Context and OpenTelemetry: identifiers, the choice of the traces that are sampled, and the header for providers.
// What is derived here needs no state, so that every gateway of a fleet, and a provider that is called, name the same.
import { type Headers, headerValue } from './headers.ts'

/** The span of the caller in `traceparent`: the trace that it belongs to, and whether the caller samples that. */
export interface CallerSpan {
  /** 32 hexadecimal digits. */
  readonly trace: string
  readonly span: string
  readonly sampled: boolean
}

const TRACE_ID = /^[0-9a-f]{32}$/
const ZEROS = /^0+$/
/** Digits of a trace identifier that decide: 52 bits, exact in a number. */
const DECIDING = 13
const RANGE = 16 ** DECIDING
const SPAN = 16

/** The trace as 32 hexadecimal digits: identifiers of callers in another form are hashed. `hash` is SHA-256. */
const traceIdInHex = (trace: string, hash: (text: string) => string): string =>
  TRACE_ID.test(trace) && !ZEROS.test(trace) ? trace : hash(trace).slice(0, 32)

/**
 * The trace as spans and providers have it: that of `traceparent`, also where the caller names the request otherwise for the log.
 * `hash` is SHA-256.
 */
export const exportedTraceOf = (
  trace: string,
  caller: CallerSpan | undefined,
  hash: (text: string) => string,
): string => caller?.trace ?? traceIdInHex(trace, hash)

/**
 * Whether a trace is in the share that is sampled, by its last digits, which are random. `trace` has 32 digits in lower case, so that the
 * digits compare as their number does.
 */
export function linkShare(share: number): (trace: string) => boolean {
  const least = Math.ceil(RANGE * (1 - share))
  if (least <= 0) return () => true
  if (least >= RANGE) return () => false
  const digits = least.toString(16).padStart(DECIDING, '0')
  return trace => trace.slice(-DECIDING) >= digits
}

/** The span of a request, by the identifier of its record. */
export const spanOfRequest = (record: string): string => record.slice(0, SPAN)

/** The span of an attempt, by the identifier of the record and the place among the attempts. */
export const spanOfAttempt = (record: string, index: number): string => childSpan(record, index + 1)

/** The span of a step of the plan, by its place among them. */
export const spanOfStep = (record: string, index: number): string => childSpan(record, FIRST_STEP + index)

const FIRST_STEP = 0x8000

/** Half of the record's identifier is not used as a span yet: its digits, with the last four for the position. */
const childSpan = (record: string, place: number): string =>
  record.slice(SPAN, SPAN + 12) + place.toString(16).padStart(4, '0')

/** The value of `traceparent`. */
export const formatTraceparent = (trace: string, span: string, sampled: boolean): string =>
  `00-${trace}-${span}-${sampled ? '01' : '00'}`

/** The headers of W3C Trace Context; `tracestate` means nothing without `traceparent`. */
export interface TraceContext {
  readonly traceparent?: string
  readonly tracestate?: string
}

/** The state of the trace that a client names; empty where it has none. */
export const tracestateOf = (headers: Headers): Pick<TraceContext, 'tracestate'> => {
  const lists = headers.filter(
    (_, index) => headers[index - 1]?.toLowerCase() === 'tracestate' && index % 2 === 1,
  )
  const tracestate = lists.filter(Boolean).join(',')
  return tracestate === '' ? {} : { tracestate }
}

/** The trace context of an MCP server or an agent: that of the client, or one of the gateway's own trace. */
export function traceContextFor(headers: Headers, trace: string): TraceContext {
  const traceparent = headerValue(headers, 'traceparent')
  if (traceparent !== undefined) return { traceparent, ...tracestateOf(headers) }
  const isTrace = TRACE_ID.test(trace) && !ZEROS.test(trace)
  return isTrace ? { traceparent: formatTraceparent(trace, trace.slice(SPAN), true) } : {}
}

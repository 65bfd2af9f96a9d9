// The trace of a request for providers that the manifest names (`propagate_to`): `traceparent` with the span of the attempt, which
// is the one that is exported, and the `tracestate` of a trace that the client began. Other providers get neither.
import type { Gateway } from '../../../schemas/generated/types.ts'
import type { Call } from '../../values/call.ts'
import type { Ports, UpstreamRequest } from '../../values/ports.ts'
import {
  exportedTraceOf,
  formatTraceparent,
  linkShare,
  spanOfAttempt,
  tracestateOf,
} from '../../values/trace-context.ts'

/** The request as it is sent: with a header of its own where the provider is allowed one. */
export type PropagateTrace = (request: UpstreamRequest, call: Call, provider: string) => UpstreamRequest

const ALL = '*'
const REPLACED = new Set(['traceparent', 'tracestate'])

/** Undefined where no provider is named. */
export function linkTracePropagation(
  { telemetry }: Pick<Gateway, 'telemetry'>,
  { hash }: Pick<Ports, 'hash'>,
): PropagateTrace | undefined {
  if (telemetry?.propagateTo === undefined) return undefined
  const named = new Set(telemetry.propagateTo)
  const isForAll = named.has(ALL)
  const isInShare = linkShare(telemetry.otlp?.traces ?? 0)
  const hashText = (text: string): string => hash(text)
  return (request, call, provider) => {
    const { trace, span, record } = call
    if (span === undefined) return request
    const { slug } = record
    if (!(isForAll || named.has(provider) || (slug !== undefined && named.has(`@${slug}`)))) return request
    const traceId = exportedTraceOf(trace, span.caller, hashText)
    const sampled = span.caller?.sampled ?? isInShare(traceId)
    const own = formatTraceparent(traceId, spanOfAttempt(span.record, record.attempts.length), sampled)
    const headers: string[] = []
    for (let index = 0; index + 1 < request.headers.length; index += 2) {
      const name = request.headers[index] ?? ''
      if (!REPLACED.has(name.toLowerCase())) headers.push(name, request.headers[index + 1] ?? '')
    }
    headers.push('traceparent', own)
    if (span.caller !== undefined) headers.push(...Object.entries(tracestateOf(call.headers)).flat())
    return { ...request, headers }
  }
}

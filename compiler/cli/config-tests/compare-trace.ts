// Compares what a case expects with what happened. Every part is compared, so that one run shows all that differs.
import type { Trace, TracedCall } from '../../../runtime/simulation/trace.ts'
import { isTargetPath, isUrlPrefix } from '../../../runtime/simulation/upstream-script.ts'
import type { Expectation, ExpectedCall, TimeBounds } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { compareBody, compareHeaders, compareValue, type Mismatch } from './mismatch.ts'

export function compareTrace(
  expected: Expectation,
  trace: Trace,
  providerId: ProviderId,
): readonly Mismatch[] {
  const { reply } = trace
  return [
    ...compareCalls(expected.calls, trace.calls, providerId),
    ...compareValue(expected.waits && [...expected.waits], [...trace.waits], '/waits', 'The waits differ'),
    ...compareValue(expected.status, reply.status, '/status', 'The status differs'),
    ...compareHeaders(expected.headers, reply.headers, '/headers', 'The header'),
    ...compareBody(expected.body as Json | undefined, reply.json ?? reply.text, '/body', 'The body'),
    ...compareValue(expected.content, reply.content, '/content', 'The content differs'),
    ...compareValue(expected.complete, reply.complete, '/complete', completeness(reply.complete)),
    ...compareTime(expected.time, trace.time),
  ]
}

const completeness = (complete: boolean): string =>
  complete ? 'The reply is complete' : 'The reply is not complete'

function compareTime(expected: number | TimeBounds | undefined, time: number): readonly Mismatch[] {
  if (expected === undefined) return []
  const received = `${time} ms`
  const subject = 'The time differs'
  if (typeof expected === 'number')
    return expected === time ? [] : [{ at: '/time', subject, expected: `${expected} ms`, received }]
  const { min, max } = expected
  return [
    ...(min !== undefined && time < min
      ? [{ at: '/time/min', subject, expected: `at least ${min} ms`, received }]
      : []),
    ...(max !== undefined && time > max
      ? [{ at: '/time/max', subject, expected: `at most ${max} ms`, received }]
      : []),
  ]
}

/** The identifier of a provider by any of its names. */
export type ProviderId = (name: string) => string

/** Compares the expected calls of providers with those that were made, one by one in their order. */
function compareCalls(
  expected: readonly (string | ExpectedCall)[] | undefined,
  calls: readonly TracedCall[],
  providerId: ProviderId,
): readonly Mismatch[] {
  if (expected === undefined) return []
  const shared = expected.flatMap((each, index) => {
    const at = childPointer('/calls', index)
    const call = calls[index]
    const subject = `Call ${index + 1}`
    if (call === undefined)
      return [
        { at, subject: `${subject} was not made`, expected: nameOf(each), received: 'no further calls' },
      ]
    return typeof each === 'string'
      ? compareCallee(each, call, at, subject, providerId)
      : compareCall(each, call, at, subject, providerId)
  })
  const more = calls[expected.length]
  if (more === undefined) return shared
  const subject = `Call ${expected.length + 1} was not expected`
  return [
    ...shared,
    { at: '/calls', subject, expected: 'no further calls', received: formatTracedCall(more) },
  ]
}

const nameOf = (call: string | ExpectedCall): string =>
  typeof call === 'string' ? call : (call.target ?? call.provider ?? call.url ?? 'a call')

function compareCallee(
  name: string,
  call: TracedCall,
  at: Pointer,
  subject: string,
  providerId: ProviderId,
): readonly Mismatch[] {
  const received = isTargetPath(name)
    ? call.target
    : isUrlPrefix(name)
      ? call.url
      : name.startsWith('@')
        ? call.slug && `@${call.slug}`
        : call.provider
  const met = isUrlPrefix(name)
    ? call.url.startsWith(name)
    : received === (isTargetPath(name) || name.startsWith('@') ? name : providerId(name)) ||
      name === `@${call.pool}`
  if (met) return []
  return [{ at, subject: `${subject} differs`, expected: name, received: formatTracedCall(call) }]
}

function compareCall(
  expected: ExpectedCall,
  call: TracedCall,
  at: Pointer,
  subject: string,
  providerId: ProviderId,
): readonly Mismatch[] {
  const named = (['target', 'provider'] as const).flatMap(name => {
    const value = expected[name]
    return value === undefined ? [] : compareCallee(value, call, `${at}/${name}`, subject, providerId)
  })
  const url = expected.url?.includes('?') ? call.url : call.url.split('?', 1)[0]
  const values = [
    ['model', expected.model, call.model],
    ['url', expected.url, url],
    ['method', expected.method, call.method],
  ] as const
  return [
    ...named,
    ...values.flatMap(([name, wanted, received]) =>
      wanted === undefined || wanted === received
        ? []
        : [
            {
              at: `${at}/${name}`,
              subject: `The ${name} of call ${subject.slice('Call '.length)} differs`,
              expected: wanted,
              received: received ?? 'none',
            },
          ],
    ),
    ...compareHeaders(expected.headers, call.headers, `${at}/headers`, `${subject}: the header`),
    ...compareBody(expected.body as Json | undefined, call.body, `${at}/body`, `${subject}: the body`),
  ]
}

/** `config.targets[0] openai gpt-6-sol -> 503`. */
export function formatTracedCall({ target, slug, provider, model, url, outcome }: TracedCall): string {
  const callee =
    target === undefined && provider === undefined ? [url] : [target, slugOr(slug, provider), model]
  return `${callee.filter(part => part !== undefined).join(' ')} -> ${outcome}`
}

const slugOr = (slug: string | undefined, provider: string | undefined): string | undefined =>
  slug === undefined ? provider : `@${slug}`

/** All calls of a request, numbered, each with the time at which it began. */
export function formatCalls({ calls, reply, time }: Trace): readonly string[] {
  const lines = calls.map((call, index) => `${index + 1}. at ${call.started} ms: ${formatTracedCall(call)}`)
  const end = `the reply: ${reply.status} after ${time} ms`
  return calls.length === 0 ? [`no calls, ${end}`] : [...lines, end]
}

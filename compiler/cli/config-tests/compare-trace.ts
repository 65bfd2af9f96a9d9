// Compares what a case expects with what happened. Every part is compared, so that one run shows all that differs.

import type { Trace } from '../../../runtime/simulation/trace.ts'
import type { Expectation, TimeBounds } from '../../../schemas/generated/types.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { compareCalls, type ProviderId } from './compare-calls.ts'
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

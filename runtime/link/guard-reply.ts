// Output guards. A whole reply is checked before it is sent; a stream is buffered, released in windows, or checked
// after its end, as the strictest of its guards requires. Replies without success are not checked.
import { type Call, discard, isStream, type Reply } from '../call.ts'
import { endpointFacts } from '../endpoints.ts'
import { failure, isFailure } from '../failures.ts'
import type { Circumstances } from '../guardrails/circumstances.ts'
import { denial, verdictOf } from '../guardrails/denial.ts'
import { protectsTexts, stagesOf } from '../guardrails/link-guard.ts'
import type { LinkedGuard } from '../guardrails/linked-guard.ts'
import { runGuards } from '../guardrails/run-guards.ts'
import { judgeLater } from './guard-later.ts'
import { failed, hooksOf, note } from './guard-outcome.ts'
import { windowReply } from './guard-windows.ts'
import { holdReply, isWrapped } from './held-reply.ts'
import { isEventStream } from './incoming-reply.ts'
import type { Parts } from './parts.ts'
import { watchReply } from './watch-reply.ts'

const WRAPPED = failure(
  'invalid_upstream_reply',
  'The reply is encoded or in binary frames, so its guardrails cannot read it.',
  { cause: 'decode' },
)

export type JudgeReply = (call: Call, reply: Reply) => Promise<Reply>
export type Surround = (call: Call) => Omit<Circumstances, 'cancellation'>

export function linkReplyGuards(
  guards: readonly LinkedGuard[],
  surround: Surround,
  parts: Parts,
): JudgeReply {
  const limit = parts.gateway.limits.reply_bytes
  const inTime = guards.filter(({ async }) => !async)
  const later = stagesOf(guards.filter(({ async }) => async))
  const stages = stagesOf(inTime)
  const byWindows = stagesOf(inTime.filter(({ stream }) => stream === 'window'))
  const afterEnd = stagesOf(guards.filter(({ async, stream }) => async || stream === 'end'))
  const protects = inTime.some(protectsTexts)
  const holds = inTime.some(({ stream }) => stream === 'hold')

  const around = (call: Call): Circumstances => ({ ...surround(call), cancellation: call.cancellation })

  const judgeWhole: JudgeReply = async (call, reply) => {
    const held = await holdReply(reply, call, limit)
    if (isFailure(held)) return failed(call, reply, held)
    const { content, results } = await runGuards(stages, held.content, around(call))
    note(call, results)
    const verdict = verdictOf(results, inTime)
    if (verdict === 'denied') {
      discard(reply)
      return { ...failed(call, reply, denial(results, 'reply')), hooks: hooksOf(verdict, [], results) }
    }
    judgeLater(
      call,
      'reply',
      later,
      async () => content,
      () => surround(call),
      parts,
    )
    return { ...reply, ...held.release(content), hooks: hooksOf(verdict, [], results) }
  }
  /** Streams the reply unchanged; guards that run at its end are evaluated then. */
  const pass = (call: Call, reply: Reply): Reply =>
    watchReply(reply, call, limit, find =>
      judgeLater(call, 'reply', afterEnd, find, () => surround(call), parts),
    )

  return async (call, reply) => {
    if (reply.status < 200 || reply.status > 299 || reply.failure !== undefined) return reply
    if (inTime.length === 0) return pass(call, reply)
    if (protects && isWrapped(reply)) {
      discard(reply)
      return failed(call, reply, WRAPPED)
    }
    if (holds || !isStream(reply.body) || !isEventStream(reply.headers)) return await judgeWhole(call, reply)
    if (byWindows.length === 0) return pass(call, reply)
    if (call.endpoint === undefined || endpointFacts[call.endpoint].streams !== 'chunks')
      return await judgeWhole(call, reply)
    const windows = await windowReply(call, reply, reply.body, byWindows, around(call), limit)
    return windows.failure === undefined && afterEnd.length > 0 ? pass(call, windows) : windows
  }
}

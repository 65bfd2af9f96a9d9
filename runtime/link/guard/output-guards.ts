// Output guards. A whole reply is checked before it is sent; a stream is buffered, released in windows, or checked
// after its end, as the strictest of its guards requires. Replies without success are not checked.

import { denialFailure, overallVerdict } from '../../guardrails/engine/denial.ts'
import type { EvaluationContext } from '../../guardrails/engine/evaluation-context.ts'
import { isTextEnforcing, toStages } from '../../guardrails/engine/link-guard.ts'
import type { GuardStage, LinkedGuard } from '../../guardrails/engine/linked-guard.ts'
import { runGuards } from '../../guardrails/engine/run-guards.ts'
import type { ReadEventTexts } from '../../guardrails/engine/streams/event-texts/event-texts.ts'
import { chargeUse, releaseUse } from '../../values/body-cost.ts'
import { type Call, discard, isStream, type Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure, isFailure } from '../../values/failures.ts'
import { isEventStream } from '../../values/headers.ts'
import type { LinkContext } from '../link-context.ts'
import { runAsyncGuards } from './async-guards.ts'
import { bufferReply, hasContentEncoding } from './buffered-reply.ts'
import { failed, hooksOf, recordResults } from './guard-response.ts'
import { eventTextsOf, rewriteStream } from './rewritten-stream.ts'
import { windowReply } from './stream-windows.ts'
import { tapReply } from './tap-reply.ts'

const ENCODED_REPLY = failure(
  'invalid_upstream_reply',
  'The reply is encoded or in binary frames, so its guardrails cannot read it.',
  { cause: 'decode' },
)

const isTooLarge = ({ code }: Failure): boolean => code === 'body_too_large'
const REPLY_TOO_LARGE = failure(
  'invalid_upstream_reply',
  'The reply takes more memory to be checked than the gateway has for bodies (limits.buffered_bytes).',
  { cause: 'too-large' },
)

/** A guard that rewrites is a stage of its own. */
const rewritesOf = ([guard]: GuardStage): boolean => guard?.rewrites === true

const hasChunks = ({ endpoint }: Call): boolean =>
  endpoint !== undefined && endpointFacts[endpoint].streamFormat === 'chunks'

export type EvaluateReply = (call: Call, reply: Reply) => Promise<Reply>
export type GuardContextOf = (call: Call) => Omit<EvaluationContext, 'cancellation'>

export function linkReplyGuards(
  guards: readonly LinkedGuard[],
  contextOf: GuardContextOf,
  parts: LinkContext,
): EvaluateReply {
  const { ports } = parts
  const limit = parts.gateway.limits.reply_bytes
  const blocking = guards.filter(({ async }) => !async)
  const asynchronous = toStages(guards.filter(({ async }) => async))
  const stages = toStages(blocking)
  const byWindows = toStages(blocking.filter(({ stream }) => stream === 'window'))
  const afterEnd = toStages(guards.filter(({ async, stream }) => async || stream === 'end'))
  const protects = blocking.some(isTextEnforcing)
  const buffers = blocking.some(({ stream }) => stream === 'hold')

  const context = (call: Call): EvaluationContext => ({ ...contextOf(call), cancellation: call.cancellation })

  const evaluateWhole: EvaluateReply = async (call, reply) => {
    const reading = bufferReply(reply, call, limit, ports.nextTurn)
    const buffered = reading instanceof Promise ? await reading : reading
    if (isFailure(buffered)) return failed(call, reply, buffered)
    const { bytes } = buffered
    const excess = chargeUse('checked', bytes, call.memory)
    if (excess !== undefined) return failed(call, reply, isTooLarge(excess) ? REPLY_TOO_LARGE : excess)
    if (!ports.fitsTurn(bytes.length))
      await new Promise<void>(resolve => ports.nextTurn(resolve, call.caller, bytes.length))
    const outcome = runGuards(stages, buffered.content, context(call))
    const { content, results } = outcome instanceof Promise ? await outcome : outcome
    releaseUse('checked', bytes, call.memory)
    recordResults(call, results)
    const verdict = overallVerdict(results, blocking)
    if (verdict === 'denied') {
      discard(reply)
      return {
        ...failed(call, reply, denialFailure(results, blocking, 'reply')),
        hooks: hooksOf(verdict, [], results),
      }
    }
    runAsyncGuards(
      call,
      'reply',
      asynchronous,
      async () => content,
      () => contextOf(call),
      parts,
    )
    return { ...reply, ...buffered.release(content), hooks: hooksOf(verdict, [], results) }
  }
  /** Stage by stage: what a guard rewrites is what those after it read. */
  const releaseInWindows = async (call: Call, reply: Reply, readTexts: ReadEventTexts): Promise<Reply> => {
    let released = reply
    for (const stage of byWindows) {
      if (released.failure !== undefined || !isStream(released.body)) return released
      const [guard] = stage
      released =
        guard?.rewrites === true
          ? await rewriteStream(call, released, readTexts, guard, context(call), limit, ports)
          : await windowReply(call, released, released.body, [stage], context(call), limit, ports)
    }
    return released
  }
  /** Streams the reply unchanged; guards that run at its end are evaluated then. */
  const pass = (call: Call, reply: Reply): Reply =>
    tapReply(reply, call, { limit, nextTurn: ports.nextTurn }, find =>
      runAsyncGuards(call, 'reply', afterEnd, find, () => contextOf(call), parts),
    )

  return async (call, reply) => {
    if (reply.status < 200 || reply.status > 299 || reply.failure !== undefined) return reply
    if (blocking.length === 0) return pass(call, reply)
    if (protects && hasContentEncoding(reply)) {
      discard(reply)
      return failed(call, reply, ENCODED_REPLY)
    }
    if (buffers || !isStream(reply.body) || !isEventStream(reply.headers))
      return await evaluateWhole(call, reply)
    if (byWindows.length === 0) return pass(call, reply)
    const readTexts = eventTextsOf(call)
    const isJudged = byWindows.some(stage => !rewritesOf(stage))
    if (readTexts === undefined || (isJudged && !hasChunks(call))) return await evaluateWhole(call, reply)
    const windows = await releaseInWindows(call, reply, readTexts)
    return windows.failure === undefined && afterEnd.length > 0 ? pass(call, windows) : windows
  }
}

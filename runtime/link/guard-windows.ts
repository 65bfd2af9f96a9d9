// A chunk stream under guards that work on stream windows: uncommitted until the first window has passed.
import type { JsonObject } from '../../compiler/source.ts'
import type { Call, Reply } from '../call.ts'
import { type Failure, failure } from '../failures.ts'
import type { Circumstances } from '../guardrails/circumstances.ts'
import { contentOf } from '../guardrails/content.ts'
import { denial } from '../guardrails/denial.ts'
import type { Stage } from '../guardrails/linked-guard.ts'
import { runGuards } from '../guardrails/run-guards.ts'
import { windowed } from '../guardrails/streams/windowed.ts'
import { textsOf } from '../guardrails/texts/texts-of.ts'
import type { GuardResult } from '../guardrails/verdict.ts'
import type { ByteStream } from '../streams/byte-stream.ts'
import { failed, hooksOf } from './guard-outcome.ts'
import { brokenStream } from './held-events.ts'
import { relayedHeaders } from './reply-headers.ts'

const BROKEN = failure('internal', 'The gateway failed while it checked the reply.')
const LEFT = failure('timeout', 'The client disconnected before the reply was checked.')

export function windowReply(
  call: Call,
  reply: Reply,
  body: ByteStream,
  stages: readonly Stage[],
  circumstances: Circumstances,
  limit: number,
): Promise<Reply> {
  const readers = textsOf(call.endpoint).reply
  const found = new Map<string, GuardResult>()
  let noted: readonly GuardResult[] = []
  const merge = (results: readonly GuardResult[]): void => {
    for (const result of results) found.set(result.id, merged(found.get(result.id), result))
    const others = (call.record.guards ?? []).filter(each => !noted.includes(each))
    noted = [...found.values()]
    call.record.guards = [...others, ...noted]
  }
  const dead = (reason: Failure | { readonly event: string }): Reply => {
    const outcome = failed(call, reply, 'event' in reason ? brokenStream(reason.event) : reason)
    const denied = outcome.failure?.code === 'guardrail_denied'
    return denied ? { ...outcome, hooks: hooksOf('denied', [], [...found.values()]) } : outcome
  }
  const judge = async (window: JsonObject): Promise<Failure | undefined> => {
    try {
      const content = contentOf('', window, readers, { carrier: true })
      const { results } = await runGuards(stages, content, circumstances)
      merge(results)
      return results.some(({ deny }) => deny) ? denial(results, 'reply') : undefined
    } catch (bug) {
      circumstances.onBug(bug)
      return BROKEN
    }
  }
  if (call.cancellation.cancelled()) {
    body.cancel()
    return Promise.resolve(failed(call, reply, LEFT))
  }
  return new Promise(resolve => {
    let cancel = (): void => {}
    const unsubscribe = call.cancellation.onCancel(() => {
      cancel()
      resolve(failed(call, reply, LEFT))
    })
    const settle = (outcome: Reply): void => {
      unsubscribe()
      resolve(outcome)
    }
    cancel = windowed(body, limit, {
      judge,
      commit: committed => settle({ ...reply, headers: relayedHeaders(reply.headers), body: committed }),
      dead: reason => settle(dead(reason)),
      broken: reason => {
        call.record.broken = reason
      },
    })
  })
}

/** Merges a guard's result over all windows so far: once failed, it stays failed. */
function merged(before: GuardResult | undefined, result: GuardResult): GuardResult {
  const telling = before !== undefined && !before.verdict ? before : result
  return { ...telling, execution_time: (before?.execution_time ?? 0) + result.execution_time }
}

// A chunk stream under guards that work on stream windows: uncommitted until the first window has passed.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { textReadersFor } from '../../guardrails/body-texts/endpoint-texts.ts'
import { createContent } from '../../guardrails/engine/content.ts'
import { denialFailure } from '../../guardrails/engine/denial.ts'
import type { EvaluationContext } from '../../guardrails/engine/evaluation-context.ts'
import type { GuardStage } from '../../guardrails/engine/linked-guard.ts'
import { runGuards } from '../../guardrails/engine/run-guards.ts'
import { createWindowSplitter, type WindowSplitter } from '../../guardrails/engine/streams/split-windows.ts'
import { type WindowListener, windowStream } from '../../guardrails/engine/streams/window-stream.ts'
import { inPortions, type TurnPorts } from '../../streams/in-portions.ts'
import { type StreamEnding, streamEndings } from '../../streams/stream-ending.ts'
import type { ByteStream } from '../../values/byte-stream.ts'
import type { Call, Reply } from '../../values/call.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import { streamHeaders } from '../../values/headers.ts'
import type { ServerSentEvent } from '../../values/server-sent-event.ts'
import { truncatedStream } from './buffered-reply.ts'
import { failed, hooksOf } from './guard-response.ts'

export const GATEWAY_FAILED = failure('internal', 'The gateway failed while it checked the reply.')
const CLIENT_DISCONNECTED = failure('cancelled', 'The client disconnected before the reply was checked.')

export function windowReply(
  call: Call,
  reply: Reply,
  body: ByteStream,
  stages: readonly GuardStage[],
  circumstances: EvaluationContext,
  limit: number,
  ports: TurnPorts,
): Promise<Reply> {
  const readers = textReadersFor(call.endpoint).reply
  const results = mergedResults(call)
  const evaluateWindow = async (window: JsonObject): Promise<Failure | undefined> => {
    try {
      const content = createContent('', window, readers, { textsOnly: true })
      const { results: found } = await runGuards(stages, content, circumstances)
      results.merge(found)
      return found.some(({ deny }) => deny) ? denialFailure(found, stages.flat(), 'reply') : undefined
    } catch (bug) {
      circumstances.onBug(bug)
      return GATEWAY_FAILED
    }
  }
  const work = { splitter: createWindowSplitter(), evaluate: evaluateWindow, results }
  return commitLate(call, reply, body, limit, work, ports)
}

/** What the guards of a stream found so far, in the record of the call. */
export interface MergedResults {
  readonly merge: (results: readonly GuardResult[]) => void
  readonly list: () => readonly GuardResult[]
}

export function mergedResults({ record }: Call): MergedResults {
  const resultsSoFar = new Map<string, GuardResult>()
  let recorded: readonly GuardResult[] = []
  return {
    merge: results => {
      for (const result of results)
        resultsSoFar.set(result.id, mergeResults(resultsSoFar.get(result.id), result))
      const others = (record.guardResults ?? []).filter(each => !recorded.includes(each))
      recorded = [...resultsSoFar.values()]
      record.guardResults = [...others, ...recorded]
    },
    list: () => recorded,
  }
}

interface WindowWork<Subject> {
  readonly splitter: WindowSplitter<Subject>
  readonly evaluate: WindowListener<Subject>['evaluate']
  readonly results: MergedResults
}

/** Bytes of events that are read, evaluated and rewritten before others are served: what a provider sends comes in half of that. */
const PORTION = 128 * 1024

/** The reply once its first window is released; a failure where it is not. */
export function commitLate<Subject>(
  call: Call,
  reply: Reply,
  body: ByteStream,
  limit: number,
  { splitter, evaluate, results }: WindowWork<Subject>,
  ports: TurnPorts,
): Promise<Reply> {
  const dead = (reason: Failure | { readonly event: ServerSentEvent }): Reply => {
    const outcome = failed(call, reply, 'event' in reason ? truncatedStream(reason.event.data) : reason)
    const denied = outcome.failure?.code === 'guardrail_denied'
    return denied ? { ...outcome, hooks: hooksOf('denied', [], results.list()) } : outcome
  }
  if (call.cancellation.cancelled()) {
    body.cancel()
    return Promise.resolve(failed(call, reply, CLIENT_DISCONNECTED))
  }
  return new Promise(resolve => {
    let cancel = (): void => {}
    const unsubscribe = call.cancellation.onCancel(() => {
      cancel()
      resolve(failed(call, reply, CLIENT_DISCONNECTED))
    })
    const settle = (outcome: Reply): void => {
      unsubscribe()
      resolve(outcome)
    }
    cancel = windowStream(inPortions(body, PORTION, ports), limit, endingOf(call), splitter, {
      evaluate,
      onCommit: committed => settle({ ...reply, headers: streamHeaders(reply.headers), body: committed }),
      onFailedBeforeCommit: reason => settle(dead(reason)),
      onBroken: reason => {
        if ('code' in reason && reason.code === 'invalid_upstream_reply') reply.onUnreadable?.()
        call.record.streamError ??= reason
      },
    })
  })
}

const endingOf = ({ endpoint }: Call): StreamEnding =>
  streamEndings[(endpoint && endpointFacts[endpoint].streamFormat) ?? 'chunks']

/** Merges a guard's result over all windows so far: once failed, it stays failed. */
function mergeResults(before: GuardResult | undefined, result: GuardResult): GuardResult {
  const reporting = before !== undefined && !before.verdict ? before : result
  return { ...reporting, execution_time: (before?.execution_time ?? 0) + result.execution_time }
}

// A stream under a guard that rewrites it in windows, one check after the other. What cannot be rewritten ends the
// stream: nothing of it has been sent.
import type { JsonObject } from '../../../schemas/values/json.ts'
import type { CheckResult, WindowRewrite } from '../../guardrails/check.ts'
import { denialFailure } from '../../guardrails/engine/denial.ts'
import type { EvaluationContext } from '../../guardrails/engine/evaluation-context.ts'
import { limitFacts } from '../../guardrails/engine/limit-output.ts'
import type { LinkedCheck, LinkedGuard } from '../../guardrails/engine/linked-guard.ts'
import { toGuardResult } from '../../guardrails/engine/run-guards.ts'
import { eventReaders } from '../../guardrails/engine/streams/event-texts/event-readers.ts'
import type { ReadEventTexts } from '../../guardrails/engine/streams/event-texts/event-texts.ts'
import { createRewriteSplitter, type SettleTexts } from '../../guardrails/engine/streams/rewrite-windows.ts'
import type { TurnPorts } from '../../streams/in-portions.ts'
import { andThen } from '../../values/awaitable.ts'
import { type Call, isStream, type Reply } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { endpointFacts } from '../../values/endpoints.ts'
import type { HookCheckResult } from '../../values/guard-verdict.ts'
import { runInTurns } from '../../values/turns.ts'
import { commitLate, GATEWAY_FAILED, type MergedResults, mergedResults } from './stream-windows.ts'

/** How the content of the call's stream is rewritten event by event; undefined if it is not: a response repeats it in its last event. */
export function eventTextsOf({ endpoint }: Call): ReadEventTexts | undefined {
  const format = endpoint && endpointFacts[endpoint].streamFormat
  return format === undefined || format === 'responses' ? undefined : eventReaders[format]?.read
}

/** Applies the checks of the guard to the stream; the reply is a failure where one cannot. */
export async function rewriteStream(
  call: Call,
  reply: Reply,
  readTexts: ReadEventTexts,
  guard: LinkedGuard,
  context: EvaluationContext,
  limit: number,
  ports: TurnPorts,
): Promise<Reply> {
  const progress: GuardProgress = { guard, checks: [], results: mergedResults(call) }
  let rewritten = reply
  for (const check of guard.groups.flat()) {
    const { windows } = check
    if (windows === undefined) throw new Error(`The check ${check.id} has no windows.`)
    if (rewritten.failure !== undefined || !isStream(rewritten.body)) return rewritten
    const work = { ...windowWork(readTexts, check, windows, progress, context), results: progress.results }
    rewritten = await commitLate(call, rewritten, rewritten.body, limit, work, ports)
  }
  return rewritten
}

/** What the checks of the guard have found; each adds its result when its stream ends. */
interface GuardProgress {
  readonly guard: LinkedGuard
  readonly checks: HookCheckResult[]
  readonly results: MergedResults
}

function windowWork(
  readTexts: ReadEventTexts,
  check: LinkedCheck,
  windows: WindowRewrite,
  { guard, checks, results }: GuardProgress,
  { request, portsFor, clock, onBug }: EvaluationContext,
) {
  const counts = new Map<string, number>()
  let milliseconds = 0
  const name = windows.open(request as JsonObject | undefined)
  const replacementFor = (kind: string, value: string): string => {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    return name(kind, value)
  }
  const { nextTurn } = portsFor(check, createCancellation())
  const record = ({ passed, reason, facts }: CheckResult): void => {
    const result: HookCheckResult = {
      id: check.id,
      verdict: passed,
      reason,
      ...limitFacts(facts),
      ...(counts.size === 0 ? {} : { transformed: true }),
      execution_time: milliseconds,
    }
    checks.push(result)
    results.merge([toGuardResult(guard, checks, milliseconds)])
  }
  const splitter = createRewriteSplitter(
    readTexts,
    windows,
    replacementFor,
    ({ kind }) => check.scope === 'all' || kind === 'answer',
  )
  const evaluate = (settle: SettleTexts) => {
    const started = clock.monotonic()
    try {
      return andThen(runInTurns(settle(), nextTurn), end => {
        milliseconds += clock.monotonic() - started
        if (end === 'open') return undefined
        record(end === 'complete' ? windows.result(counts) : UNREADABLE)
        if (end === 'complete') return undefined
        // Also where the guard does not deny: what it is to replace would be sent.
        const failed = { ...toGuardResult(guard, checks, milliseconds), deny: true }
        return denialFailure([failed], [guard], 'reply')
      })
    } catch (bug) {
      onBug(bug)
      return GATEWAY_FAILED
    }
  }
  return { splitter, evaluate }
}

const UNREADABLE: CheckResult = {
  passed: false,
  reason: 'The stream has something that cannot be replaced without corrupting the surrounding text.',
}

// Guards that run asynchronously, for the log only. Each result is an event with the trace id of its request, since
// the log record of the request does not wait for it.

import type { CheckInput } from '../../guardrails/check.ts'
import type { GuardContent } from '../../guardrails/engine/content.ts'
import type { EvaluationContext } from '../../guardrails/engine/evaluation-context.ts'
import type { GuardStage } from '../../guardrails/engine/linked-guard.ts'
import { runGuards } from '../../guardrails/engine/run-guards.ts'
import type { Call } from '../../values/call.ts'
import type { Failure } from '../../values/failures.ts'
import { isFailure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import type { LinkContext } from '../link-context.ts'

/** Resolves the content to check, when the guards run. */
export type FindContent = () => Promise<GuardContent | Failure>

/** `contextOf` gives the evaluation context, without its cancellation. */
export function runAsyncGuards(
  call: Call,
  side: CheckInput['side'],
  stages: readonly GuardStage[],
  find: FindContent,
  contextOf: () => Omit<EvaluationContext, 'cancellation'>,
  { onEvent, backgroundQueue }: Pick<LinkContext, 'onEvent' | 'backgroundQueue'>,
): void {
  if (stages.length === 0) return
  const { trace } = call
  const reportAll = (verdict: 'erred' | 'shed'): void => {
    for (const { id } of stages.flat()) onEvent({ kind: 'guard', guard: id, side, trace, verdict })
  }
  const started = backgroundQueue.run(async cancellation => {
    try {
      const content = await find()
      if (isFailure(content)) return reportAll('erred')
      const { results } = await runGuards(stages, content, { ...contextOf(), cancellation })
      for (const result of results)
        onEvent({ kind: 'guard', guard: result.id, side, trace, verdict: verdictOf(result), result })
    } catch (bug) {
      onEvent({ kind: 'bug', trace, bug })
    }
  })
  if (!started) reportAll('shed')
}

function verdictOf({ verdict, checks }: GuardResult): 'passed' | 'failed' | 'erred' {
  if (!verdict) return 'failed'
  return checks.some(({ error }) => error) ? 'erred' : 'passed'
}

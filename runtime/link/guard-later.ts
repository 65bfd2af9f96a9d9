// Guards that run asynchronously, for the log only. Each result is an event with the trace id of its request, since
// the log record of the request does not wait for it.
import type { Call } from '../call.ts'
import type { Failure } from '../failures.ts'
import { isFailure } from '../failures.ts'
import type { Subject } from '../guardrails/check.ts'
import type { Circumstances } from '../guardrails/circumstances.ts'
import type { Content } from '../guardrails/content.ts'
import type { Stage } from '../guardrails/linked-guard.ts'
import { runGuards } from '../guardrails/run-guards.ts'
import type { GuardResult } from '../guardrails/verdict.ts'
import type { Parts } from './parts.ts'

/** Resolves the content to check, when the guards run. */
export type LaterContent = () => Promise<Content | Failure>

/** `contextOf` gives the evaluation context, without its cancellation. */
export function judgeLater(
  call: Call,
  side: Subject['side'],
  stages: readonly Stage[],
  find: LaterContent,
  surround: () => Omit<Circumstances, 'cancellation'>,
  { notice, afterwards }: Pick<Parts, 'notice' | 'afterwards'>,
): void {
  if (stages.length === 0) return
  const { trace } = call
  const tellAll = (verdict: 'erred' | 'shed'): void => {
    for (const { id } of stages.flat()) notice({ kind: 'guard', guard: id, side, trace, verdict })
  }
  const begun = afterwards.run(async cancellation => {
    try {
      const content = await find()
      if (isFailure(content)) return tellAll('erred')
      const { results } = await runGuards(stages, content, { ...surround(), cancellation })
      for (const result of results)
        notice({ kind: 'guard', guard: result.id, side, trace, verdict: verdictOf(result), result })
    } catch (bug) {
      notice({ kind: 'bug', trace, bug })
    }
  })
  if (!begun) tellAll('shed')
}

function verdictOf({ verdict, checks }: GuardResult): 'passed' | 'failed' | 'erred' {
  if (!verdict) return 'failed'
  return checks.some(({ error }) => error) ? 'erred' : 'passed'
}

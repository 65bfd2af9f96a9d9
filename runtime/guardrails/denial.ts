// Guard results → the outcome for the reply: the verdict in the header, and the error message of a denial, which
// names the guard and the reasons.
import { type Failure, failure } from '../failures.ts'
import type { Subject } from './check.ts'
import type { LinkedGuard } from './linked-guard.ts'
import type { GuardResult } from './verdict.ts'

export type Verdict = 'passed' | 'failed' | 'denied'

const LONGEST_MESSAGE = 1500
const WORD = { request: 'request', reply: 'reply' } as const

/** A guard that denies on success has not failed when its checks fail: that is the expected outcome. */
export function verdictOf(results: readonly GuardResult[], guards: readonly LinkedGuard[]): Verdict {
  if (results.some(({ deny }) => deny)) return 'denied'
  const hoped = new Set(guards.filter(({ deny }) => deny === 'passed').map(({ id }) => id))
  return results.every(({ id, verdict }) => verdict || hoped.has(id)) ? 'passed' : 'failed'
}

export function denial(results: readonly GuardResult[], side: Subject['side']): Failure {
  const sentences = results.filter(({ deny }) => deny).map(result => sentence(result, side))
  const message = sentences.join(' ')
  return failure(
    'guardrail_denied',
    message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE).toWellFormed()}…` : message,
  )
}

function sentence({ id, verdict, checks }: GuardResult, side: Subject['side']): string {
  const telling = verdict ? checks : checks.filter(check => !check.verdict)
  const reasons = telling.map(check => `${check.id}: ${check.reason}`).join(' ')
  return `The guardrail ${JSON.stringify(id)} denied the ${WORD[side]}. ${reasons}`.trimEnd()
}

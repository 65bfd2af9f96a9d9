// Guard results → the outcome for the reply: the verdict in the header, and the error message of a denial, which
// names the guard and the reasons.
import { type Failure, failure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import type { CheckInput } from '../check.ts'
import type { LinkedGuard } from './linked-guard.ts'

export type Verdict = 'passed' | 'failed' | 'denied'

const MAX_MESSAGE_LENGTH = 1500
const HOOK_NOUNS = { request: 'request', reply: 'reply' } as const

/** A guard that denies on success has not failed when its checks fail: that is the expected outcome. */
export function overallVerdict(results: readonly GuardResult[], guards: readonly LinkedGuard[]): Verdict {
  if (results.some(({ deny }) => deny)) return 'denied'
  const expectedToFail = new Set(guards.filter(({ deny }) => deny === 'passed').map(({ id }) => id))
  return results.every(({ id, verdict }) => verdict || expectedToFail.has(id)) ? 'passed' : 'failed'
}

/** An operator's own message replaces the reasons of its guard, which are the client's otherwise. */
export function denialFailure(
  results: readonly GuardResult[],
  guards: readonly LinkedGuard[],
  side: CheckInput['side'],
): Failure {
  const ownMessages = new Map(guards.map(({ id, denialMessage }) => [id, denialMessage]))
  const sentences = results
    .filter(({ deny }) => deny)
    .map(result => ownMessages.get(result.id) ?? denialSentence(result, side))
  const message = sentences.join(' ')
  return failure(
    'guardrail_denied',
    message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH).toWellFormed()}…` : message,
  )
}

function denialSentence({ id, verdict, checks }: GuardResult, side: CheckInput['side']): string {
  const relevantChecks = verdict ? checks : checks.filter(check => !check.verdict)
  const reasons = relevantChecks.map(check => `${check.id}: ${check.reason}`).join(' ')
  return `The guardrail ${JSON.stringify(id)} denied the ${HOOK_NOUNS[side]}. ${reasons}`.trimEnd()
}

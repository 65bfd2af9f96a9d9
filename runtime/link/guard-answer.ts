// The child of a guard node with its output guards, and the call's retries around both where they must cover them.
import type { CallNode } from '../../schemas/generated/types.ts'
import type { Call, Route } from '../call.ts'
import type { LinkedGuard } from '../guardrails/linked-guard.ts'
import { linkAttempt } from './attempt.ts'
import { DENIED, FAILED } from './guard-outcome.ts'
import { linkReplyGuards, type Surround } from './guard-reply.ts'
import { plainly } from './guarded-headers.ts'
import type { Linked } from './linked.ts'
import type { Parts } from './parts.ts'
import { linkStatusSet } from './status-test.ts'

/** The subtree of a guard node. */
export interface Guarded {
  /** The guarded call, directly or below its cache; undefined where there are several. */
  readonly target: CallNode | undefined
  /** `withoutRetries`: without the retries of the call. */
  readonly link: (untried: boolean) => Linked
}

/**
 * Where the retry lists the statuses of output guards, a denied reply is requested again, bypassing the
 * cache.
 */
export function linkAnswer(
  after: readonly LinkedGuard[],
  { target, link }: Guarded,
  surround: Surround,
  parts: Parts,
): Linked {
  if (after.length === 0) return link(false)
  const attempt = target !== undefined && liftsTries(target, after) ? target.attempt : undefined
  const { route: ask, isOpen } = link(attempt !== undefined)
  const judge = linkReplyGuards(after, surround, parts)
  const judged: Route = async (call, draw) => {
    const plain: Call = { ...plainly(call), readsReply: true }
    const reply = await judge(plain, await ask(plain, draw))
    return reply.hooks?.verdict === 'failed' ? { ...reply, status: FAILED } : reply
  }
  const anew = (call: Call): Call => ({ ...call, options: { ...call.options, forceRefresh: true } })
  const route = attempt === undefined ? judged : linkAttempt(attempt, judged, parts.ports, isOpen, anew)
  return { route, ...(isOpen === undefined ? {} : { isOpen }) }
}

function liftsTries({ attempt }: CallNode, after: readonly LinkedGuard[]): boolean {
  const retried = linkStatusSet(attempt.on)
  const listed = retried(DENIED) || retried(FAILED)
  return attempt.tries > 0 && listed && after.some(({ async }) => !async)
}

// The child of a guard node with its output guards, and the call's retries around both where they must cover them.
import type { CallNode } from '../../../schemas/generated/types.ts'
import type { LinkedGuard } from '../../guardrails/engine/linked-guard.ts'
import type { Call, Route } from '../../values/call.ts'
import type { LinkContext } from '../link-context.ts'
import type { GuardedChild, LinkedNode } from '../nodes/linked-node.ts'
import { linkRetry } from '../nodes/retry.ts'
import { linkStatusSet } from '../nodes/status-set.ts'
import { STATUS_DENIED, STATUS_FAILED } from './guard-response.ts'
import { withIdentityEncoding } from './identity-encoding.ts'
import { type GuardContextOf, linkReplyGuards } from './output-guards.ts'

/**
 * Where the retry lists the statuses of output guards, a denied reply is requested again, bypassing the
 * cache.
 */
export function linkGuardedChild(
  after: readonly LinkedGuard[],
  { target, link }: GuardedChild,
  contextOf: GuardContextOf,
  parts: LinkContext,
): LinkedNode {
  if (after.length === 0) return link(false)
  const attempt = target !== undefined && retriesCoverGuards(target, after) ? target.attempt : undefined
  const { route: send, isOpen } = link(attempt !== undefined)
  const evaluateReply = linkReplyGuards(after, contextOf, parts)
  const sendAndEvaluate: Route = async (call, draw) => {
    const plainCall: Call = { ...withIdentityEncoding(call), readsReply: true }
    const reply = await evaluateReply(plainCall, await send(plainCall, draw))
    return reply.hooks?.verdict === 'failed' ? { ...reply, status: STATUS_FAILED } : reply
  }
  const refreshed = (call: Call): Call => ({ ...call, options: { ...call.options, forceRefresh: true } })
  const route =
    attempt === undefined ? sendAndEvaluate : linkRetry(attempt, sendAndEvaluate, parts, isOpen, refreshed)
  return { route, ...(isOpen === undefined ? {} : { isOpen }) }
}

function retriesCoverGuards({ attempt }: CallNode, after: readonly LinkedGuard[]): boolean {
  const retried = linkStatusSet(attempt.onStatus)
  const listed = retried(STATUS_DENIED) || retried(STATUS_FAILED)
  return attempt.retries > 0 && listed && after.some(({ async }) => !async)
}

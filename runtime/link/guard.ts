// Guardrails around a target (semantics, section 10): the request is checked before anything is sent upstream, the
// reply before anything is sent to the client; results are reported by status, header and, if not strict, in the body.
import { canonical } from '../../compiler/plan/canonical.ts'
import type { GuardNode } from '../../schemas/generated/types.ts'
import type { Call, Route } from '../call.ts'
import { isFailure } from '../failures.ts'
import { denial } from '../guardrails/denial.ts'
import { linkGuard, protectsTexts, stagesOf } from '../guardrails/link-guard.ts'
import { remembering } from '../guardrails/remembered.ts'
import { runGuards } from '../guardrails/run-guards.ts'
import { failureReply } from '../reply.ts'
import { linkBinding } from './binding.ts'
import { type Guarded, linkAnswer } from './guard-answer.ts'
import { judgeLater } from './guard-later.ts'
import { note, tell, withRequest } from './guard-outcome.ts'
import { linkGuardPorts } from './guard-ports.ts'
import type { Surround } from './guard-reply.ts'
import { requestContent, requestShown, withContent } from './guarded-request.ts'
import type { Linked } from './linked.ts'
import { linkOverridesOf } from './outgoing-body.ts'
import type { Parts } from './parts.ts'
import { unjudgeable } from './unjudgeable.ts'

export function linkGuards(node: GuardNode, at: string, below: Guarded, parts: Parts): Linked {
  const { ports } = parts
  const { target } = below
  const overridesOf = linkOverridesOf(target?.overrides ?? {})
  const findTarget = target && linkBinding(target.binding, parts)
  const providerOf = (call: Call): string | undefined => {
    const found = findTarget?.(call)
    return found === undefined || isFailure(found) ? undefined : found.row.id
  }
  const perProvider = node.before.some(({ checks }) =>
    checks.some(({ id }) => parts.check(id)?.perProvider === true),
  )
  const key = ports.hash(canonical([target?.overrides ?? {}, perProvider ? (target?.binding ?? null) : null]))
  const linkPorts = linkGuardPorts(at, parts)
  const before = node.before.map(use => linkGuard(use, linkPorts, parts))
  const after = node.after.map(use => linkGuard(use, linkPorts, parts))
  const inTime = before.filter(({ async }) => !async)
  const stages = stagesOf(inTime)
  const later = stagesOf(before.filter(({ async }) => async))
  const readsAll = before.some(protectsTexts)
  const refusesTunnels = readsAll || after.some(protectsTexts)

  const shared = (call: Call) => ({
    call,
    clock: ports.clock,
    model: overridesOf(call).model ?? call.model,
    provider: providerOf(call),
    onBug: (bug: unknown) => parts.notice({ kind: 'bug', trace: call.trace, bug }),
  })
  const aroundRequest = (call: Call) => ({ ...shared(call), side: 'request', request: undefined }) as const
  const aroundReply: Surround = call => ({
    ...shared(call),
    side: 'reply',
    request: requestShown(call, overridesOf(call)),
  })

  const { isOpen, route: answer } = linkAnswer(after, below, aroundReply, parts)

  const guarded: Route = async (call, draw) => {
    const unread = readsAll || (refusesTunnels && call.upgrade === true) ? unjudgeable(call) : undefined
    if (unread !== undefined) return failureReply(unread, at)
    const overrides = overridesOf(call)
    const shown = requestContent(call, overrides, key)
    if (isFailure(shown)) return failureReply(shown, at)
    const run = remembering(call.record, call.body, ({ result }) => note(call, [result]))
    const circumstances = { ...aroundRequest(call), cancellation: call.cancellation }
    const { content, results } = await runGuards(stages, shown, circumstances, run)
    const denied = results.some(({ deny }) => deny)
    const reply = denied
      ? failureReply(denial(results, 'request'), at)
      : await answer(withContent(call, shown, content, overrides), draw)
    judgeLater(
      call,
      'request',
      later,
      async () => content,
      () => aroundRequest(call),
      parts,
    )
    const strict = call.options.strict ?? target?.strict ?? true
    return tell(call, inTime.length === 0 ? reply : withRequest(reply, results, inTime), strict, ports.clock)
  }
  return { route: guarded, ...(isOpen === undefined ? {} : { isOpen }) }
}

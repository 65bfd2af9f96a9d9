// Guardrails around a target (semantics, section 10): the request is checked before anything is sent upstream, the
// reply before anything is sent to the client; results are reported by status, header and, if not strict, in the body.

import type { GuardNode } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { denialFailure } from '../../guardrails/engine/denial.ts'
import { memoizedRun } from '../../guardrails/engine/guard-memo.ts'
import { isTextEnforcing, linkGuard, toStages } from '../../guardrails/engine/link-guard.ts'
import { runGuards } from '../../guardrails/engine/run-guards.ts'
import { andThen } from '../../values/awaitable.ts'
import { chargeUse, releaseUse } from '../../values/body-cost.ts'
import type { Call, Route } from '../../values/call.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import { linkOverridesOf } from '../call/overrides.ts'
import type { LinkContext } from '../link-context.ts'
import type { GuardedChild, LinkedNode } from '../nodes/linked-node.ts'
import { linkBinding } from '../target/binding.ts'
import { runAsyncGuards } from './async-guards.ts'
import { callBeside } from './beside-call.ts'
import { linkGuardPorts } from './guard-ports.ts'
import { applyVerdict, recordResults, withRequest } from './guard-response.ts'
import { linkGuardedChild } from './guarded-child.ts'
import { withIdentityEncoding } from './identity-encoding.ts'
import { requestContent, requestView, withContent } from './input-content.ts'
import type { GuardContextOf } from './output-guards.ts'
import { restoreReply } from './restore-reply.ts'
import { unreadableRequest } from './unreadable-request.ts'

/** Bytes of a body from which on parsing it, examining it and checking it take a turn of the event loop each. */
const LARGE = 1024 * 1024

const isDenial = ({ deny }: GuardResult): boolean => deny

export function linkGuards(
  uses: Pick<GuardNode, 'before' | 'after'>,
  at: string,
  below: GuardedChild,
  parts: LinkContext,
): LinkedNode {
  const { ports } = parts
  const limit = parts.gateway.limits.reply_bytes
  const { target } = below
  const overridesOf = linkOverridesOf(target?.overrides ?? {})
  const findTarget = target && linkBinding(target.binding, parts).find
  const providerOf = (call: Call): string | undefined => {
    const found = findTarget?.(call)
    return found === undefined || isFailure(found) ? undefined : found.spec.id
  }
  const byProvider = uses.before.some(({ checks }) =>
    checks.some(({ id }) => parts.checks.find(id)?.perProvider === true),
  )
  const key = ports.hash(
    canonicalJson([target?.overrides ?? {}, byProvider ? (target?.binding ?? null) : null]),
  )
  const portsFor = linkGuardPorts(at, parts)
  const { find: check, memory: textMemory } = parts.checks
  const dependencies = { ...parts, check, textMemory }
  const before = uses.before.map(use => linkGuard(use, dependencies))
  const after = uses.after.map(use => linkGuard(use, dependencies))
  const blocking = before.filter(({ async }) => !async)
  const stages = toStages(blocking.filter(({ beside }) => !beside))
  const besideStages = toStages(blocking.filter(({ beside }) => beside))
  const asynchronous = toStages(before.filter(({ async }) => async))
  const readsAll = before.some(isTextEnforcing)
  const blocksTunnels = readsAll || after.some(isTextEnforcing)

  const shared = (call: Call) => ({
    call,
    portsFor: portsFor(call),
    clock: ports.clock,
    model: overridesOf(call).model ?? call.model,
    provider: providerOf(call),
    onBug: (bug: unknown) => parts.onEvent({ kind: 'bug', trace: call.trace, bug }),
  })
  const requestContextOf = (call: Call) => ({ ...shared(call), side: 'request', request: undefined }) as const
  const replyContextOf: GuardContextOf = call => ({
    ...shared(call),
    side: 'reply',
    request: requestView(call, overridesOf(call)),
  })

  const { isOpen, route: child } = linkGuardedChild(after, below, replyContextOf, parts)

  const guarded: Route = async (call, draw) => {
    const unreadable =
      readsAll || (blocksTunnels && call.upgrade === true) ? unreadableRequest(call) : undefined
    if (unreadable !== undefined) return failureReply(unreadable, at)
    const { bytes } = call.body
    const excess = before.length === 0 ? undefined : chargeUse('checked', bytes, call.memory)
    if (excess !== undefined) return failureReply(excess, at)
    const overrides = overridesOf(call)
    const isLarge = bytes.length > LARGE
    if (isLarge && call.endpoint !== undefined && call.body.form === undefined) {
      call.body.json()
      await new Promise<void>(ports.nextTurn)
    }
    const view = requestContent(call, overrides, key)
    if (isFailure(view)) return failureReply(view, at)
    if (isLarge) await new Promise<void>(ports.nextTurn)
    const run = memoizedRun(call.record, call.body, ({ result }) => recordResults(call, [result]))
    const circumstances = { ...requestContextOf(call), cancellation: call.cancellation }
    const outcome = runGuards(stages, view, circumstances, run)
    const { content, results: resultsBefore } = outcome instanceof Promise ? await outcome : outcome
    const rewritten = resultsBefore.some(isDenial) ? undefined : withContent(call, view, content, overrides)
    if (before.length > 0) releaseUse('checked', bytes, call.memory)
    const sent =
      rewritten && content.masked
        ? { ...withIdentityEncoding(rewritten), readsReply: true as const }
        : rewritten
    const { judgement: resultsBeside, reply: allowed } =
      sent === undefined || besideStages.length === 0
        ? { judgement: [], reply: sent && (await child(sent, draw)) }
        : await callBeside(
            sent,
            child,
            draw,
            andThen(runGuards(besideStages, content, circumstances, run), ({ results }) => results),
            results => results.some(isDenial),
          )
    const results = [...resultsBefore, ...resultsBeside]
    const restored =
      allowed && content.masked ? await restoreReply(call, allowed, content.masked, limit, ports) : allowed
    const reply = restored ?? failureReply(denialFailure(results, blocking, 'request'), at)
    runAsyncGuards(
      call,
      'request',
      asynchronous,
      async () => content,
      () => requestContextOf(call),
      parts,
    )
    const strict = call.options.strict ?? target?.strict ?? true
    return applyVerdict(
      call,
      blocking.length === 0 ? reply : withRequest(reply, results, blocking),
      strict,
      ports.clock,
    )
  }
  return { route: guarded, ...(isOpen === undefined ? {} : { isOpen }) }
}

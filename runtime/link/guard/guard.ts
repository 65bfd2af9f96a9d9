// Guardrails around a target (semantics, section 10): the request is checked before anything is sent upstream, the
// reply before anything is sent to the client; results are reported by status, header and, if not strict, in the body.
import type { CallNode, GuardNode } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { denialFailure } from '../../guardrails/engine/denial.ts'
import { memoizedRun } from '../../guardrails/engine/guard-memo.ts'
import { isTextEnforcing, linkGuard, toStages } from '../../guardrails/engine/link-guard.ts'
import type { LinkedGuard } from '../../guardrails/engine/linked-guard.ts'
import { runGuards } from '../../guardrails/engine/run-guards.ts'
import { type Awaitable, andThen } from '../../values/awaitable.ts'
import { chargeUse, releaseUse } from '../../values/body-cost.ts'
import { type Call, discard, type Reply, type Route } from '../../values/call.ts'
import { createCancellation } from '../../values/cancellation.ts'
import { failureReply } from '../../values/error-reply.ts'
import { isFailure } from '../../values/failures.ts'
import type { GuardResult } from '../../values/guard-verdict.ts'
import type { Headers } from '../../values/headers.ts'
import { linkOverridesOf } from '../call/overrides.ts'
import type { LinkContext } from '../link-context.ts'
import type { GuardedChild, LinkedNode } from '../nodes/linked-node.ts'
import { linkRetry } from '../nodes/retry.ts'
import { linkStatusSet } from '../nodes/status-set.ts'
import { linkBinding } from '../target/binding.ts'
import { runAsyncGuards } from './async-guards.ts'
import { linkGuardPorts } from './guard-ports.ts'
import { applyVerdict, recordResults, STATUS_DENIED, STATUS_FAILED, withRequest } from './guard-response.ts'
import { requestContent, requestView, withContent } from './input-content.ts'
import { type GuardContextOf, linkReplyGuards } from './output-guards.ts'
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

  const nextTurn = ({ caller }: Call, length?: number): Promise<void> =>
    new Promise(resolve => ports.nextTurn(resolve, caller, length))
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
      await nextTurn(call)
    }
    const view = requestContent(call, overrides, key)
    if (isFailure(view)) return failureReply(view, at)
    if (isLarge) await nextTurn(call)
    else if (before.length > 0 && !ports.fitsTurn(bytes.length)) await nextTurn(call, bytes.length)
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

// The child of a guard node with its output guards, and the call's retries around both where they must cover them.

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

// A call that starts before the verdict of the guards beside it: its reply is held until then, and a denial cancels it.

/**
 * Calls `child` while `judging` runs. Without the reply where the judgement denies: then the call was cancelled.
 * @param denies whether a judgement denies
 */
export async function callBeside<J>(
  call: Call,
  child: Route,
  draw: Parameters<Route>[1],
  judging: Awaitable<J>,
  denies: (judgement: J) => boolean,
): Promise<{ readonly judgement: J; readonly reply: Reply | undefined }> {
  // What has its verdict at once is sent as if nothing ran beside it, or not at all.
  if (!(judging instanceof Promise))
    return { judgement: judging, reply: denies(judging) ? undefined : await child(call, draw) }
  const cancellation = createCancellation()
  call.cancellation.onCancel(cancellation.cancel)
  const calling = Promise.resolve(child({ ...call, cancellation }, draw))
  const outcome = await Promise.race([judging, calling.then(() => undefined)])
  const judgement = outcome ?? (await judging)
  if (!denies(judgement)) return { judgement, reply: await calling }
  cancellation.cancel()
  // A reply that has arrived nonetheless must not be left open.
  void calling.then(discard, () => {})
  return { judgement, reply: undefined }
}

const CONTENT_NEGOTIATION: ReadonlySet<string> = new Set(['accept-encoding', 'range', 'if-range'])

/** Passed-through requests have the client's headers, but a guarded reply must arrive whole and unencoded, regardless of them. */
function withIdentityEncoding(call: Call): Call {
  if (call.endpoint !== undefined) return call
  const headers: Headers = call.headers.filter((_, index) => {
    const name = call.headers[index - (index % 2)]
    return name === undefined || !CONTENT_NEGOTIATION.has(name.toLowerCase())
  })
  return headers.length === call.headers.length ? call : { ...call, headers }
}

// The guards of an API key in a plan: after those of the gateway, before those of the config (semantics, section 10). The
// plan of a config does not depend on its callers, so a runtime derives the plan of a key from it, once.
import type { Edge, Gateway, GuardNode, GuardUse, Plan, PlanApiKey } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { createPlanBuilder, nodeAt } from '../plan/plan-builder.ts'

/** Identifiers of the guardrails of a key. */
export interface KeyGuards {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The guards of a key; undefined for a key without any. */
export const keyGuardsOf = ({ inputGuardrails = [], outputGuardrails = [] }: PlanApiKey) =>
  inputGuardrails.length + outputGuardrails.length === 0
    ? undefined
    : ({ before: inputGuardrails, after: outputGuardrails } satisfies KeyGuards)

type GatewayGuards = Pick<Gateway, 'guardrails' | 'inputGuardrails' | 'outputGuardrails'>

/** The plan with the guards of a key around every call. */
export function withKeyGuards(plan: Plan, key: KeyGuards, gateway: GatewayGuards): Plan {
  const { add, finish } = createPlanBuilder()
  const named = (ids: readonly string[]): readonly GuardUse[] =>
    ids.flatMap(id => (Object.hasOwn(gateway.guardrails, id) ? (gateway.guardrails[id] ?? []) : []))
  const [wideBefore, wideAfter] = [named(gateway.inputGuardrails), named(gateway.outputGuardrails)]
  const [before, after] = [named(key.before), named(key.after)]
  const guarded = (
    child: Edge,
    { before: ownBefore, after: ownAfter }: Pick<GuardNode, 'before' | 'after'>,
  ) => ({
    kind: 'guard' as const,
    children: [child],
    before: insertAfter(wideBefore.length, ownBefore, before),
    after: insertAfter(wideAfter.length, ownAfter, after),
  })
  /** A cache stays directly above its call. */
  const copy = (index: number): number => {
    const node = nodeAt(plan.nodes, index)
    return add({
      ...node,
      children: node.children.map(({ path, node: child }) => ({ path, node: copy(child) })),
    })
  }
  const guardEdge = ({ path, node: index }: Edge): Edge => {
    const node = nodeAt(plan.nodes, index)
    const [only] = node.children
    if (node.kind === 'guard' && only !== undefined)
      return { path, node: add(guarded({ path: only.path, node: copy(only.node) }, node)) }
    if (node.kind === 'call' || node.kind === 'cache')
      return { path, node: add(guarded({ path: '', node: copy(index) }, { before: [], after: [] })) }
    return { path, node: add({ ...node, children: node.children.map(guardEdge) }) }
  }
  return finish(guardEdge(plan.root))
}

/** The first `count` guards, then the added ones, then the others. A guard of more than one list runs once. */
function insertAfter(
  count: number,
  guards: readonly GuardUse[],
  added: readonly GuardUse[],
): readonly GuardUse[] {
  const seen = new Set<string>()
  return [...guards.slice(0, count), ...added, ...guards.slice(count)].filter(guard => {
    const text = canonicalJson(guard)
    if (seen.has(text)) return false
    seen.add(text)
    return true
  })
}

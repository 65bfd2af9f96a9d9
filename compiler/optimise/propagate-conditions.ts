// From the root down: what a choice has decided is known to the choices below it. It runs before the passes, which then
// drop the cases that are decided. Below a guard nothing is known, since a guard may rewrite what conditions read.
import type { ConditionalNode, Edge, Plan, PlanNode, Step } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { createPlanBuilder, nodeAt } from '../plan/plan-builder.ts'
import { caseStep } from '../plan/step.ts'
import { foldPredicate } from './fold-predicate.ts'
import { applyFacts, type Facts, learn, NO_FACTS } from './known-facts.ts'

/** An equivalent plan in which no condition asks for what a condition above it has decided. */
export function propagateConditions(plan: Plan): Plan {
  if (plan.nodes.every(({ kind }) => kind !== 'conditional')) return plan
  const { add, finish } = createPlanBuilder()
  const choosesBelow = choicesBelow(plan.nodes)
  const unchanged = new Map<number, number>()

  const place = ({ path, node: index }: Edge, facts: Facts): Edge => {
    const known = choosesBelow[index] === true ? facts : NO_FACTS
    const isKnown = known.results.size > 0
    const earlier = isKnown ? undefined : unchanged.get(index)
    if (earlier !== undefined) return { path, node: earlier }
    const node = nodeAt(plan.nodes, index)
    const placed =
      node.kind === 'conditional'
        ? add(placeConditional(node, known))
        : add({
            ...node,
            children: node.children.map(edge => place(edge, node.kind === 'guard' ? NO_FACTS : known)),
          })
    if (!isKnown) unchanged.set(index, placed)
    return { path, node: placed }
  }

  const placeConditional = (node: ConditionalNode, facts: Facts): ConditionalNode => {
    const learns = node.children.some(edge => choosesBelow[edge.node] === true)
    let known = facts
    /** The children in use, each with its index before: one child may become several that know different facts. */
    const uses = new Map<string, { readonly index: number; readonly edge: Edge }>()
    const use = (index: number, facts: Facts): string => {
      const child = node.children[index]
      if (child === undefined) throw new Error('A conditional node references a child that it does not have.')
      const edge = place(child, facts)
      const key = `${index} ${canonicalJson(edge)}`
      uses.set(key, { index, edge })
      return key
    }
    const steps: readonly ((indexOf: (key: string) => number) => Step)[] = node.steps.map(step => {
      if (!('when' in step)) {
        const keys = Object.entries(step.table).map(([value, index]) => [value, use(index, known)] as const)
        return indexOf => ({
          field: step.field,
          table: Object.fromEntries(keys.map(([value, key]) => [value, indexOf(key)] as const)),
        })
      }
      const folded = foldPredicate(step.when)
      const when = known.results.size === 0 ? folded : foldPredicate(applyFacts(folded, known))
      const key = use(step.then, learns ? learn(known, when, true) : known)
      if (learns) known = learn(known, when, false)
      return indexOf => caseStep(when, indexOf(key))
    })
    const otherwise = use(node.otherwise, known)
    const children = [...uses].sort(([, left], [, right]) => left.index - right.index)
    const newIndexes = new Map(children.map(([key], index) => [key, index]))
    const indexOf = (key: string): number => newIndexes.get(key) ?? 0
    return {
      kind: 'conditional',
      children: children.map(([, { edge }]) => edge),
      steps: steps.map(step => step(indexOf)),
      otherwise: indexOf(otherwise),
    }
  }

  return finish(place(plan.root, NO_FACTS))
}

/** By index, whether a node or one below it is a choice by conditions. Children stand before their parents. */
function choicesBelow(nodes: readonly PlanNode[]): readonly boolean[] {
  const found: boolean[] = []
  for (const { kind, children } of nodes)
    found.push(kind === 'conditional' || children.some(({ node }) => found[node] === true))
  return found
}

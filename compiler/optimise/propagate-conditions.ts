// From the root down: what a choice has decided is known to the choices below it. It runs before the passes, which then
// drop the cases that are decided. Below a guard nothing is known, since a guard may rewrite what conditions read.
import type {
  ComparedPredicate,
  ConditionalNode,
  Edge,
  Plan,
  PlanNode,
  Predicate,
  Step,
} from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { createPlanBuilder, nodeAt } from '../plan/plan-builder.ts'
import { caseStep } from '../plan/step.ts'
import { foldPredicate } from './fold-predicate.ts'

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

/** By index, whether a node or one below it is a choice by conditions. Children precede their parents. */
function choicesBelow(nodes: readonly PlanNode[]): readonly boolean[] {
  const found: boolean[] = []
  for (const { kind, children } of nodes)
    found.push(kind === 'conditional' || children.some(({ node }) => found[node] === true))
  return found
}

type Value = ComparedPredicate['value']

/** What is known about one field. */
interface FieldFacts {
  /** The field is present and has one of these values; undefined if its values are not limited. */
  readonly among: readonly Value[] | undefined
  /** Values that it does not have, present or not. */
  readonly excluded: readonly Value[]
  readonly isPresent: boolean
}

/**
 * What is known about a request below a choice: which predicates hold, and which values a field has or does not have. The value of a
 * field does not change while a request is routed, so choices below need not test again what a choice above has decided.
 */
interface Facts {
  /** Whether a predicate holds, by its canonical text. */
  readonly results: ReadonlyMap<string, boolean>
  readonly fields: ReadonlyMap<string, FieldFacts>
}

const NO_FACTS: Facts = { results: new Map(), fields: new Map() }

const UNKNOWN: FieldFacts = { among: undefined, excluded: [], isPresent: false }

/** The facts with those that follow when the predicate holds, or when it does not. */
function learn(facts: Facts, predicate: Predicate, holds: boolean): Facts {
  const results = new Map(facts.results)
  const fields = new Map(facts.fields)
  const add = (part: Predicate): void => {
    results.set(canonicalJson(part), holds)
    // All parts of a conjunction that holds do, and none of an alternative that does not.
    if ('of' in part) {
      if ((part.test === 'all') === holds) for (const inner of part.of) add(inner)
      return
    }
    if (!('field' in part)) return
    const field = canonicalJson(part.field)
    const known = fields.get(field) ?? UNKNOWN
    fields.set(field, holds ? afterSuccess(known, part) : afterFailure(known, part))
  }
  add(predicate)
  return { results, fields }
}

type FieldTest = Exclude<Predicate, { test: 'always' | 'never' | 'all' | 'any' }>

function afterSuccess(known: FieldFacts, part: FieldTest): FieldFacts {
  const present = { ...known, isPresent: true }
  switch (part.test) {
    case 'equal':
      return limit(present, [part.value])
    case 'in':
      return limit(present, part.values)
    case 'notEqual':
      return exclude(present, [part.value])
    case 'notIn':
      return exclude(present, part.values)
    default:
      return present
  }
}

/** A test that fails does not tell whether the field is present. */
function afterFailure(known: FieldFacts, part: FieldTest): FieldFacts {
  if (part.test === 'equal') return exclude(known, [part.value])
  return part.test === 'in' ? exclude(known, part.values) : known
}

const limit = (known: FieldFacts, values: readonly Value[]): FieldFacts => ({
  ...known,
  among: values.filter(value => known.among?.includes(value) !== false && !known.excluded.includes(value)),
})

const exclude = (known: FieldFacts, values: readonly Value[]): FieldFacts => ({
  ...known,
  among: known.among?.filter(value => !values.includes(value)),
  excluded: [...known.excluded, ...values],
})

/** The predicate with the parts that the facts decide replaced by constants. */
function applyFacts(predicate: Predicate, facts: Facts): Predicate {
  const result = resultOf(predicate, facts)
  if (result !== undefined) return { test: result ? 'always' : 'never' }
  return 'of' in predicate
    ? { test: predicate.test, of: predicate.of.map(part => applyFacts(part, facts)) }
    : predicate
}

/** Undefined where the facts decide nothing. */
function resultOf(predicate: Predicate, { results, fields }: Facts): boolean | undefined {
  const known = results.get(canonicalJson(predicate))
  if (known !== undefined || !('field' in predicate)) return known
  const facts = fields.get(canonicalJson(predicate.field))
  if (facts === undefined) return undefined
  switch (predicate.test) {
    case 'equal':
      return isAmong(facts, [predicate.value])
    case 'in':
      return isAmong(facts, predicate.values)
    case 'notEqual':
      return isOutside(facts, [predicate.value])
    case 'notIn':
      return isOutside(facts, predicate.values)
    default:
      return undefined
  }
}

function isAmong({ among, excluded }: FieldFacts, values: readonly Value[]): boolean | undefined {
  if (among?.every(value => values.includes(value)) === true) return true
  const isImpossible =
    among?.every(value => !values.includes(value)) === true || values.every(value => excluded.includes(value))
  return isImpossible ? false : undefined
}

/** A field that may be missing is not known to be outside. */
function isOutside(facts: FieldFacts, values: readonly Value[]): boolean | undefined {
  const among = isAmong(facts, values)
  return among === undefined || !facts.isPresent ? undefined : !among
}

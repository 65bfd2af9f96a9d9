// Where a plan would send a request of the log, without calling anyone: the targets that it might call first, and where it would go when
// they fail. What the log does not have (bodies that were not stored, draws, verdicts of guards, what a cache held) is not guessed: each
// outcome lists what is not decided on its way.
import { formatField, formatPredicate } from '../../compiler/plan/format-predicate.ts'
import { formatTrigger } from '../../compiler/plan/trigger.ts'
import type { ReplayedTarget } from '../../compiler/report/replayed-target.ts'
import type {
  CallNode,
  ConditionalNode,
  Edge,
  Field,
  Plan,
  PlanNode,
  Predicate,
  Step,
} from '../../schemas/generated/types.ts'
import { formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { type LoggedFields, type LoggedRequest, loggedFields, type RoutedRecord } from './logged-fields.ts'
import { linkField } from './nodes/field.ts'
import { linkPredicate } from './nodes/predicate.ts'

/** True, false, or not known. */
type Verdict = boolean | undefined

/** Outcomes of one request: a plan has thousands of targets at most, which is more than can be read. */
const MAX_OUTCOMES = 100
const MAX_REASON = 200

export function replayRequest(plan: Plan, request: LoggedRequest): readonly ReplayedTarget[] {
  const fields = loggedFields(request)
  const visit = (edge: Edge, above: Pointer, share: number | undefined): readonly ReplayedTarget[] => {
    const node = nodeAt(plan, edge)
    const at = above + edge.path
    const name = nameOf(at)
    const below = (
      index: number,
      part: number | undefined,
      because: string,
      undecided: readonly string[],
    ) => {
      const child = node.children[index]
      if (child === undefined) throw new Error('A node references a child that it does not have.')
      const step = { at: name, to: nameOf(at + child.path), because: because.slice(0, MAX_REASON) }
      const inner = visit(child, at, part)
      return inner.map(each => ({
        ...each,
        steps: because === '' ? each.steps : [step, ...each.steps],
        undecided: [...undecided, ...each.undecided],
      }))
    }
    switch (node.kind) {
      case 'call':
        return [
          { ...targetOf(node, request.record), target: name, share, steps: [], next: [], undecided: [] },
        ]
      case 'fallback': {
        const on = formatTrigger(node)
        const others = node.children.slice(1).map(({ path }) => ({ on, to: nameOf(at + path) }))
        return below(0, share, 'first', []).map(each => ({ ...each, next: [...each.next, ...others] }))
      }
      case 'cache':
        return below(0, share, '', [`Whether the cache of ${name} has the reply.`])
      case 'guard':
        return below(0, share, '', guardsOf(node, name))
      case 'loadbalance': {
        const { weights } = node.draw
        const sum = weights.reduce((total, weight) => total + weight, 0)
        return weights
          .flatMap((weight, index) =>
            weight === 0
              ? []
              : below(
                  index,
                  share === undefined ? undefined : (share * weight) / sum,
                  `weight ${weight / sum}`,
                  [],
                ),
          )
          .slice(0, MAX_OUTCOMES)
      }
      case 'conditional':
        return chooseChildren(node, name, fields)
          .flatMap(({ child, because, undecided }) =>
            below(
              child,
              undecided === undefined ? share : undefined,
              because,
              undecided === undefined ? [] : [undecided],
            ),
          )
          .slice(0, MAX_OUTCOMES)
    }
  }
  return visit(plan.root, '', 1)
}

function nodeAt({ nodes }: Plan, { node }: Edge): PlanNode {
  const found = nodes[node]
  if (found === undefined) throw new Error('A plan references a node that it does not have.')
  return found
}

const nameOf = (at: Pointer): string => (at === '' ? 'config' : `config.${formatPointer(at)}`)

interface PossibleChild {
  readonly child: number
  readonly because: string
  /** Why it is one of several. */
  readonly undecided: string | undefined
}

/** The child of the first step that matches, with those of the steps before it of which the log does not say whether they do. */
function chooseChildren(
  { steps, otherwise }: ConditionalNode,
  name: string,
  fields: LoggedFields,
): readonly PossibleChild[] {
  const possible: PossibleChild[] = []
  const missing = new Set<string>()
  const reason = (): string | undefined =>
    missing.size === 0
      ? undefined
      : `Which way ${name} goes: the log does not have ${[...missing].join(', ')}.`
  for (const step of steps) {
    const { verdict, child, because, lacks } = tryStep(step, fields)
    if (verdict === true) {
      possible.push({ child, because, undecided: reason() })
      return withReason(possible, reason())
    }
    if (verdict === false) continue
    for (const part of lacks) missing.add(part)
    const children = 'table' in step ? [...new Set(Object.values(step.table))] : [child]
    for (const each of children) possible.push({ child: each, because, undecided: reason() })
  }
  possible.push({ child: otherwise, because: 'default', undecided: reason() })
  return withReason(possible, reason())
}

const withReason = (
  possible: readonly PossibleChild[],
  undecided: string | undefined,
): readonly PossibleChild[] => [
  ...new Map(possible.map(each => [each.child, { ...each, undecided }])).values(),
]

function tryStep(
  step: Step,
  fields: LoggedFields,
): {
  readonly verdict: Verdict
  readonly child: number
  readonly because: string
  readonly lacks: readonly string[]
} {
  if ('table' in step) {
    const because = `${formatField(step.field)} is in a list`
    const lacking = fields.lacks(step.field)
    if (lacking !== undefined) return { verdict: undefined, child: -1, because, lacks: [lacking] }
    const value = linkField(step.field)(fields.source)
    const child =
      typeof value === 'string' && Object.hasOwn(step.table, value) ? step.table[value] : undefined
    return { verdict: child !== undefined, child: child ?? -1, because, lacks: [] }
  }
  return {
    verdict: decide(step.when, fields),
    child: step.then,
    because: formatPredicate(step.when),
    lacks: fieldsOf(step.when).flatMap(field => fields.lacks(field) ?? []),
  }
}

/** All and any are decided by one part where it suffices. */
function decide(predicate: Predicate, fields: LoggedFields): Verdict {
  if ('of' in predicate) {
    const parts = predicate.of.map(part => decide(part, fields))
    const decisive = predicate.test === 'any'
    if (parts.includes(decisive)) return decisive
    return parts.includes(undefined) ? undefined : !decisive
  }
  if ('field' in predicate && fields.lacks(predicate.field) !== undefined) return undefined
  return linkPredicate(predicate)(fields.source)
}

const fieldsOf = (predicate: Predicate): readonly Field[] =>
  'of' in predicate ? predicate.of.flatMap(fieldsOf) : 'field' in predicate ? [predicate.field] : []

const guardsOf = (
  { before }: Extract<PlanNode, { readonly kind: 'guard' }>,
  name: string,
): readonly string[] =>
  before
    .filter(use => use.deny !== 'never' && !use.async)
    .map(({ id }) => `Whether the guard "${id}" of ${name} lets it pass.`)

function targetOf(
  { binding, overrides }: CallNode,
  record: RoutedRecord,
): Pick<ReplayedTarget, 'provider' | 'model'> {
  const { model: forced } = overrides
  const model = typeof forced === 'string' ? forced : record.model
  if (binding.from === 'slug') return { provider: `@${binding.slug}`, model }
  if (binding.from === 'own') return { provider: binding.provider, model }
  return { provider: 'the provider of the request', model }
}

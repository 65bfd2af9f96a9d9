// Recorded requests sent through both versions of a plan: how many go elsewhere. What a record does not have is not decided.
import type { Field, Predicate } from '../../../schemas/generated/types.ts'
import { type ExampleRequest, meets } from '../conditions/example-request.ts'
import { predicateFields } from '../conditions/field-values.ts'
import { createTreeTable, type Tree, type TreeTable } from './behaviour.ts'
import { nameOfTree } from './divergence.ts'
import { createNormalForms, fallbackTriggers, type NormalForms, REPLY } from './normal-form.ts'
import type { DiffContext, DiffSide } from './plan-diff.ts'
import { type RecordedOutcomes, type RecordedWalk, walkRecorded } from './recorded-walk.ts'

export interface ReplayedTraffic {
  readonly requests: number
  /** Those that another target is expected to get first. */
  readonly elsewhere: number
  /** Those that are treated differently in any way: also after failures, or with other settings. */
  readonly different: number
  readonly notDecided: number
  /** Why, as the ends of sentences. */
  readonly because: readonly string[]
}

export interface Replay {
  readonly add: (request: ExampleRequest) => Effect
  /** Where a version goes with the recorded outcomes of targets, by their keys; or why that is not decided. */
  readonly walk: (
    version: 'before' | 'after',
    request: ExampleRequest,
    outcomes: RecordedOutcomes,
  ) => RecordedWalk | string
  readonly result: () => ReplayedTraffic
}

/** What records have of bodies. */
const RECORDED_PARAMS: ReadonlySet<string | number> = new Set(['model', 'stream'])
/** Ways through both plans that are remembered. */
const MAX_KNOWN = 10_000

const TOO_MANY = 'there are too many sequences of calls'

/** What a request does differently, or why that is not decided. */
export type Effect = { readonly elsewhere: number; readonly differs: boolean } | { readonly because: string }

export function createReplay(
  before: DiffSide,
  after: DiffSide,
  { catalog }: Pick<DiffContext, 'catalog'>,
): Replay {
  const table = createTreeTable(catalog)
  const [left, right] = [table.add(before.plan, before.gateway), table.add(after.plan, after.gateway)]
  const forms = createNormalForms([left, right].flatMap(fallbackTriggers))
  const known = new Map<string, Effect>()
  let [requests, elsewhere, different, notDecided] = [0, 0, 0, 0]
  const reasons = new Set<string>()
  const effectOf = (request: ExampleRequest): Effect => {
    const [one, other] = [routed(left, request, table), routed(right, request, table)]
    if (typeof one === 'string') return { because: one }
    if (typeof other === 'string') return { because: other }
    const key = `${one.id} ${other.id}`
    const earlier = known.get(key)
    if (earlier !== undefined) return earlier
    const effect = compareTrees(one, other, forms)
    if (known.size < MAX_KNOWN) known.set(key, effect)
    return effect
  }
  return {
    add: request => {
      requests += 1
      const effect = effectOf(request)
      if ('because' in effect) {
        notDecided += 1
        reasons.add(effect.because)
        return effect
      }
      elsewhere += effect.elsewhere
      different += effect.differs ? 1 : 0
      return effect
    },
    walk: (version, request, outcomes) => {
      const tree = routed(version === 'before' ? left : right, request, table)
      if (typeof tree === 'string') return tree
      const form = forms.formOf(tree)
      return form === undefined ? TOO_MANY : walkRecorded(form, forms, outcomes)
    },
    result: () => ({ requests, elsewhere, different, notDecided, because: [...reasons] }),
  }
}

/** The tree that is left for a request, or why that is not known. */
function routed(tree: Tree, request: ExampleRequest, table: TreeTable): Tree | string {
  if (tree.kind === 'call') return tree
  if (tree.kind === 'node') {
    const children: Tree[] = []
    for (const child of tree.children) {
      const next = routed(child, request, table)
      if (typeof next === 'string') return next
      children.push(next)
    }
    return children.every((child, index) => child === tree.children[index])
      ? tree
      : table.withChildren(tree, children)
  }
  let left: Tree = tree
  while (left.kind === 'choice') {
    const result = evaluated(left.predicate, request)
    if (typeof result === 'string') return result
    left = result ? left.then : left.otherwise
  }
  return routed(left, request, table)
}

/** Whether a recorded request meets a predicate, or why that is not known. */
export function evaluated(predicate: Predicate, request: ExampleRequest): boolean | string {
  const missing = predicateFields(predicate).find(isNotRecorded)
  if (missing !== undefined)
    return `records have no bodies, and a condition reads params.${missing.path.join('.')}`
  return meets(request, predicate) ?? 'a condition has a pattern that is not a literal'
}

const isNotRecorded = ({ from, path }: Field): boolean =>
  from === 'params' && !(path.length === 1 && RECORDED_PARAMS.has(path[0] ?? ''))

function compareTrees(one: Tree, other: Tree, forms: NormalForms): Effect {
  if (one.id === other.id) return { elsewhere: 0, differs: false }
  const [left, right] = [forms.formOf(one), forms.formOf(other)]
  if (left === undefined || right === undefined) return { because: TOO_MANY }
  if (left === right) return { elsewhere: 0, differs: false }
  const [before, after] = [firstTargets(left, forms), firstTargets(right, forms)]
  const moved = [...after].reduce(
    (sum, [name, share]) => sum + Math.max(0, share - (before.get(name) ?? 0)),
    0,
  )
  return { elsewhere: moved, differs: true }
}

function firstTargets(form: number, { lotteryAt, stepAt }: NormalForms): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const [step, probability] of lotteryAt(form)) {
    const name = step === REPLY ? '' : nameOfTree(stepAt(step).leaf)
    shares.set(name, (shares.get(name) ?? 0) + probability)
  }
  return shares
}

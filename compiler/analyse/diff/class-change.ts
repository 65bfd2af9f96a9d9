// What is different for a class of requests: which targets get which share, what happens after failures, which guards run, and which parts of
// the calls changed. Each part is computed by the analysis that `portolan analyse` shows.
import type { CallNode, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import { originOf } from '../../lower/origin.ts'
import { createPlanBuilder } from '../../plan/plan-builder.ts'
import { type Outcome, outcomesOf } from '../outcome.ts'
import { type PlanRoutes, routesOf } from '../routes.ts'
import { sharesOf } from '../shares.ts'
import { type BoundPool, poolOfTree, type Tree } from './behaviour.ts'
import { formatChains, type Link, linkChains } from './failure-chains.ts'
import { nameOfTarget } from './target-name.ts'

export interface ShareChange {
  readonly target: string
  readonly before: number
  readonly after: number
}

export interface FailureChange {
  readonly outcomes: readonly Outcome[]
  /** The calls and the reply, if every attempt ends so: `2 x @main gpt-6-sol, @backup: 500`. */
  readonly before: string
  readonly after: string
}

export interface ClassChange {
  readonly shares: readonly ShareChange[]
  /** The share of the requests that another target gets first. */
  readonly moved: number
  readonly failures: readonly FailureChange[]
  /** Origins that requests of the class reach, and did not before. */
  readonly newOrigins: readonly string[]
  /** Whether other guards run, or with other settings. */
  readonly guards: boolean
  /** What changed of the calls of a target: `override_params`, `timeout`. */
  readonly settings: readonly { readonly target: string; readonly names: readonly string[] }[]
  /** Whether caches changed. */
  readonly caches: boolean
}

/** A plan with its routes, which every part of a change looks at. */
interface RoutedPlan extends PlanRoutes {
  readonly plan: Plan
}

export function changeOf(left: Tree, right: Tree): ClassChange {
  const [before, after] = [planOf(left), planOf(right)]
  const shares = shareChanges(sharesByTarget(before), sharesByTarget(after))
  return {
    shares,
    moved: shares.reduce((sum, each) => sum + Math.max(0, each.after - each.before), 0),
    failures: failureChanges(before, after),
    ...reachChange(before, after),
    caches: differsAround('cache', before, after),
    settings: settingChanges(before, after),
  }
}

/** Of a change, what its level depends on. */
export const reachChangeOf = (left: Tree, right: Tree): Pick<ClassChange, 'newOrigins' | 'guards'> =>
  reachChange(planOf(left), planOf(right))

function reachChange(before: RoutedPlan, after: RoutedPlan): Pick<ClassChange, 'newOrigins' | 'guards'> {
  const known = originsOf(before)
  return {
    newOrigins: [...originsOf(after)].filter(origin => !known.has(origin)),
    guards: differsAround('guard', before, after),
  }
}

/** A tree without choices as a plan. */
function planOf(tree: Tree): RoutedPlan {
  const { add, finish } = createPlanBuilder()
  const built = new Map<number, number>()
  const build = (each: Tree): number => {
    const known = built.get(each.id) ?? make(each)
    built.set(each.id, known)
    return known
  }
  const make = (each: Tree): number => {
    if (each.kind === 'choice') throw new Error('A class of requests has decided every choice.')
    if (each.kind === 'call') return add({ ...each.node, children: [] })
    const children = each.children.map((child, index) => ({ path: `/targets/${index}`, node: build(child) }))
    return add({ ...each.node, children })
  }
  const plan = finish({ path: '', node: build(tree) })
  return { plan, ...routesOf(plan) }
}

function sharesByTarget({ routes }: RoutedPlan): ReadonlyMap<string, number> {
  const shares = new Map<string, number>()
  for (const [index, { share }] of sharesOf(routes).entries()) {
    const route = routes[index]
    if (route === undefined || share === 0) continue
    const name = nameOfTarget(route.call)
    shares.set(name, (shares.get(name) ?? 0) + share)
  }
  return shares
}

/** Of providers whose address the config or the manifest has. */
const originsOf = ({ plan }: RoutedPlan): ReadonlySet<string> =>
  new Set(
    plan.nodes.flatMap(node => {
      if (node.kind !== 'call') return []
      const { members } = poolOfTree(node) ?? { members: [{ provider: node.binding }] }
      return members.flatMap(({ provider }) => {
        const address = provider.from === 'own' ? provider.baseUrl : provider.customHost
        return (address === undefined ? undefined : originOf(address)) ?? []
      })
    }),
  )

/** Smaller differences come from adding up shares. */
const ROUNDING = 1e-9

const shareChanges = (
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): readonly ShareChange[] =>
  [...new Set([...before.keys(), ...after.keys()])]
    .map(target => ({ target, before: before.get(target) ?? 0, after: after.get(target) ?? 0 }))
    .filter(each => Math.abs(each.before - each.after) > ROUNDING)

/** Of requests that begin at the same target; of all if none does. */
function failureChanges(before: RoutedPlan, after: RoutedPlan): readonly FailureChange[] {
  const numbers = new Map<string, number>()
  const [first, second] = [linkChains(before.plan, numbers, before), linkChains(after.plan, numbers, after)]
  const others = new Set(second.targets)
  const shared = first.targets.filter(name => others.has(name))
  const changes = new Map<
    string,
    { readonly outcomes: Set<Outcome>; readonly chains: readonly [Link, Link] }
  >()
  for (const outcome of outcomesOf(before.plan, after.plan))
    for (const target of shared.length > 0 ? shared : [undefined]) {
      const chains = [first.chain(outcome, target), second.chain(outcome, target)] as const
      if (chains[0].id === chains[1].id) continue
      const key = chains.map(({ id }) => id).join()
      const known = changes.get(key) ?? { outcomes: new Set(), chains }
      known.outcomes.add(outcome)
      changes.set(key, known)
    }
  return [...changes.values()].map(({ outcomes, chains }) => {
    const [before, after] = formatChains(...chains)
    return { outcomes: [...outcomes], before, after }
  })
}

/** Whether other nodes of a kind are around a target; around a new one, other nodes than around any before. */
function differsAround(kind: 'guard' | 'cache', before: RoutedPlan, after: RoutedPlan): boolean {
  const [left, right] = [nodesAround(kind, before), nodesAround(kind, after)]
  const known = new Set([...left.values()].flatMap(texts => [...texts]))
  return [...right].some(([target, texts]) => {
    const others = left.get(target)
    return others === undefined
      ? [...texts].some(text => !known.has(text))
      : texts.size !== others.size || [...texts].some(text => !others.has(text))
  })
}

/** The nodes on the paths to the targets, as strings. */
function nodesAround(
  kind: 'guard' | 'cache',
  { routes }: RoutedPlan,
): ReadonlyMap<string, ReadonlySet<string>> {
  const around = new Map<string, Set<string>>()
  for (const { call, steps } of routes) {
    const name = nameOfTarget(call)
    const text = steps
      .flatMap(({ node }) => (node.kind === kind ? [canonicalJson({ ...node, children: [] })] : []))
      .join()
    around.set(name, (around.get(name) ?? new Set()).add(text))
  }
  return around
}

/** Of targets with one name on both sides. */
function settingChanges(before: RoutedPlan, after: RoutedPlan): ClassChange['settings'] {
  const [left, right] = [callsByTarget(before), callsByTarget(after)]
  return [...left].flatMap(([target, call]) => {
    const other = right.get(target)
    if (other === undefined) return []
    const [one, two] = [partsOf(call), partsOf(other)]
    const names = Object.keys({ ...one, ...two }).filter(
      name => canonicalJson(one[name] ?? null) !== canonicalJson(two[name] ?? null),
    )
    // A member that only one side has is named without its properties.
    const shown = names.filter(name => !names.some(other => name.startsWith(`${other}.`)))
    return shown.length === 0 ? [] : [{ target, names: shown }]
  })
}

const callsByTarget = ({ plan }: RoutedPlan): ReadonlyMap<string, CallNode> =>
  new Map(plan.nodes.flatMap(node => (node.kind === 'call' ? [[nameOfTarget(node), node] as const] : [])))

/** By the names of the config. */
const partsOf = (call: CallNode) => {
  const { attempt, overrides, forward, strict, vendorFieldsOnly, breaker, binding } = call
  const { timeout, ...retry } = attempt
  const pool = poolOfTree(call)
  const parts: Readonly<Record<string, unknown>> = {
    retry,
    request_timeout: timeout,
    override_params: overrides,
    forward_headers: forward,
    strict_vendor_compliance: [strict, vendorFieldsOnly],
    cb_config: breaker,
    ...(pool === undefined ? { provider: binding } : poolParts(pool)),
  }
  return parts
}

/** `pool.members.a.weight`: what a pool consists of. */
const poolParts = ({ members, ...pool }: BoundPool): Readonly<Record<string, unknown>> =>
  Object.fromEntries([
    ...Object.entries(pool).map(([name, value]) => [`pool.${name}`, value] as const),
    ...members.flatMap(({ name, ...member }) => [
      [`pool.members.${name}`, true] as const,
      ...Object.entries(member).map(
        ([property, value]) => [`pool.members.${name}.${property}`, value] as const,
      ),
    ]),
  ])

// What is different for a class of requests: which targets get which share, what happens after failures, which guards run, and what of
// the calls changed. Each part is computed by the analysis that `portolan analyse` shows.
import type { CallNode, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { originOf } from '../../lower/origin.ts'
import { createPlanBuilder } from '../../plan/plan-builder.ts'
import { hasStatus } from '../../plan/status-set.ts'
import { analyseFailures, type FailureRow, type FailureTable } from '../failure-table.ts'
import { type Outcome, outcomesOf } from '../outcome.ts'
import { statusOf } from '../retries.ts'
import { type PlanRoute, routesOf } from '../routes.ts'
import { sharesOf } from '../shares.ts'
import type { Tree } from './behaviour.ts'

export interface ShareChange {
  readonly target: string
  readonly before: number
  readonly after: number
}

export interface FailureChange {
  readonly outcomes: readonly Outcome[]
  /** The calls and the reply, if every attempt ends so: `2 x @main gpt-5, @backup: 500`. */
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

function reachChange(before: Plan, after: Plan): Pick<ClassChange, 'newOrigins' | 'guards'> {
  const known = originsOf(before)
  return {
    newOrigins: [...originsOf(after)].filter(origin => !known.has(origin)),
    guards: differsAround('guard', before, after),
  }
}

/** A tree without choices as a plan. */
function planOf(tree: Tree): Plan {
  const { add, finish } = createPlanBuilder()
  const build = (each: Tree): number => {
    if (each.kind === 'choice') throw new Error('A class of requests has decided every choice.')
    if (each.kind === 'call') return add({ ...each.node, children: [] })
    const children = each.children.map((child, index) => ({ path: `/targets/${index}`, node: build(child) }))
    return add({ ...each.node, children })
  }
  return finish({ path: '', node: build(tree) })
}

/** `@main gpt-5`, `openai at https://host`: what a change of is a call that goes elsewhere. */
export function nameOfTarget({ binding, overrides }: CallNode): string {
  const { model } = overrides
  const suffix = typeof model === 'string' ? ` ${model}` : ''
  if (binding.from === 'request')
    return `the provider of the request${binding.customHost === undefined ? '' : ` at ${binding.customHost}`}${suffix}`
  if (binding.from === 'slug') return `@${binding.slug}${suffix}`
  const slug = binding.settings['slug']
  const name = typeof slug === 'string' ? `@${slug}` : binding.provider
  return `${name}${binding.custom ? ` at ${binding.baseUrl}` : ''}${suffix}`
}

function sharesByTarget(plan: Plan): ReadonlyMap<string, number> {
  const { routes } = routesOf(plan)
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
const originsOf = ({ nodes }: Plan): ReadonlySet<string> =>
  new Set(
    nodes.flatMap(node => {
      if (node.kind !== 'call') return []
      const { binding } = node
      const address = binding.from === 'own' ? binding.baseUrl : binding.customHost
      return (address === undefined ? undefined : originOf(address)) ?? []
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

/** Of requests that begin at the same target; of all where none does. */
function failureChanges(before: Plan, after: Plan): readonly FailureChange[] {
  const [first, second] = [linkChains(before), linkChains(after)]
  const shared = first.targets.filter(name => second.targets.includes(name))
  const changes = new Map<string, { outcomes: Outcome[]; before: string; after: string }>()
  for (const outcome of outcomesOf(before, after))
    for (const target of shared.length > 0 ? shared : [undefined]) {
      const texts = [first.chain(outcome, target), second.chain(outcome, target)] as const
      if (texts[0] === texts[1]) continue
      const key = texts.join(' | ')
      const known = changes.get(key) ?? { outcomes: [], before: texts[0], after: texts[1] }
      known.outcomes.push(outcome)
      changes.set(key, known)
    }
  return [...changes.values()]
}

/** Calls that are followed one after the other. */
const MAX_STEPS = 64

/** What happens if every attempt ends in an outcome, in words that name targets, never positions. */
function linkChains(plan: Plan): {
  /** The names of those that are called first. */
  readonly targets: readonly string[]
  readonly chain: (outcome: Outcome, first: string | undefined) => string
} {
  const table: FailureTable = analyseFailures(plan)
  const calls = new Map(
    routesOf(plan).routes.map((route): readonly [Pointer, PlanRoute] => [route.pointer, route]),
  )
  const rows = new Map(table.routes.map(each => [each.pointer, each.rows] as const))
  const nameAt = (pointer: Pointer): string => {
    const route = calls.get(pointer)
    return route === undefined ? '' : nameOfTarget(route.call)
  }
  const chain = (outcome: Outcome, first: string | undefined): string => {
    const follow = (pointers: readonly Pointer[], step: number): string => {
      const texts = pointers.map(pointer => {
        const row = rowOf(outcome, rows.get(pointer) ?? [])
        const route = calls.get(pointer)
        if (row === undefined || route === undefined || step > MAX_STEPS) return '…'
        const attempts = row.retries.most === 0 ? '' : `${row.retries.most + 1} x `
        const name = `${attempts}${nameOfTarget(route.call)}`
        return row.next.length === 0
          ? `${name}: ${replyOf(row, outcome)}`
          : `${name}, ${follow(row.next, step + 1)}`
      })
      const distinct = [...new Set(texts)].sort()
      return distinct.length === 1 ? (distinct[0] ?? '') : `(${distinct.join(' or ')})`
    }
    return follow(
      table.first.filter(pointer => first === undefined || nameAt(pointer) === first),
      0,
    )
  }
  return { targets: [...new Set(table.first.map(nameAt))], chain }
}

/** A plan that does not list the kind of an error treats it as any other of that status. */
function rowOf(outcome: Outcome, rows: readonly FailureRow[]): FailureRow | undefined {
  if (!('statuses' in outcome)) return rows.find(row => canonicalJson(row.outcome) === canonicalJson(outcome))
  const sameStatus = rows.flatMap(row => {
    const { outcome: each } = row
    const isSame = each.kind === outcome.kind && hasStatus(each.statuses, statusOf(outcome))
    return isSame ? [{ row, error: each.error }] : []
  })
  const same =
    sameStatus.find(({ error }) => error === outcome.error) ??
    sameStatus.find(({ error }) => error === undefined)
  return same?.row
}

/** The status of a provider is its own; that of the gateway has a code. */
const replyOf = ({ reply }: FailureRow, outcome: Outcome): string =>
  reply.code !== undefined
    ? `${statusOf(reply)} ${reply.code}`
    : reply.endsWithErrorEvent === true
      ? 'a stream that ends with an error'
      : 'statuses' in outcome
        ? 'its reply'
        : String(statusOf(reply))

/** Whether other nodes of a kind are around a target; around a new one, other nodes than around any before. */
function differsAround(kind: 'guard' | 'cache', before: Plan, after: Plan): boolean {
  const [left, right] = [nodesAround(kind, before), nodesAround(kind, after)]
  const known = new Set([...left.values()].flatMap(texts => [...texts]))
  return [...right].some(([target, texts]) => {
    const others = left.get(target)
    return others === undefined
      ? [...texts].some(text => !known.has(text))
      : texts.size !== others.size || [...texts].some(text => !others.has(text))
  })
}

/** The nodes on the ways to the targets, as texts. */
function nodesAround(kind: 'guard' | 'cache', plan: Plan): ReadonlyMap<string, ReadonlySet<string>> {
  const around = new Map<string, Set<string>>()
  for (const { call, steps } of routesOf(plan).routes) {
    const name = nameOfTarget(call)
    const text = steps
      .flatMap(({ node }) => (node.kind === kind ? [canonicalJson({ ...node, children: [] })] : []))
      .join()
    around.set(name, (around.get(name) ?? new Set()).add(text))
  }
  return around
}

/** Of targets with one name on both sides. */
function settingChanges(before: Plan, after: Plan): ClassChange['settings'] {
  const [left, right] = [callsByTarget(before), callsByTarget(after)]
  return [...left].flatMap(([target, call]) => {
    const other = right.get(target)
    if (other === undefined) return []
    const [one, two] = [partsOf(call), partsOf(other)]
    const names = Object.keys({ ...one, ...two }).filter(
      name => canonicalJson(one[name] ?? null) !== canonicalJson(two[name] ?? null),
    )
    return names.length === 0 ? [] : [{ target, names }]
  })
}

const callsByTarget = ({ nodes }: Plan): ReadonlyMap<string, CallNode> =>
  new Map(nodes.flatMap(node => (node.kind === 'call' ? [[nameOfTarget(node), node] as const] : [])))

/** By the names of the config. */
const partsOf = ({ attempt, overrides, forward, strict, vendorFieldsOnly, breaker, binding }: CallNode) => {
  const { timeout, ...retry } = attempt
  const parts: Readonly<Record<string, unknown>> = {
    retry,
    request_timeout: timeout,
    override_params: overrides,
    forward_headers: forward,
    strict_vendor_compliance: [strict, vendorFieldsOnly],
    cb_config: breaker,
    provider: binding,
  }
  return parts
}

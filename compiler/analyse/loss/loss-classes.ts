// The classes of requests that a loss treats differently: each takes one way through the conditions that lost targets are behind.
import type { Gateway, Plan, PlanNode } from '../../../schemas/generated/types.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { nodeAt } from '../../plan/plan-builder.ts'
import { isTriggeredBy } from '../../plan/trigger.ts'
import type { ExampleRequest } from '../conditions/example-request.ts'
import { findRequest } from '../conditions/smallest-request.ts'
import { choicesOf, type RouteConditions } from '../route-conditions.ts'
import { chosenEdges } from '../routes.ts'
import { type Fate, fateOf, type Loss } from './lost-targets.ts'
import { failingShare, type LossModel, type LossWalk, walkLoss } from './walk-loss.ts'

export type LossVerdict =
  /** Every request fails, whatever the state of circuits. */
  | 'fails'
  /** Some fail: by the draw of a load balancer, or until circuits are open. */
  | 'fails-in-part'
  | 'goes-on'
  | 'not-decided'

export interface LossClass {
  readonly verdict: LossVerdict
  /** Minimal request; absent if it is undecided whether there is one. */
  readonly example?: ExampleRequest
  /** The lost provider that its requests name; absent if they name none, or another one. */
  readonly named?: string
  /** Why it is undecided whether a request is in the class, or what its targets are, as the ends of sentences. */
  readonly because: readonly string[]
  readonly before: LossWalk
  /** While all circuits are closed. */
  readonly after: LossWalk
  /** Once the circuits of lost targets are open; absent if they make no difference. */
  readonly whileOpen?: LossWalk
}

export interface LossAnalysis {
  /** Those that a lost target, or one of an unknown fate, gets requests of. */
  readonly classes: readonly LossClass[]
  /** Whether some requests reach no such target in any way. */
  readonly leavesOthers: boolean
  /** Whether there are more classes than were analysed. */
  readonly isCutOff: boolean
}

/** Beyond, no more are analysed. */
const MAX_CLASSES = 500

export function analyseLoss(
  plan: Plan,
  gateway: Gateway,
  losses: readonly Loss[],
  catalog: Pick<Catalog, 'provider'>,
): LossAnalysis {
  return classesOf(plan, call => fateOf(call, losses, gateway, catalog))
}

/** A class that is not complete: a child for each conditional that is decided, by the indexes of nodes. */
interface OpenClass extends RouteConditions {
  readonly choices: ReadonlyMap<number, number>
}

export function classesOf(plan: Plan, fate: LossModel['fateOf']): LossAnalysis {
  const fates = rememberFates(fate)
  const touched = touchedNodes(plan, fates)
  const classes: LossClass[] = []
  let [leavesOthers, isCutOff] = [false, false]
  const open: OpenClass[] = [{ choices: new Map(), holds: [], fails: [] }]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { choices, holds, fails } = next
    const undecided = firstChoice(plan, touched, choices)
    if (undecided !== undefined) {
      const { node, index } = undecided
      // Those that an earlier condition selects come first.
      const ways = chosenEdges(node).flatMap(({ child }) =>
        choicesOf(node, child).map(way => ({
          choices: new Map([...choices, [index, child]]),
          holds: [...holds, ...way.holds],
          fails: [...fails, ...way.fails],
        })),
      )
      open.push(...ways.reverse())
      continue
    }
    const found = findRequest(holds, fails)
    if (found.kind === 'none') continue
    if (classes.length >= MAX_CLASSES) {
      isCutOff = true
      break
    }
    for (const variant of variantsOf(plan, fates)) {
      const lost = lossClass(plan, variant.fates, choices)
      if (lost === undefined) leavesOthers = true
      else
        classes.push({
          ...lost,
          ...(found.kind === 'found' && { example: found.request }),
          ...(variant.named !== undefined && { named: variant.named }),
          because: [...lost.because, ...(found.kind === 'not decided' ? [found.because] : [])],
        })
    }
  }
  return { classes, leavesOthers, isCutOff }
}

interface FateVariant {
  readonly fates: LossModel['fateOf']
  readonly named?: string
}

/** Where requests name the provider: those that name one that is lost, and all others. */
function variantsOf({ nodes }: Plan, fates: LossModel['fateOf']): readonly FateVariant[] {
  const names = new Set(
    nodes.flatMap(node => {
      const fate = node.kind === 'call' ? fates(node) : undefined
      return fate?.kind === 'unknown' && fate.named !== undefined ? [fate.named] : []
    }),
  )
  if (names.size === 0) return [{ fates }]
  const decided =
    (kind: 'lost' | 'remains'): LossModel['fateOf'] =>
    call => {
      const fate = fates(call)
      return fate.kind === 'unknown' && fate.named !== undefined ? { kind } : fate
    }
  return [...Array.from(names, named => ({ fates: decided('lost'), named })), { fates: decided('remains') }]
}

/** Undefined for a class that no lost target gets requests of. */
function lossClass(
  plan: Plan,
  fates: LossModel['fateOf'],
  choices: ReadonlyMap<number, number>,
): Omit<LossClass, 'example'> | undefined {
  const model = { plan, choose: (_: unknown, index: number) => choices.get(index) }
  const before = walkLoss({ ...model, fateOf: () => ({ kind: 'remains' }), circuits: 'closed' })
  const after = walkLoss({ ...model, fateOf: fates, circuits: 'closed' })
  const isTouched = Array.from(after.calls.values()).some(({ call }) => fates(call).kind !== 'remains')
  if (!isTouched) return undefined
  const whileOpen = walkLoss({ ...model, fateOf: fates, circuits: 'open' })
  const because = [...new Set([...after.unknown, ...whileOpen.unknown])]
  const isSame = JSON.stringify(whileOpen.ends) === JSON.stringify(after.ends)
  return {
    verdict: because.length > 0 ? 'not-decided' : verdictOf(failingShare(after), failingShare(whileOpen)),
    because,
    before,
    after,
    ...(!isSame && { whileOpen }),
  }
}

/** Shares are sums of products of weights. */
const ALL = 1 - 1e-9

function verdictOf(closed: number, open: number): LossVerdict {
  if (closed === 0 && open === 0) return 'goes-on'
  return closed >= ALL && open >= ALL ? 'fails' : 'fails-in-part'
}

function rememberFates(fate: LossModel['fateOf']): LossModel['fateOf'] {
  const known = new Map<PlanNode, Fate>()
  return call => {
    const found = known.get(call) ?? fate(call)
    known.set(call, found)
    return found
  }
}

/** The indexes of the nodes that lead to a target that is lost, or may be. */
function touchedNodes({ nodes }: Plan, fates: LossModel['fateOf']): ReadonlySet<number> {
  const touched = new Set<number>()
  for (const [index, node] of nodes.entries())
    if (
      node.kind === 'call'
        ? fates(node).kind !== 'remains'
        : chosenEdges(node).some(({ edge }) => touched.has(edge.node))
    )
      touched.add(index)
  return touched
}

/** The next conditional to decide: one that requests reach, and that lost targets are behind. */
function firstChoice(plan: Plan, touched: ReadonlySet<number>, choices: ReadonlyMap<number, number>) {
  const open = [plan.root.node]
  const seen = new Set<number>()
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (!touched.has(index) || seen.has(index)) continue
    seen.add(index)
    const node = nodeAt(plan.nodes, index)
    if (node.kind === 'conditional') {
      const child = choices.get(index)
      if (child === undefined) return { node, index }
      open.push(node.children[child]?.node ?? index)
    } else if (node.kind === 'fallback') {
      // A target that replies with 200 is the last one, unless that is what the fallback waits for.
      const end = isTriggeredBy(node, 200, undefined)
        ? -1
        : node.children.findIndex(({ node: below }) => !touched.has(below))
      open.push(...node.children.slice(0, end === -1 ? undefined : end).map(edge => edge.node))
    } else open.push(...chosenEdges(node).map(({ edge }) => edge.node))
  }
  return undefined
}

// Two plans compared in terms of traffic: classes of requests for which they differ, what goes where, and what a request takes at most.
import type { Gateway, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Bound } from '../bound.ts'
import { analyseEnvelope, type Envelope } from '../envelope.ts'
import { type FoundRequest, findRequest } from '../find-request.ts'
import type { Carried, Destination, Flow } from '../flows/flow.ts'
import { formatFlowKey } from '../flows/flow-key.ts'
import { flowsOfPlan } from '../flows/plan-flows.ts'
import type { FlowCatalog } from '../flows/target-flows.ts'
import type { CallsService } from '../guard-time.ts'
import { MAX_ROUTES } from '../routes.ts'
import { createTreeTable, type Tree } from './behaviour.ts'
import { type ClassChange, changeOf } from './class-change.ts'
import { type Divergence, findDivergence } from './divergence.ts'
import { highestLevel, type Level } from './level.ts'
import { createNormalForms, fallbackStatuses, MAX_CALL_STEPS } from './normal-form.ts'
import { compareClasses } from './request-classes.ts'

/** A plan with the gateway it is served by. */
export interface DiffSide {
  readonly plan: Plan
  readonly gateway: Gateway
}

/** Classes with the same change. */
export interface TrafficChange extends ClassChange {
  /** A smallest request of them. */
  readonly example: FoundRequest
  /** How many classes of requests have the change. */
  readonly classes: number
  readonly level: Level
  /** A shortest sequence of replies after which they differ; absent where they were compared by their structure alone. */
  readonly divergence?: Divergence
}

export interface FlowChange {
  readonly carried: Carried
  readonly to: Destination
}

export interface EnvelopeChange {
  readonly name: 'calls' | 'time' | 'firstContent' | 'cost'
  readonly before: Bound
  readonly after: Bound
}

export interface PlanDiff {
  /** Absent where the plans are proved equal over all classes of requests. */
  readonly level?: Level
  readonly traffic: readonly TrafficChange[]
  readonly newFlows: readonly FlowChange[]
  readonly endedFlows: readonly FlowChange[]
  readonly envelope: readonly EnvelopeChange[]
  /** Whether the prompt before the messages changed. */
  readonly prompt: boolean
  /** The classes of requests that were compared. */
  readonly classes: number
  /** Why some of it is not decided, as the ends of sentences. */
  readonly notDecided: readonly string[]
}

export interface DiffContext {
  readonly catalog: FlowCatalog
  readonly callsService: CallsService
}

export function diffPlans(
  before: DiffSide,
  after: DiffSide,
  { catalog, callsService }: DiffContext,
): PlanDiff {
  const table = createTreeTable(catalog)
  const trees = [before, after].map(({ plan, gateway }) => table.add(plan, gateway))
  const [left, right] = trees
  if (left === undefined || right === undefined) throw new Error('A comparison has two sides.')
  const forms = createNormalForms([left, right].flatMap(fallbackStatuses))
  let isByStructure = false
  const doSame = (one: Tree, other: Tree): boolean => {
    const [before, after] = [forms.formOf(one), forms.formOf(other)]
    isByStructure ||= before === undefined
    return before !== undefined && before === after
  }
  const { different, count, isCutOff } = compareClasses(left, right, table, doSame)
  const groups = Map.groupBy(different, each => `${each.left.id} ${each.right.id}`)
  const traffic = [...groups.values()].slice(0, MAX_CHANGES).flatMap((group): readonly TrafficChange[] => {
    const [first] = group
    if (first === undefined) return []
    const change = changeOf(first.left, first.right)
    const [one, other] = [forms.formOf(first.left), forms.formOf(first.right)]
    const divergence =
      one === undefined || other === undefined ? undefined : findDivergence(one, other, forms)
    return [
      {
        ...change,
        example: exampleOf(group),
        classes: group.length,
        level: levelOf(change),
        ...(divergence && { divergence }),
      },
    ]
  })
  // Where every class is treated alike, one plan stands for both: what is left is what the gateways make of it.
  const isEqual = different.length === 0 && !isCutOff
  const sides = [isEqual ? { ...after, gateway: before.gateway } : before, after] as const
  const listed = sides.map(({ plan, gateway }) => flowsOfPlan(plan, gateway, catalog))
  const hasMoreRoutes = listed.some(each => each.isCutOff)
  const flows = listed.map(pairsOf)
  const newFlows = without(flows[1], flows[0])
  const [least, most] = sides.map(({ plan, gateway }) => analyseEnvelope(plan, { gateway, callsService }))
  const envelope = least === undefined || most === undefined ? [] : envelopeChanges(least, most)
  const prompt = before.plan.prompt !== after.plan.prompt
  const notDecided = [
    ...(isCutOff ? [`there are more than ${count} classes of requests`] : []),
    ...(hasMoreRoutes
      ? [`there are more than ${MAX_ROUTES} ways to targets, of which the flows are compared`]
      : []),
    ...(groups.size > MAX_CHANGES
      ? [`of ${groups.size} different changes the first ${MAX_CHANGES} were looked at`]
      : []),
    ...(isByStructure
      ? [
          `there are more than ${MAX_CALL_STEPS} sequences of calls, so plans were compared by their structure alone`,
        ]
      : []),
    ...traffic.flatMap(({ example }) => (example.kind === 'not decided' ? [example.because] : [])),
  ]
  const level = highestLevel([
    ...traffic.map(each => each.level),
    ...(newFlows.length > 0 ? (['security'] as const) : []),
    ...(envelope.length > 0 ? (['cost'] as const) : []),
    ...(prompt || isCutOff || hasMoreRoutes ? (['routing'] as const) : []),
  ])
  return {
    ...(level === undefined ? {} : { level }),
    traffic,
    newFlows,
    endedFlows: without(flows[0], flows[1]),
    envelope,
    prompt,
    classes: count,
    notDecided: [...new Set(notDecided)],
  }
}

/** Guards see and stop data, and a host sees what it did not; everything else of a call is routing. */
const levelOf = ({ guards, newOrigins }: ClassChange): Level =>
  guards || newOrigins.length > 0 ? 'security' : 'routing'

/** Changes that are looked at. */
const MAX_CHANGES = 100

/** Classes of which examples are looked for. */
const MAX_EXAMPLES = 50

function exampleOf(
  classes: readonly {
    readonly holds: Parameters<typeof findRequest>[0]
    readonly fails: Parameters<typeof findRequest>[1]
  }[],
): FoundRequest {
  let best: FoundRequest | undefined
  for (const { holds, fails } of classes.slice(0, MAX_EXAMPLES)) {
    const found = findRequest(holds, fails)
    if (best === undefined || (found.kind === 'found' && sizeOf(found) < sizeOf(best))) best = found
  }
  return best ?? { kind: 'none' }
}

const sizeOf = (found: FoundRequest): number =>
  found.kind === 'found' ? JSON.stringify(found.request).length : Number.POSITIVE_INFINITY

type Pairs = ReadonlyMap<string, FlowChange>

const pairsOf = ({ routes }: { readonly routes: readonly { readonly flows: readonly Flow[] }[] }): Pairs =>
  new Map(
    routes.flatMap(({ flows }) =>
      flows.map(({ carried, to }) => [formatFlowKey(carried, to), { carried, to }]),
    ),
  )

const without = (pairs: Pairs | undefined, others: Pairs | undefined): readonly FlowChange[] =>
  [...(pairs ?? [])].flatMap(([key, pair]) => (others?.has(key) === true ? [] : [pair]))

function envelopeChanges(before: Envelope, after: Envelope): readonly EnvelopeChange[] {
  const bound = (value: Bound | number): Bound => (typeof value === 'number' ? { most: value } : value)
  return (['calls', 'time', 'firstContent', 'cost'] as const).flatMap(name => {
    const change = { name, before: bound(before[name]), after: bound(after[name]) }
    return canonicalJson(withoutPlace(change.before)) === canonicalJson(withoutPlace(change.after))
      ? []
      : [change]
  })
}

/** Where the reason is, is no change of traffic. */
const withoutPlace = (bound: Bound): object =>
  'most' in bound ? bound : { atLeast: bound.atLeast, reason: bound.none.reason }

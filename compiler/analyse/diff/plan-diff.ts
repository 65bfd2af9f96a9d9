// Two plans compared in terms of traffic: classes of requests for which they differ, what goes where, and what a request takes at most.
import type { Gateway, Plan } from '../../../schemas/generated/types.ts'
import { canonicalJson } from '../../../schemas/values/canonical-json.ts'
import type { Bound } from '../bound.ts'
import { createFormulas } from '../conditions/formula.ts'
import { type FoundRequest, smallestRequest, TOO_MANY_COMBINATIONS } from '../conditions/smallest-request.ts'
import { analyseEnvelope, type Envelope } from '../envelope.ts'
import { type Flow, type FlowPath, flowPath, formatFlowKey } from '../flows/flow.ts'
import { flowsOfPlan } from '../flows/plan-flows.ts'
import type { FlowCatalog } from '../flows/target-flows.ts'
import type { CallsService } from '../guard-time.ts'
import { MAX_ROUTES } from '../routes.ts'
import { createTreeTable, type Tree, treesIn } from './behaviour.ts'
import { type ClassChange, changeOf, reachChangeOf } from './class-change.ts'
import { type Divergence, findDivergence } from './divergence.ts'
import { highestLevel, type Level } from './level.ts'
import { createNormalForms, fallbackTriggers, MAX_CALL_STEPS, type NormalForms } from './normal-form.ts'
import { COMPARISON_EFFORT, compareClasses, conditionsOnPath, type RequestClass } from './request-classes.ts'

/** A plan with the gateway it is served by. */
export interface DiffSide {
  readonly plan: Plan
  readonly gateway: Gateway
}

/** Classes with the same change. */
export interface TrafficChange extends ClassChange {
  /** Minimal request of them. */
  readonly example: FoundRequest
  /** How many classes of requests have the change. */
  readonly classes: number
  readonly level: Level
  /** A shortest sequence of replies after which they differ; absent if only their structure was compared. */
  readonly divergence?: Divergence
}

export type FlowChange = FlowPath

export interface EnvelopeChange {
  readonly name: 'calls' | 'time' | 'firstContent' | 'cost'
  readonly before: Bound
  readonly after: Bound
}

export interface PlanDiff {
  /** Absent if the plans are proved equal over all classes of requests. */
  readonly level?: Level
  readonly traffic: readonly TrafficChange[]
  readonly newFlows: readonly FlowChange[]
  readonly endedFlows: readonly FlowChange[]
  readonly envelope: readonly EnvelopeChange[]
  /** Whether the prompt that precedes the messages changed. */
  readonly prompt: boolean
  /** Whether replies name another model. */
  readonly replyModel: boolean
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
  const forms = createNormalForms([left, right].flatMap(fallbackTriggers))
  let isByStructure = false
  const doSame = (one: Tree, other: Tree): boolean => {
    const [before, after] = [forms.formOf(one), forms.formOf(other)]
    isByStructure ||= before === undefined
    return before !== undefined && before === after
  }
  const formulaOf = createFormulas(
    treesIn([left, right]).flatMap(each => (each.kind === 'choice' ? [each.predicate] : [])),
  )
  const compared = compareClasses(left, right, {
    table,
    formulaOf,
    doSame,
    effort: { left: COMPARISON_EFFORT },
  })
  const { different, count, cutOff } = compared
  const groups = [...Map.groupBy(different, each => `${each.left.id} ${each.right.id}`).values()]
  const traffic = groups.slice(0, MAX_CHANGES).flatMap(group => trafficChange(group, forms))
  const unseen = groups.slice(MAX_CHANGES).flatMap(([first]) => first ?? [])
  // If every class is treated alike, one plan represents both, and only the effects of the gateways are compared.
  const isEqual = traffic.length === 0 && unseen.length === 0 && cutOff === undefined
  const sides = [isEqual ? { ...after, gateway: before.gateway } : before, after] as const
  const listed = sides.map(({ plan, gateway }) => flowsOfPlan(plan, gateway, catalog))
  const hasMoreRoutes = listed.some(each => each.isCutOff)
  const flows = listed.map(pairsOf)
  const newFlows = without(flows[1], flows[0])
  const [least, most] = sides.map(({ plan, gateway }) => analyseEnvelope(plan, { gateway, callsService }))
  const envelope = least === undefined || most === undefined ? [] : envelopeChanges(least, most)
  const prompt = before.plan.prompt !== after.plan.prompt
  const replyModel = before.plan.replyModel !== after.plan.replyModel
  const notDecided = [
    ...(cutOff === 'classes' ? [`there are more than ${count} classes of requests`] : []),
    ...(cutOff === 'effort'
      ? [`the conditions have too many combinations: ${count} classes of requests were compared`]
      : []),
    ...(hasMoreRoutes
      ? [`there are more than ${MAX_ROUTES} ways to targets, of which the flows are compared`]
      : []),
    ...(unseen.length > 0
      ? [`of ${groups.length} different changes the first ${MAX_CHANGES} were looked at`]
      : []),
    ...(isByStructure
      ? [
          `there are more than ${MAX_CALL_STEPS} sequences of calls, so plans were compared only by their structure`,
        ]
      : []),
    ...traffic.flatMap(({ example }) => (example.kind === 'not decided' ? [example.because] : [])),
  ]
  const level = highestLevel([
    ...traffic.map(each => each.level),
    ...unseen.map(each => changeLevel(reachChangeOf(each.left, each.right))),
    ...(newFlows.length > 0 ? (['security'] as const) : []),
    ...(envelope.length > 0 ? (['cost'] as const) : []),
    ...(prompt || replyModel ? (['routing'] as const) : []),
    // What was not compared may be a difference of any level.
    ...(cutOff !== undefined || hasMoreRoutes ? (['security'] as const) : []),
  ])
  return {
    ...(level === undefined ? {} : { level }),
    traffic,
    newFlows,
    endedFlows: without(flows[0], flows[1]),
    envelope,
    prompt,
    replyModel,
    classes: count,
    notDecided: [...new Set(notDecided)],
  }
}

/** What differs for classes that are treated alike; nothing where no request is in any of them. */
function trafficChange(group: readonly RequestClass[], forms: NormalForms): readonly TrafficChange[] {
  const [first] = group
  const example = exampleOf(group)
  if (first === undefined || example.kind === 'none') return []
  const change = changeOf(first.left, first.right)
  const [one, other] = [forms.formOf(first.left), forms.formOf(first.right)]
  const divergence = one === undefined || other === undefined ? undefined : findDivergence(one, other, forms)
  const classes = group.length
  return [{ ...change, example, classes, level: changeLevel(change), ...(divergence && { divergence }) }]
}

/** Guards see and stop data, and a host sees what it did not; everything else of a call is routing. */
const changeLevel = ({ guards, newOrigins }: Pick<ClassChange, 'guards' | 'newOrigins'>): Level =>
  guards || newOrigins.length > 0 ? 'security' : 'routing'

/** Changes that are looked at. */
const MAX_CHANGES = 100

/** Classes of a change of which examples are looked for. */
const MAX_EXAMPLES = 50
/** Conditions that are looked at for the example of a class, and for all of a change until no further class is looked at. */
const EXAMPLE_EFFORT = 200_000

function exampleOf(classes: readonly RequestClass[]): FoundRequest {
  let best: FoundRequest = { kind: 'none' }
  let left = EXAMPLE_EFFORT
  for (const { region, path } of classes.slice(0, MAX_EXAMPLES)) {
    const effort = { left: EXAMPLE_EFFORT }
    const found = smallestRequest(region, conditionsOnPath(path), effort)
    if (found.kind !== 'none' && (best.kind === 'none' || sizeOf(found) < sizeOf(best))) best = found
    left -= EXAMPLE_EFFORT - effort.left
    if (left <= 0) break
  }
  return best.kind === 'none' && classes.length > MAX_EXAMPLES
    ? { kind: 'not decided', because: TOO_MANY_COMBINATIONS }
    : best
}

const sizeOf = (found: FoundRequest): number =>
  found.kind === 'found' ? JSON.stringify(found.request).length : Number.POSITIVE_INFINITY

type Pairs = ReadonlyMap<string, FlowChange>

const pairsOf = ({ routes }: { readonly routes: readonly { readonly flows: readonly Flow[] }[] }): Pairs => {
  // Most targets send the same to the same origin.
  const paths = [...new Set(routes.map(({ flows }) => flows))].flatMap(flows => flows.map(flowPath))
  const distinct = new Map(paths.map(path => [JSON.stringify(path), path]))
  return new Map([...distinct.values()].map(path => [formatFlowKey(path), path]))
}

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

/** The location of the reason does not matter: moving it does not change traffic. */
const withoutPlace = (bound: Bound): object =>
  'most' in bound ? bound : { atLeast: bound.atLeast, reason: bound.none.reason }

// Rules about flows: what a rule is about, which flows break it, and a minimal request that does. Proved if no path breaks it.
import type { ErrorKind, FallbackNode, FlowRule, Plan, Predicate } from '../../../schemas/generated/types.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { lowerQuery } from '../../lower/predicate.ts'
import { hasStatus } from '../../plan/status-set.ts'
import { neverTriggers } from '../../plan/trigger.ts'
import type { ExampleRequest } from '../conditions/example-request.ts'
import { type FoundRequest, findRequest } from '../conditions/smallest-request.ts'
import { openWaysTo } from '../open-circuits.ts'
import { requestOnRoute, TOO_MANY_CONDITIONS } from '../route-conditions.ts'
import type { PlanRoute } from '../routes.ts'
import type { ContentClass, Flow } from './flow.ts'
import type { PlanFlows, RouteFlows } from './plan-flows.ts'

export interface FlowExample {
  readonly request: ExampleRequest
  /** Replies of targets before the flow, and targets that are skipped. */
  readonly after: readonly FailureBefore[]
}

/** A flow that breaks a rule. */
export type FlowViolation =
  | {
      readonly kind: 'refuted'
      readonly flow: Flow
      readonly pointer: Pointer
      readonly example: FlowExample
    }
  | {
      readonly kind: 'not decided'
      readonly flow: Flow | undefined
      readonly pointer: Pointer
      readonly because: string
    }

const predicateOf = ({ when }: FlowRule): readonly Predicate[] =>
  when === undefined ? [] : [lowerQuery(when)]

/** One violation for each origin, the first of the config. */
export function violationsOfPlan(
  rule: FlowRule,
  { plan, routes, isCutOff }: PlanFlows,
): readonly FlowViolation[] {
  const when = predicateOf(rule)
  const found = new Map<string, FlowViolation>()
  for (const each of routes) {
    const broken = each.flows.filter(flow => isBroken(rule, flow) && !isRefuted(found, flow))
    if (broken.length === 0) continue
    for (const violation of violationsOfRoute(plan, broken, each, when)) {
      const key = keyOf(violation.flow)
      if (found.get(key)?.kind !== 'refuted') found.set(key, violation)
    }
  }
  return isCutOff
    ? [...found.values(), { kind: 'not decided', flow: undefined, pointer: '', because: CUT_OFF }]
    : [...found.values()]
}

const CUT_OFF = 'the config has more ways to its targets than are analysed'

const isRefuted = (found: ReadonlyMap<string, FlowViolation>, flow: Flow): boolean =>
  found.get(keyOf(flow))?.kind === 'refuted'

/** What is sent to one place is reported once. */
const keyOf = (flow: Flow | undefined): string => JSON.stringify([flow?.to, flow?.carried.kind])

function violationsOfRoute(
  plan: Plan,
  flows: readonly Flow[],
  { route }: RouteFlows,
  when: readonly Predicate[],
): readonly FlowViolation[] {
  const { pointer } = route
  const found = runOnRoute(plan, route, when)
  if (found.kind === 'none') return []
  return flows.map((flow): FlowViolation => {
    if (flow.to.kind === 'unknown') return { kind: 'not decided', flow, pointer, because: flow.to.because }
    return found.kind === 'found'
      ? { kind: 'refuted', flow, pointer, example: { request: found.request, after: found.after } }
      : { kind: 'not decided', flow, pointer, because: found.because }
  })
}

type FoundRun = Exclude<FoundRequest, { readonly kind: 'found' }> | ({ readonly kind: 'found' } & FlowExample)

/** A minimal request that takes the route, with what fails and which circuits are open before it. */
function runOnRoute(plan: Plan, route: PlanRoute, when: readonly Predicate[]): FoundRun {
  const ways = openWaysTo(plan, route)
  if (ways === undefined) return { kind: 'not decided', because: TOO_MANY_CONDITIONS }
  let undecided: Exclude<FoundRequest, { readonly kind: 'found' }> = { kind: 'none' }
  for (const { holds, fails, open } of ways) {
    const found = requestOnRoute(route, [...when, ...holds], fails)
    if (found.kind === 'found')
      return { kind: 'found', request: found.request, after: [...failuresBefore(route), ...open] }
    if (undecided.kind === 'none') undecided = found
  }
  return undecided
}

export interface OpenViolation<F extends Flow> {
  readonly flow: F
  /** Absent if it is not decided. */
  readonly example?: ExampleRequest
  readonly because?: string
}

/** What callers may cause whatever the configs say: one violation for each way. */
export function violationsOfCallers<F extends Flow>(
  rule: FlowRule,
  flows: readonly F[],
): readonly OpenViolation<F>[] {
  const found = findRequest(predicateOf(rule), [])
  if (found.kind === 'none') return []
  const broken = flows.filter(flow => isBroken(rule, flow))
  const distinct = new Map(broken.toReversed().map(flow => [keyOf(flow), flow])).values()
  return [...distinct].reverse().map(flow => {
    if (flow.to.kind === 'unknown') return { flow, because: flow.to.because }
    return found.kind === 'found' ? { flow, example: found.request } : { flow, because: found.because }
  })
}

/** Whether a rule is about a flow, and does not allow its destination. */
export function isBroken(rule: FlowRule, flow: Flow): boolean {
  if (!isAbout(rule, flow)) return false
  return flow.to.kind !== 'origin' || !isAllowedOrigin(flow.to.origin, rule.only)
}

function isAbout({ data, secrets }: FlowRule, { carried }: Flow): boolean {
  if (data === undefined && secrets === undefined) return true
  return carried.kind === 'data'
    ? (data ?? []).some(name => covers(name, carried.data))
    : (secrets ?? []).some(name =>
        name.startsWith('@') ? name.slice(1) === carried.slug : name === `\${${carried.secret}}`,
      )
}

/** `metadata.*` is about every key, and a flow of all metadata has every key. */
function covers(name: string, flowing: ContentClass): boolean {
  const [wanted, wantedKey] = parts(name)
  const [kind, key] = parts(flowing)
  return wanted === kind && (wantedKey === key || wantedKey === '*' || key === '*')
}

function parts(name: string): readonly [string, string] {
  const dot = name.indexOf('.')
  if (dot < 0) return [name, '']
  const kind = name.slice(0, dot)
  const key = name.slice(dot + 1)
  return [kind, kind === 'headers' ? key.toLowerCase() : key]
}

// Whether an origin is one of the hosts that a rule allows: `api.example.com`, `*.eu.example`, `https://host:8443`.

const PATTERN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/i
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' }

export function isAllowedOrigin(origin: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  const usedPort = port === '' ? DEFAULT_PORTS[protocol] : port
  return allowed.some(pattern => {
    const [, scheme, below, host = '', wantedPort] = PATTERN.exec(pattern) ?? []
    if (scheme !== undefined && `${scheme.toLowerCase()}:` !== protocol) return false
    // An origin that is written with its scheme has the port of that scheme.
    const expectedPort = wantedPort ?? (scheme === undefined ? undefined : DEFAULT_PORTS[protocol])
    if (expectedPort !== undefined && expectedPort !== usedPort) return false
    const name = host.toLowerCase()
    return below === undefined ? hostname === name : hostname.endsWith(`.${name}`)
  })
}

// What has to fail before a target is called: a status of each fallback on the way that moves on to it.

interface FailureBefore {
  /** The target that is called before, the first of several. */
  readonly pointer: Pointer
  /** The fallback that moves on. */
  readonly fallback: Pointer
  /** Absent if no reply triggers the fallback: the circuit of the target is open. */
  readonly status?: number
  /** The kind of the error, if the status by itself does not trigger the fallback. */
  readonly error?: ErrorKind
}

/** The first target of each fallback on the way that a reply triggers, and that the target is not the first child of. */
const failuresBefore = ({ steps }: PlanRoute): readonly FailureBefore[] =>
  steps.flatMap(({ node, pointer, child }) => {
    const [first] = node.children
    if (node.kind !== 'fallback' || child === 0 || first === undefined || neverTriggers(node)) return []
    return [{ pointer: pointer + first.path, fallback: pointer, ...triggerOf(node) }]
  })

/** The usual ones first, and those of guards last. */
function triggerOf({ onStatus, onErrors }: FallbackNode): Pick<FailureBefore, 'status' | 'error'> {
  const status =
    [500, 503, 429, 502, 404, 400].find(each => hasStatus(onStatus, each)) ??
    onStatus.flat().toSorted((left, right) => right - left)[0]
  if (status !== undefined) return { status }
  const [error] = onErrors ?? []
  return error === undefined ? {} : { status: error === 'connection' ? 502 : 400, error }
}

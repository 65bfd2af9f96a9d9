// The consequences of a setting of a config, from its plan: what its calls do in the end.
import type { CallNode, Plan } from '../../schemas/generated/types.ts'
import { pluralize } from '../../schemas/values/format-names.ts'
import { childPointer, formatPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { flowsOfPlan } from '../analyse/flows/plan-flows.ts'
import { routesOf } from '../analyse/routes.ts'
import { sharesOf } from '../analyse/shares.ts'
import { formatPool, poolOf } from '../facts/pool-members.ts'
import { formatCall } from '../plan/format-call.ts'
import { walkPlan } from '../plan/walk-plan.ts'
import { formatCarried, formatWay } from '../validate/flows/format-flow.ts'
import type { ProjectFile, ProjectView } from './project-view.ts'
import { targetPathOf } from './roles.ts'
import { valueAt } from './schema-at.ts'
import { providerAt } from './words.ts'

interface PlannedCall {
  readonly pointer: Pointer
  readonly call: CallNode
}

/** Settings whose consequence is what happens after failures. */
const ON_FAILURE: ReadonlySet<string> = new Set([
  'retry',
  'on_status_codes',
  'on_errors',
  'request_timeout',
  'cb_config',
  'mode',
])
/** Settings that send something somewhere. */
const SENDING: ReadonlySet<string> = new Set(['provider', 'api_key', 'custom_host', 'forward_headers'])

const MAX_LISTED = 6

/** Lines of Markdown; none while the config has errors. */
export function consequencesOfConfig(
  project: ProjectView,
  file: ProjectFile,
  path: readonly string[],
): readonly string[] {
  const target = targetPathOf(path)
  const [property, second] = path.slice(target.length)
  const model = property === 'override_params' && second === 'model' ? priceLine(project, file, path) : []
  const plan = project.plans.get(file.id)
  if (plan === undefined) return model
  const at = target.reduce<Pointer>((pointer, token) => childPointer(pointer, token), '')
  const calls = callsBelow(plan, at)
  return [
    ...model,
    ...inheritanceLines(calls, at),
    ...(property === 'provider' || property === undefined ? poolLines(project, calls, at) : []),
    ...(property === undefined || property === 'weight' || property === 'name' || property === 'strategy'
      ? shareLines(plan, at)
      : []),
    ...(property !== undefined &&
    (ON_FAILURE.has(property) || (second !== undefined && property === 'strategy' && ON_FAILURE.has(second)))
      ? failureLines(project, plan, calls)
      : []),
    ...(property !== undefined && SENDING.has(property) ? flowLines(project, plan, at) : []),
  ]
}

const isBelow = (pointer: Pointer, at: Pointer): boolean => pointer === at || pointer.startsWith(`${at}/`)

function callsBelow(plan: Plan, at: Pointer): readonly PlannedCall[] {
  return walkPlan(plan).flatMap(({ node, pointer }) =>
    node.kind === 'call' && isBelow(pointer, at) ? [{ pointer, call: node }] : [],
  )
}

/** A call with what it has inherited; a strategy with the number of its calls. */
function inheritanceLines(calls: readonly PlannedCall[], at: Pointer): readonly string[] {
  const [first, ...others] = calls
  if (first === undefined) return []
  if (others.length > 0) return [`Applies to ${pluralize(calls.length, 'target')}.`]
  if (first.pointer !== at) return []
  const { prefix, suffixes, clauses } = formatCall(first.call)
  return [`After inheritance: ${[[prefix, ...suffixes].join(' '), ...clauses].join('; ')}.`]
}

/** The members that a call of a pool may get to. */
function poolLines({ gateway }: ProjectView, calls: readonly PlannedCall[], at: Pointer): readonly string[] {
  const [first] = calls
  if (first === undefined || first.pointer !== at || gateway === undefined) return []
  const { binding, overrides } = first.call
  const pool = binding.from === 'slug' ? poolOf(binding.slug, gateway) : undefined
  return pool === undefined ? [] : [`Goes to a ${formatPool(pool, overrides['model'])}.`]
}

function priceLine(project: ProjectView, file: ProjectFile, path: readonly string[]): readonly string[] {
  const value = file.parsed()?.value
  const model = valueAt(value, path)
  const { provider, slug } = providerAt(project, value, path) ?? {}
  if (typeof model !== 'string' || provider === undefined) return []
  return [project.models.priceOf(provider, model, slug) ?? `No price of this model at ${provider} is known.`]
}

/** The part of the traffic that a target gets while all are healthy. */
function shareLines(plan: Plan, at: Pointer): readonly string[] {
  const shares = sharesOf(routesOf(plan).routes).filter(({ pointer }) => isBelow(pointer, at))
  const seen = new Map(shares.map(each => [each.pointer, each]))
  return [...seen.values()].slice(0, MAX_LISTED).map(({ pointer, share, when }) => {
    const requests = when.length > 0 ? ' of the requests that its conditions lead here' : ' of the requests'
    const name = pointer === at ? 'This target' : `\`${formatPointer(pointer)}\``
    return share === 0
      ? `${name} is called only after failures.`
      : `${name} gets ${percent(share)}${requests}.`
  })
}

const percent = (share: number): string => `${Number((share * 100).toFixed(2))}%`

function failureLines(project: ProjectView, plan: Plan, calls: readonly PlannedCall[]): readonly string[] {
  const [call] = calls
  if (call === undefined) return []
  return project.failuresOf(plan, call.pointer)
}

/** The hosts that messages and secrets of the targets reach. */
function flowLines({ gateway, catalog }: ProjectView, plan: Plan, at: Pointer): readonly string[] {
  if (gateway === undefined) return []
  const lines = flowsOfPlan(plan, gateway, catalog)
    .routes.filter(({ route }) => isBelow(route.pointer, at))
    .flatMap(({ flows }) => flows)
    .filter(({ by, opening }) => by.kind === 'target' && opening === undefined)
    .map(flow => `\`${formatCarried(flow.carried)}\` reaches ${formatWay(flow)}.`)
  return [...new Set(lines)].slice(0, MAX_LISTED)
}

// What plans do, as short digests: requests, draws, outcomes and circuits that are drawn from a seed and from what the conditions of a
// config compare, run by the independent executor of plans. Calls, statuses, retries, guards and draws count; the form of a plan does not.
import type { Plan } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { seeded } from '../chaos/matrix.ts'
import { sha256 } from './bundle.ts'
import { execute } from './plan-executor.ts'
import { type AttemptOutcome, type RoutedRequest, type Trace, traceRun } from './routing-environment.ts'

export interface BehaviourRun {
  readonly incoming: RoutedRequest
  readonly draws: readonly number[]
  readonly outcomes: readonly AttemptOutcome[]
  readonly circuits: readonly boolean[]
}

/** Runs of a config. */
export const RUNS = 16

/** Hexadecimal digits of the digest of a run. */
const DIGITS = 4

const OUTCOMES: readonly AttemptOutcome[] = [
  ...[200, 200, 200, 201, 299, 400, 401, 404, 408, 429, 446, 500, 502, 503, 529].map(status => ({ status })),
  { status: 502, network: true, error: 'connection' },
  { status: 408, timeout: true, error: 'timeout' },
  { status: 400, error: 'context_length' },
  { status: 429, error: 'rate_limit' },
  { status: 529, error: 'overloaded' },
]

const PATHS = ['/v1/chat/completions', '/v1/embeddings', '/v1/messages']

/** Fields that a config compares, such as `metadata.plan`, with the values that it names. */
type Compared = ReadonlyMap<string, readonly Json[]>

/** The fields and values of all queries in a JSON value. */
function comparedIn(value: Json): Compared {
  const found = new Map<string, Json[]>()
  const scalars = (operand: Json): readonly Json[] => {
    if (isList(operand)) return operand.flatMap(scalars)
    return isObject(operand) ? Object.values(operand).flatMap(scalars) : [operand]
  }
  const visit = (each: Json): void => {
    if (isList(each)) return each.forEach(visit)
    if (!isObject(each)) return
    for (const [name, member] of Object.entries(each)) {
      if (/^(metadata|params|url)\./.test(name))
        found.set(name, [...(found.get(name) ?? []), ...scalars(member)])
      visit(member)
    }
  }
  visit(value)
  return found
}

/** Values beside those that are named: just above, below, and of another type. */
const beside = (value: Json): Json =>
  typeof value === 'number' ? value + 1 : typeof value === 'string' ? `${value}x` : String(value)

/** The object with a value at a path such as `messages[0].role`. */
function withValue(object: Record<string, unknown>, path: string, value: Json): void {
  const steps = path.split(/[.[\]]+/).filter(step => step !== '')
  let at: Record<string, unknown> = object
  for (const [index, step] of steps.entries()) {
    const next = steps[index + 1]
    if (next === undefined) at[step] = value
    else {
      at[step] ??= /^\d+$/.test(next) ? [] : {}
      const inner = at[step]
      if (typeof inner !== 'object' || inner === null) return
      at = inner as Record<string, unknown>
    }
  }
}

/** The runs of a config, the same for the same config and seed. */
export function behaviourRuns(config: Json, seed: number, count = RUNS): readonly BehaviourRun[] {
  const random = seeded(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
  const compared = comparedIn(config)
  const request = (): RoutedRequest => {
    const params: Record<string, unknown> = { model: 'small' }
    const metadata: Record<string, unknown> = {}
    let path = pick(PATHS)
    for (const [field, values] of compared) {
      if (below(6) === 0 || values.length === 0) continue
      const named = pick(values)
      const value = below(5) === 0 ? beside(named) : named
      if (field === 'url.pathname') path = String(value)
      else if (field.startsWith('metadata.')) metadata[field.slice('metadata.'.length)] = value
      else withValue(params, field.slice('params.'.length), value)
    }
    return { params, metadata, path }
  }
  return Array.from({ length: count }, () => ({
    incoming: request(),
    draws: Array.from({ length: 4 }, random),
    outcomes: Array.from({ length: 6 }, () => pick(OUTCOMES)),
    circuits: Array.from({ length: 5 }, () => below(5) === 0),
  }))
}

export const traceOf = (plan: Plan, { incoming, draws, outcomes, circuits }: BehaviourRun): Trace =>
  traceRun(draws, outcomes, circuits, environment => execute(plan, incoming, environment))

/** The digests of all runs of a config, one after the other. */
export const behaviourOf = (plan: Plan, runs: readonly BehaviourRun[]): string =>
  runs
    .map(run => {
      const trace: unknown = JSON.parse(JSON.stringify(traceOf(plan, run)))
      return sha256(canonicalJson(trace)).slice(0, DIGITS)
    })
    .join('')

/** The first run whose digests differ, or undefined. */
export function firstDifference(before: string, after: string): number | undefined {
  for (let at = 0; at < Math.max(before.length, after.length); at += DIGITS)
    if (before.slice(at, at + DIGITS) !== after.slice(at, at + DIGITS)) return at / DIGITS
  return undefined
}

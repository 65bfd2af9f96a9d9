// A config that routes requests by the model that they name, as gateways with a list of models do.
import type { Json, JsonObject } from '../../schemas/values/json.ts'

/** A name, or a pattern of names, with the target that serves it. */
export interface ModelRoute {
  /** The name that a request writes; with `*` for any rest. */
  readonly name: string
  readonly target: JsonObject
}

/** Serves requests whose model has no route: @slug/model is called, any other name is refused. */
const OTHERS = 'any other model'

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')

/** `gpt-*` as a regular expression. */
const patternOf = (name: string): string => `^${name.split('*').map(escapePattern).join('.*')}$`

/**
 * Exact names take precedence over patterns, and longer patterns over shorter ones. `isClosed`: clients may not name a stored provider
 * instead.
 */
export function routeByModel(routes: readonly ModelRoute[], settings: JsonObject, isClosed = false): Json {
  const exact = routes.filter(({ name }) => !name.includes('*'))
  const patterns = routes
    .filter(({ name }) => name.includes('*'))
    .sort((a, b) => b.name.length - a.name.length)
  const all = patterns.find(({ name }) => name === '*')
  const tested = [...exact, ...patterns.filter(each => each !== all)]
  if (tested.length === 0 && all !== undefined) return { ...settings, ...all.target }
  const conditions = tested.map(({ name, target }) => ({
    query: { 'params.model': name.includes('*') ? { $regex: patternOf(name) } : name },
    then: nameOf(target, name),
  }))
  const targets = new Map<string, JsonObject>()
  for (const { name, target } of [...tested, ...(all === undefined ? [] : [all])])
    targets.set(nameOf(target, name), { name: nameOf(target, name), ...target })
  if (all === undefined)
    targets.set(OTHERS, {
      name: OTHERS,
      passthrough: true,
      ...(isClosed && {
        input_guardrails: [
          { 'default.modelWhitelist': { models: exact.map(({ name }) => name) }, deny: true },
        ],
      }),
    })
  return {
    strategy: {
      mode: 'conditional',
      conditions,
      default: all === undefined ? OTHERS : nameOf(all.target, all.name),
    },
    ...settings,
    targets: [...targets.values()],
  }
}

/** Two names of one target share it. */
const nameOf = ({ name }: JsonObject, route: string): string => (typeof name === 'string' ? name : route)

export interface WeightedCall {
  readonly target: JsonObject
  readonly weight: number
}

/**
 * Calls that share the requests of one name: one call unchanged, several as a load balancer. If all weights are zero, they count as equal.
 */
export function sharedTarget(calls: readonly WeightedCall[]): JsonObject | undefined {
  const [first] = calls
  if (first === undefined) return undefined
  if (calls.length === 1) return first.target
  const isIdle = calls.every(({ weight }) => weight === 0)
  const targets: Json[] = calls.map(({ target, weight }) => ({ weight: isIdle ? 1 : weight, ...target }))
  return { strategy: { mode: 'loadbalance' }, targets }
}

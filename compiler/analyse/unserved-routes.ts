// Routes of the API that a target does not serve though another target of the config does: whether a request for them is answered depends
// on the target that it reaches.
import type { Gateway, Plan, ProviderSpec } from '../../schemas/generated/types.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { providerOfCall } from './call-provider.ts'
import { routesOf } from './routes.ts'

/** The routes that a provider serves, such as `chat/completions`. */
export type ServedRoutes = (spec: ProviderSpec) => readonly string[]

export interface RouteCatalog {
  readonly provider: (name: string) => ProviderSpec | undefined
  readonly served: ServedRoutes
}

export interface UnservedRoutes {
  readonly pointer: Pointer
  /** The name of its provider. */
  readonly provider: string
  /** What it does not serve, in alphabetical order. */
  readonly routes: readonly string[]
}

export interface ServedComparison {
  readonly unserved: readonly UnservedRoutes[]
  /** Targets whose provider the request names, or the store has: what they serve is not decided. */
  readonly undecided: readonly Pointer[]
}

export function compareServedRoutes(
  plan: Plan,
  gateway: Pick<Gateway, 'providers'>,
  catalog: RouteCatalog,
): ServedComparison {
  const known = new Map<Pointer, ProviderSpec>()
  const undecided = new Set<Pointer>()
  for (const { pointer, call } of routesOf(plan).routes) {
    const id = providerOfCall(call, gateway)
    const spec = id === undefined ? undefined : catalog.provider(id)
    if (spec === undefined) undecided.add(pointer)
    else known.set(pointer, spec)
  }
  const all = [...new Set([...known.values()].flatMap(catalog.served))].sort()
  const unserved = [...known].flatMap(([pointer, spec]): readonly UnservedRoutes[] => {
    const served = new Set(catalog.served(spec))
    const routes = all.filter(route => !served.has(route))
    return routes.length === 0 ? [] : [{ pointer, provider: spec.name, routes }]
  })
  return { unserved, undecided: [...undecided] }
}

// Routes with the guards of an API key. A plan is linked once for each set of guards, when a key that has them first uses it; nothing
// is cached if no key has guards.
import { type KeyGuards, keyGuardsOf, withKeyGuards } from '../../compiler/lower/key-guards.ts'
import type { Gateway, Plan } from '../../schemas/generated/types.ts'
import { canonicalJson } from '../../schemas/values/canonical-json.ts'
import { link } from '../link/link.ts'
import type { LinkContext } from '../link/link-context.ts'
import type { Route } from '../values/call.ts'
import type { RouteForKey } from './resolved-config.ts'

/** The different sets of guards of the gateway's keys. */
export const keyGuardSets = ({ apiKeys }: Pick<Gateway, 'apiKeys'>): readonly KeyGuards[] => {
  const sets = apiKeys.flatMap(key => keyGuardsOf(key) ?? [])
  return [...new Map(sets.map(set => [canonicalJson(set), set])).values()]
}

/** `config` identifies the circuits of the plan, which are the same for every key. */
export function linkKeyRoutes(plan: Plan, parts: LinkContext, config: string): RouteForKey {
  const routes = new Map<string, Route>()
  const ofKeys = new WeakMap<KeyGuards, Route>()
  return guards => {
    const known = ofKeys.get(guards)
    if (known !== undefined) return known
    const set = canonicalJson(guards)
    const route = routes.get(set) ?? link(withKeyGuards(plan, guards, parts.gateway), parts, config)
    routes.set(set, route)
    ofKeys.set(guards, route)
    return route
  }
}

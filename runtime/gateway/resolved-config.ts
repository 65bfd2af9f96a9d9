// A config as requests use it: linked, with what is known of it.
import type { KeyGuards } from '../../compiler/lower/key-guards.ts'
import type { Plan } from '../../schemas/generated/types.ts'
import type { Route } from '../values/call.ts'

/** Where the targets of a config get their provider. */
export interface ProviderSource {
  /** Whether a target takes its provider from the request. */
  readonly fromRequest: boolean
  /** The providers that the config itself names: `@slug`, or an identifier of the catalog. */
  readonly named: ReadonlySet<string>
}

/** A linked route and the name that logs show for it. */
export interface ResolvedConfig {
  readonly route: Route
  readonly name: string
  readonly source: ProviderSource
  /** The identifier of a saved config, without its version; absent for others. */
  readonly saved?: string
  /** The prompt whose messages precede those of a request. */
  readonly prompt?: string | undefined
  /** The model that replies name; absent if the gateway decides. */
  readonly replyModel?: Plan['replyModel']
  /** The route for keys with guards; absent if no key has any. */
  readonly routeForKey?: RouteForKey
}

/** The route of a plan under the guards of a key. */
export type RouteForKey = (guards: KeyGuards) => Route

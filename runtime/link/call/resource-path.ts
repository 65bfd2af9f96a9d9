// The path of a resource at a provider: from its spec's route, or from its adapter.

import type { AdapterContext } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import type { ResourceCall } from '../../values/resource-operation.ts'
import type { Target } from '../target/target.ts'

/** A spec without a route for the resource uses the vendor's path. */
export function resourcePath(
  { route, pathSuffix: path }: Pick<ResourceCall, 'route' | 'pathSuffix'>,
  model: string | undefined,
  { adapter, spec, settings }: Target,
): string | Failure {
  const defaults = (spec.defaults ?? {}) as AdapterContext['defaults']
  const adapterPath = adapter?.path?.(route, { model: model ?? '', settings, defaults, pathSuffix: path })
  return adapterPath ?? (spec.routes[route] ?? `/${route}`) + path
}

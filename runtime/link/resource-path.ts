// The path of a resource at a provider: from its spec's route, or from its adapter.
import type { ResourceName } from '../collections/collection.ts'
import type { Failure } from '../failures.ts'
import type { AdapterContext } from '../providers/adapter.ts'
import type { Target } from './target.ts'

/** A spec without a route for the resource uses the vendor's path. */
export function resourcePath(
  { collection, below }: Pick<ResourceName, 'collection' | 'below'>,
  model: string | undefined,
  { adapter, row, settings }: Target,
): string | Failure {
  const defaults = (row.defaults ?? {}) as AdapterContext['defaults']
  const own = adapter?.path?.(collection, { model: model ?? '', settings, defaults, below })
  return own ?? (row.routes[collection] ?? `/${collection}`) + below
}

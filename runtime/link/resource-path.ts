// Where a provider of the vendor's shapes has a resource: below the path of its row, or where its adapter says.
import type { ResourceName } from '../collections/collection.ts'
import type { Failure } from '../failures.ts'
import type { AdapterContext } from '../providers/adapter.ts'
import type { Target } from './target.ts'

/** A row that does not name the collection has it where the vendor does. */
export function resourcePath(
  { collection, below }: Pick<ResourceName, 'collection' | 'below'>,
  model: string | undefined,
  { adapter, row, settings }: Target,
): string | Failure {
  const defaults = (row.defaults ?? {}) as AdapterContext['defaults']
  const own = adapter?.path?.(collection, { model: model ?? '', settings, defaults, below })
  return own ?? (row.routes[collection] ?? `/${collection}`) + below
}

// A page of a list, for drivers that have all resources of a kind in memory.
import type { ListOptions, Resource } from '../../control/core/resource-store.ts'

export function listResources(
  resources: readonly Resource[],
  { prefix = '', after, limit, descending = false }: ListOptions,
): readonly Resource[] {
  const isBeyond = ({ id }: Resource): boolean =>
    after === undefined || (descending ? id < after : id > after)
  const direction = descending ? -1 : 1
  return resources
    .filter(each => each.id.startsWith(prefix) && isBeyond(each))
    .sort((one, other) => (one.id < other.id ? -direction : one.id > other.id ? direction : 0))
    .slice(0, limit)
}

// For drivers that have all resources in memory: their change feed, and pages of lists. The revision of each resource
// is the time of its write, and a bounded list has the deletions. Pure.
import type { Changes, ListOptions, Resource } from '../../control/core/resource-store.ts'

export interface Deletion {
  readonly kind: string
  readonly id: string
  readonly revision: number
}

export interface Deletions {
  /** The last at the end. */
  readonly deleted: readonly Deletion[]
  /** The revision up to which deletions are forgotten. */
  readonly forgotten: number
}

type Named = Pick<Resource, 'kind' | 'id'>

/** Deletions that are remembered. */
const MAX_DELETED = 1000

export const keyOf = ({ kind, id }: Named): string => `${kind}/${id}`

export function changesOf(
  revision: number,
  resources: Iterable<Resource>,
  { deleted, forgotten }: Deletions,
  since: number,
): Changes {
  if (since > revision || since < forgotten) return { revision, changed: undefined }
  const named = new Map<string, Named>()
  for (const each of [...resources, ...deleted])
    if (each.revision > since) named.set(keyOf(each), { kind: each.kind, id: each.id })
  return { revision, changed: [...named.values()] }
}

export function withDeletions(
  { deleted, forgotten }: Deletions,
  revision: number,
  added: readonly Named[],
): Deletions {
  const latest = new Map(deleted.map(each => [keyOf(each), each]))
  for (const { kind, id } of added) latest.set(keyOf({ kind, id }), { kind, id, revision })
  const all = [...latest.values()].sort((one, other) => one.revision - other.revision)
  const excess = all.splice(0, Math.max(0, all.length - MAX_DELETED))
  return { deleted: all, forgotten: Math.max(forgotten, excess.at(-1)?.revision ?? 0) }
}

/** A page of a list of the resources of one kind. */
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

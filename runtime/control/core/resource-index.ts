// Resources of the replica by a value of theirs, in an order: built when first read, then edited in place, so that a change costs the
// same however many there are.
import type { Resource } from './resource-store.ts'

/** Known by its kind and its functions, which are constants. */
export interface ResourceIndex {
  readonly kind: string
  /** Depends only on the resource. Without it, the index has one value: all resources of the kind, in an order. */
  readonly valuesOf?: (resource: Resource) => Iterable<string>
  /** Resources that are equal by it are ordered by identifier; without it, all are. */
  readonly compare?: (left: Resource, right: Resource) => number
}

export interface ResourceIndexes {
  /** Those that have the value, valid until the next change. */
  readonly find: (index: ResourceIndex, value?: string) => readonly Resource[]
  /** A resource has become another, is there, or is not. */
  readonly change: (before: Resource | undefined, after: Resource | undefined) => void
  /** All resources of the kind may have changed. */
  readonly forget: (kind: string) => void
}

/** Most values belong to one resource, which needs no list. */
type Bucket = Resource | Resource[]

interface BuiltIndex {
  readonly index: ResourceIndex
  readonly buckets: Map<string, Bucket>
  readonly valuesOf: (resource: Resource) => Iterable<string>
  readonly compare: (left: Resource, right: Resource) => number
}

export function createIndexes(all: (kind: string) => Iterable<Resource>): ResourceIndexes {
  /** Few of each kind. */
  const byKind = new Map<string, readonly BuiltIndex[]>()
  const built = (wanted: ResourceIndex): BuiltIndex => {
    const ofKind = byKind.get(wanted.kind) ?? []
    for (const known of ofKind)
      if (known.index.valuesOf === wanted.valuesOf && known.index.compare === wanted.compare) return known
    const index = buildIndex(wanted, all(wanted.kind))
    byKind.set(wanted.kind, [...ofKind, index])
    return index
  }
  return {
    find: (index, value = ONLY) => {
      const bucket = built(index).buckets.get(value)
      return bucket === undefined ? NONE : Array.isArray(bucket) ? bucket : [bucket]
    },
    change: (before, after) => {
      const kind = (before ?? after)?.kind ?? ''
      for (const index of byKind.get(kind) ?? []) {
        if (before !== undefined) remove(index, before)
        if (after !== undefined) add(index, after)
      }
    },
    forget: kind => void byKind.delete(kind),
  }
}

const ONLY = ''
const ONLY_VALUE: readonly string[] = [ONLY]
const NONE: readonly Resource[] = []

const byIdentifier = (left: Resource, right: Resource): number =>
  left.id < right.id ? -1 : left.id > right.id ? 1 : 0

function buildIndex(index: ResourceIndex, resources: Iterable<Resource>): BuiltIndex {
  const { valuesOf = () => ONLY_VALUE, compare } = index
  const order =
    compare === undefined
      ? byIdentifier
      : (left: Resource, right: Resource) => compare(left, right) || byIdentifier(left, right)
  const buckets = new Map<string, Bucket>()
  for (const resource of resources)
    for (const value of new Set(valuesOf(resource))) {
      const bucket = buckets.get(value)
      if (bucket === undefined) buckets.set(value, resource)
      else if (Array.isArray(bucket)) bucket.push(resource)
      else buckets.set(value, [bucket, resource])
    }
  for (const bucket of buckets.values()) if (Array.isArray(bucket)) bucket.sort(order)
  return { index, buckets, valuesOf, compare: order }
}

function add({ buckets, valuesOf, compare }: BuiltIndex, resource: Resource): void {
  for (const value of new Set(valuesOf(resource))) {
    const bucket = buckets.get(value)
    if (bucket === undefined) buckets.set(value, resource)
    else if (Array.isArray(bucket)) bucket.splice(placeIn(bucket, resource, compare), 0, resource)
    else buckets.set(value, compare(bucket, resource) < 0 ? [bucket, resource] : [resource, bucket])
  }
}

function remove({ buckets, valuesOf, compare }: BuiltIndex, resource: Resource): void {
  for (const value of new Set(valuesOf(resource))) {
    const bucket = buckets.get(value)
    if (!Array.isArray(bucket)) buckets.delete(value)
    else {
      bucket.splice(placeIn(bucket, resource, compare), 1)
      const [last] = bucket
      if (last !== undefined && bucket.length === 1) buckets.set(value, last)
    }
  }
}

/** Where the resource is, or belongs. */
function placeIn(bucket: readonly Resource[], resource: Resource, compare: BuiltIndex['compare']): number {
  let low = 0
  let high = bucket.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = bucket[middle]
    if (other !== undefined && compare(other, resource) < 0) low = middle + 1
    else high = middle
  }
  return low
}

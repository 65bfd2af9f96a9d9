// Lists of resources of which there may be very many: those of the store are in the sorted lists of indexes, and only those of a page are
// read. Others, of the manifest or built in, are few; they precede those of the store, or are between them by their identifiers.
import type { ApiRequest } from './api-request.ts'
import type { Slices } from './pages.ts'
import type { Requester } from './principal.ts'
import type { Replica } from './replica.ts'
import type { ResourceIndex } from './resource-index.ts'
import type { Resource } from './resource-store.ts'
import type { Found } from './stored-form.ts'

/** An index by a property of what is stored that is a string. */
export const indexBy = (
  kind: string,
  property: string,
  compare?: ResourceIndex['compare'] & object,
): ResourceIndex => ({
  kind,
  valuesOf: ({ value: { [property]: value } }) => (typeof value === 'string' ? [value] : []),
  ...(compare && { compare }),
})

export const compareText = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)

/** The value of what has a status, and may be in a workspace, in an index of both. */
export const statusValue = (status: string, workspace: string | undefined): string =>
  workspace === undefined ? status : `${status} in ${workspace}`

/** No workspace has an empty slug, so a scope that holds there holds for the organisation, and so in every workspace. */
export const holdsEverywhere = ({ may }: Pick<Requester, 'may'>): boolean => may('')

/** The workspaces in which a scope of the route holds; undefined for all. */
export const workspacesOf = ({
  principal,
  may,
}: Pick<Requester, 'principal' | 'may'>): readonly string[] | undefined =>
  holdsEverywhere({ may }) ? undefined : [...principal.workspaces.keys()].filter(may)

const SAME = (): number => 0

/** Several lists as one in their order. Only what is before the end of a slice is compared; of a single list, only the slice is touched. */
export const mergeSorted = (
  lists: readonly (readonly Resource[])[],
  compare: ResourceIndex['compare'] & object = SAME,
): Slices<Resource> => ({
  length: lists.reduce((sum, { length }) => sum + length, 0),
  slice: (from, to) => {
    const filled = lists.filter(({ length }) => length > 0)
    const [only = []] = filled
    if (filled.length <= 1) return only.slice(from, to)
    const isBefore = (left: Resource, right: Resource): boolean =>
      (compare(left, right) || (left.id < right.id ? -1 : 1)) < 0
    const heads = filled.map(list => ({ list, next: 0 }))
    const merged: Resource[] = []
    while (merged.length < to) {
      let least: (typeof heads)[number] | undefined
      for (const head of heads) {
        const [resource, other] = [head.list[head.next], least?.list[least.next]]
        if (resource !== undefined && (other === undefined || isBefore(resource, other))) least = head
      }
      const resource = least?.list[least.next]
      if (least === undefined || resource === undefined) break
      merged.push(resource)
      least.next += 1
    }
    return merged.slice(from)
  },
})

/** Lists in the order of identifiers that may have a resource in common, as lists that have none. */
export function uniteLists(lists: readonly (readonly Resource[])[]): readonly (readonly Resource[])[] {
  const filled = lists.filter(({ length }) => length > 0)
  if (filled.length <= 1) return filled
  return [[...new Set(filled.flat())].sort((left, right) => (left.id < right.id ? -1 : 1))]
}

/** What a list is of. */
export interface ListScope {
  /** The workspaces; undefined for all. */
  readonly workspaces: readonly string[] | undefined
  readonly request: ApiRequest
}

export interface SelectedLists {
  /** In the order of `compare`; no resource is in two of them. */
  readonly lists: readonly (readonly Resource[])[]
  /** By identifiers where it is absent. */
  readonly compare?: ResourceIndex['compare'] | undefined
  /** The filters that all of them meet; `workspace_id` is among them unless there is no index by workspaces. */
  readonly meets: readonly string[]
}

/** Those of the store that a list is of; a filter that they do not meet is a pass over them, which looks at the fields that it names. */
export type StoredLists = (find: Replica['find'], scope: ListScope) => SelectedLists

/** What has an index of all, in the order of lists, and one in the same order by workspaces. */
export const listedBy =
  (all: ResourceIndex, ofWorkspace: ResourceIndex): StoredLists =>
  (find, { workspaces }) => ({
    lists: workspaces === undefined ? [find(all)] : workspaces.map(each => find(ofWorkspace, each)),
    compare: all.compare,
    meets: ['workspace_id'],
  })

export interface ListingOptions<Saved> {
  readonly own: readonly Found<Saved>[]
  readonly lists: readonly (readonly Resource[])[]
  readonly compare?: ResourceIndex['compare'] | undefined
  readonly read: (resource: Resource) => Saved
  /** The identifiers of `own`, where they are between those of the store; both are in the order of identifiers. */
  readonly idOf?: ((saved: Saved) => string) | undefined
}

/** All of a list; what a page shows of it is read when it is sliced. */
export function linkListing<Saved>({
  own,
  lists,
  compare,
  read,
  idOf,
}: ListingOptions<Saved>): Slices<Found<Saved>> {
  const stored = mergeSorted(lists, compare)
  /** The positions of `own`. */
  const places = own.map(({ saved }, index) =>
    idOf === undefined ? index : lists.reduce((sum, list) => sum + countBelow(list, idOf(saved)), index),
  )
  return {
    length: own.length + stored.length,
    slice: (from, to) => {
      const until = (position: number): number => places.filter(place => place < position).length
      let next = until(from)
      const shown = stored.slice(from - next, to - until(to))
      const page: Found<Saved>[] = []
      let taken = 0
      for (let position = from; position < to; position += 1) {
        const [item, resource] = [places[next] === position ? own[next] : undefined, shown[taken]]
        if (item !== undefined) next += 1
        else if (resource === undefined) break
        else taken += 1
        page.push(item ?? foundOf(resource as Resource, read))
      }
      return page
    },
  }
}

const foundOf = <Saved>(resource: Resource, read: (resource: Resource) => Saved): Found<Saved> => ({
  saved: read(resource),
  revision: resource.revision,
})

/** How many of a list in the order of identifiers are below one. */
function countBelow(list: readonly Resource[], id: string): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((list[middle]?.id ?? '') < id) low = middle + 1
    else high = middle
  }
  return low
}

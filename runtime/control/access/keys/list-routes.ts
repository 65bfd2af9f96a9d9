// The list of keys, of which there may be very many: by indexes of their types, workspaces and people, the newest first. Only the keys of a
// page are read. A part of a name and a status are a pass over what is stored of the keys that the caller sees.
import type { PlanApiKey } from '../../../../schemas/generated/types.ts'
import { asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { isFailure } from '../../../values/failures.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import type { AnswerRequest } from '../../core/api-request.ts'
import type { ControlSources, WriteSources } from '../../core/control-sources.ts'
import { linkListing } from '../../core/listing.ts'
import { pageOf } from '../../core/pages.ts'
import type { Principal } from '../../core/principal.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { searchedPart, workspaceOfList } from '../../resources/saved-resource.ts'
import { type KeyPlace, mayKey } from './key-access.ts'
import { exhaustedKeys, manifestBudgets } from './key-budgets.ts'
import { API_KEY, API_KEY_FORM, KEYS_OF_PERSON } from './model.ts'
import { keyStatus, linkKeyDisplay, showManifestKey } from './show-key.ts'

const TYPES: readonly KeyType[] = ['organisation-service', 'workspace-service', 'workspace-user']

const placeOf = ({ value }: Resource): KeyPlace => ({
  type: TYPES.find(type => type === value['type']) ?? 'workspace-service',
  workspace: asText(value['workspace']) ?? null,
  user: asText(value['user']) ?? null,
})

const inWorkspace = (type: KeyType, workspace: string): string => `${type}/${workspace}`

const createdAt = ({ value: { created_at } }: Resource): number =>
  typeof created_at === 'number' ? created_at : 0

const newestFirst = (left: Resource, right: Resource): number => createdAt(right) - createdAt(left)

/** By type, and by type and workspace. */
const KEYS_BY_TYPE: ResourceIndex = {
  kind: API_KEY,
  valuesOf: resource => {
    const { type, workspace } = placeOf(resource)
    return workspace === null ? [type] : [type, inWorkspace(type, workspace)]
  },
  compare: newestFirst,
}

/** The newest first. */
const keysOfPerson = (find: Replica['find'], person: string): readonly Resource[] =>
  find(KEYS_OF_PERSON, person).toSorted(
    (left, right) => newestFirst(left, right) || (left.id < right.id ? -1 : 1),
  )

type Context = WriteSources & Pick<ControlSources, 'organisation' | 'limits'>

export const listApiKeys: AnswerRequest<'listApiKeys', Context> = async (request, context) => {
  const { principal, query } = request
  const workspace = workspaceOfList(request, context)
  if (isFailure(workspace)) return workspace
  const { type, status, user_id: user } = query
  const part = searchedPart(request)
  const find = context.replica?.find ?? (() => [])
  const isWanted = (place: KeyPlace, name: string): boolean =>
    (workspace ?? place.workspace) === place.workspace &&
    (type ?? place.type) === place.type &&
    (user ?? place.user) === place.user &&
    (part === '' || name.toLowerCase().includes(part)) &&
    mayKey(principal, 'list', place)
  const { apiKeys } = context.gateway
  const usedUp = await exhaustedKeys(apiKeys.filter(hasProfile).map(manifestBudgets), context)
  const own = apiKeys.filter(({ id, workspace: place }) => {
    const state = usedUp.has(id) ? 'exhausted' : 'active'
    return (status ?? state) === state && isWanted({ ...NO_USER, workspace: place }, id)
  })
  const seen =
    user === undefined
      ? TYPES.filter(each => (type ?? each) === each).flatMap(each =>
          listsOfType(principal, each, workspace, find),
        )
      : [keysOfPerson(find, String(user))]
  const wanted =
    user === undefined && part === ''
      ? seen
      : seen.map(list => list.filter(resource => isWanted(placeOf(resource), nameOf(resource))))
  const listing = linkListing<PlanApiKey | Resource>({
    own: own.map(saved => ({ saved, revision: undefined })),
    lists: status === undefined ? wanted : await withStatus(wanted, String(status), context),
    compare: newestFirst,
    read: resource => resource,
  })
  const page = pageOf(listing, request).map(({ saved }) =>
    'kind' in saved ? API_KEY_FORM.read(saved) : saved,
  )
  const stored = page.flatMap(key => ('secret' in key ? [key] : []))
  const show = linkKeyDisplay(context, await exhaustedKeys(stored, context))
  const shown = page.map(
    (key): JsonObject => ({ ...('secret' in key ? show(key) : showManifestKey(key, context, usedUp)) }),
  )
  return { body: { object: 'list', total: listing.length, data: shown } }
}

const hasProfile = ({ limitProfile }: PlanApiKey): boolean => limitProfile !== undefined

const NO_USER = { type: 'workspace-service', user: null } as const

const nameOf = ({ id, value }: Resource): string => asText(value['name']) ?? id

/** The keys of a type that the caller may see, of one workspace or of all, in lists that have no key twice. */
function listsOfType(
  principal: Principal,
  type: KeyType,
  workspace: string | undefined,
  find: Replica['find'],
): readonly (readonly Resource[])[] {
  if (type === 'organisation-service')
    return workspace === undefined && mayKey(principal, 'list', { type, workspace: null, user: null })
      ? [find(KEYS_BY_TYPE, type)]
      : []
  const may = (place: string): boolean => mayKey(principal, 'list', { type, workspace: place, user: null })
  // No workspace has an empty slug: what holds there holds in all of them.
  if (workspace === undefined && may('')) return [find(KEYS_BY_TYPE, type)]
  const places = (workspace === undefined ? [...principal.workspaces.keys()] : [workspace]).filter(may)
  const managed = places.map(place => find(KEYS_BY_TYPE, inWorkspace(type, place)))
  const { user } = principal
  if (type !== 'workspace-user' || user === undefined) return managed
  const own = keysOfPerson(find, user).filter(resource => {
    const place = placeOf(resource)
    return (
      place.type === type &&
      (workspace ?? place.workspace) === place.workspace &&
      !places.includes(place.workspace ?? '') &&
      mayKey(principal, 'list', place)
    )
  })
  return [...managed, own]
}

const hasBudget = ({ value }: Resource): boolean => 'usage_limits' in value || 'limit_profile' in value

/** Those of a status. Budgets are only looked up where they decide it. */
async function withStatus(
  lists: readonly (readonly Resource[])[],
  status: string,
  context: Context,
): Promise<readonly (readonly Resource[])[]> {
  const now = context.clock.now()
  const limited = lists.flatMap(list => list.filter(hasBudget))
  const exhausted =
    status === 'active' || status === 'exhausted'
      ? await exhaustedKeys(limited.map(API_KEY_FORM.read), context)
      : new Set<string>()
  return lists.map(list =>
    list.filter(({ id, value }) => {
      const { expires_at: end } = value
      const key = {
        ...{ id, status: value['status'] === 'disabled' ? ('disabled' as const) : ('active' as const) },
        expiresAt: typeof end === 'number' ? end : null,
      }
      return keyStatus(key, now, exhausted) === status
    }),
  )
}

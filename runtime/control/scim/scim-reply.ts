// Replies in the form of SCIM: resources with their metadata, and lists of them.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { ApiReply, ApiRequest } from '../core/api-request.ts'
import { withoutSchema } from './filter.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** An extension of groups by which readers see what they give. */
export const GRANT_SCHEMA = 'urn:portolan:params:scim:schemas:extension:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** More resources than this are never sent at once. */
export const MAX_RESULTS = 1_000

export type ScimType = 'User' | 'Group'

export const scimLocation = (type: ScimType, id: string): string =>
  `/scim/v2/${type}s/${encodeURIComponent(id)}`

export interface ScimTimes {
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Metadata of a resource; its version is the ETag. */
export const metaOf = (
  type: ScimType,
  { id, createdAt, updatedAt }: ScimTimes,
  revision: number,
): JsonObject => ({
  resourceType: type,
  created: createdAt,
  lastModified: updatedAt,
  location: scimLocation(type, id),
  version: `"${revision}"`,
})

type Query = Pick<ApiRequest, 'query'>

/** The attributes that the query selects. */
function selectAttributes(document: JsonObject, { query }: Query): JsonObject {
  const wanted = namesOf(query['attributes'])
  const excluded = namesOf(query['excludedAttributes'])
  if (wanted === undefined && excluded === undefined) return document
  return Object.fromEntries(
    Object.entries(document).filter(([key]) => {
      const name = key.toLowerCase()
      if (name === 'id' || name === 'schemas') return true
      return (wanted?.has(name) ?? true) && !(excluded?.has(name) ?? false)
    }),
  )
}

/** The reply with one resource. `location`: of a new one. */
export const scimReply = (
  request: Query,
  document: JsonObject,
  revision: number,
  location: string | undefined,
): ApiReply => ({
  ...(location !== undefined && { status: 201, headers: ['location', location] }),
  body: selectAttributes(document, request),
  revision,
})

function namesOf(text: unknown): ReadonlySet<string> | undefined {
  if (text === undefined) return undefined
  // Parts of attributes come with the whole.
  const names = String(text)
    .split(',')
    .map(name => withoutSchema(name.trim()).toLowerCase())
  return new Set(names.map(name => (name.startsWith('urn:') ? name : (name.split('.', 1)[0] ?? name))))
}

/** A page of resources; negative numbers are read as in the standard. */
export function scimListReply<Item>(
  items: readonly Item[],
  request: Query,
  show: (item: Item) => JsonObject,
): ApiReply {
  const startIndex = Math.max(1, Number(request.query['startIndex'] ?? 1))
  const count = Math.min(Math.max(0, Number(request.query['count'] ?? MAX_RESULTS)), MAX_RESULTS)
  const page = items.slice(startIndex - 1, startIndex - 1 + count)
  const resources: readonly Json[] = page.map(item => selectAttributes(show(item), request))
  return {
    body: {
      schemas: [LIST_SCHEMA],
      totalResults: items.length,
      startIndex,
      itemsPerPage: resources.length,
      Resources: resources,
    },
  }
}

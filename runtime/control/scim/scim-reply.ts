// Replies in the form of SCIM: resources with their metadata, and lists of them.
import type { ScimSearch } from '../../../schemas/generated/control-types.ts'
import { isList, isObject, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { ApiReply, ApiRequest } from '../core/api-request.ts'

export const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'
/** An extension of groups by which readers see what they give. */
export const GRANT_SCHEMA = 'urn:portolan:params:scim:schemas:extension:2.0:Group'
const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'

/** More resources than this are never sent at once. */
export const MAX_RESULTS = 1_000
/** As `count` of lists has it in the schema. */
const DEFAULT_RESULTS = 100

export type ScimType = 'User' | 'Group'

/** In lower case. */
const SCHEMAS_OF: Readonly<Record<ScimType, string>> = {
  User: USER_SCHEMA.toLowerCase(),
  Group: GROUP_SCHEMA.toLowerCase(),
}

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

/** A request whose query selects resources and attributes. */
export type ScimQuery = Pick<ApiRequest, 'query'>

/** A search by POST (RFC 7644, section 3.4.3), as the query of a list. */
export const queryOfSearch = ({
  filter,
  startIndex,
  count = DEFAULT_RESULTS,
  attributes = [],
  excludedAttributes = [],
}: ScimSearch): ScimQuery => ({
  query: {
    ...present({ filter, startIndex }),
    count,
    attributes: attributes.join(','),
    excludedAttributes: excludedAttributes.join(','),
  },
})

/** The attributes that a reply has (RFC 7644, section 3.9). */
export interface AttributeSelection {
  /** Whether the reply has an attribute, or a part of it. */
  readonly has: (attribute: string) => boolean
  readonly select: (document: JsonObject) => JsonObject
}

/** The parts of each attribute, in lower case; undefined for all of it. */
type NamedAttributes = ReadonlyMap<string, ReadonlySet<string> | undefined>

/** Attributes that are returned always (RFC 7643, sections 3 and 3.1). */
const ALWAYS: ReadonlySet<string> = new Set(['id', 'schemas'])

/** What the query of a request selects; names of attributes that there are not are ignored. */
export function readSelection({ query }: ScimQuery, type: ScimType): AttributeSelection | Failure {
  const wanted = namesOf(query['attributes'], type)
  const excluded = namesOf(query['excludedAttributes'], type)
  if (wanted !== undefined && excluded !== undefined)
    return failure(
      'invalid_request',
      'attributes and excludedAttributes are mutually exclusive: send one of them.',
      { param: 'excludedAttributes' },
    )
  const has = (attribute: string): boolean => {
    const name = attribute.toLowerCase()
    if (ALWAYS.has(name)) return true
    return wanted === undefined
      ? excluded?.has(name) !== true || excluded.get(name) !== undefined
      : wanted.has(name)
  }
  const isPartOf = (name: string, part: string): boolean =>
    wanted === undefined
      ? excluded?.get(name)?.has(part) !== true
      : (wanted.get(name)?.has(part) ?? wanted.has(name))
  return {
    has,
    select: document =>
      Object.fromEntries(
        Object.entries(document).flatMap(([key, value]) => {
          if (!has(key)) return []
          const name = key.toLowerCase()
          const isWhole = ALWAYS.has(name) || (wanted ?? excluded)?.get(name) === undefined
          const shown = isWhole ? value : selectParts(value, part => isPartOf(name, part))
          return shown === undefined ? [] : [[key, shown] as const]
        }),
      ),
  }
}

/** Undefined where nothing is left. */
function selectParts(value: Json, has: (part: string) => boolean): Json | undefined {
  if (isList(value)) {
    const items = value.flatMap(item => selectParts(item, has) ?? [])
    return items.length === 0 && value.length > 0 ? undefined : items
  }
  if (!isObject(value)) return value
  const parts = Object.entries(value).filter(([key]) => has(key.toLowerCase()))
  return parts.length === 0 ? undefined : Object.fromEntries(parts)
}

/** The reply with one resource. `location`: of a new one. */
export const scimReply = (
  document: JsonObject,
  revision: number,
  location: string | undefined,
): ApiReply => ({
  ...(location !== undefined && { status: 201, headers: ['location', location] }),
  body: document,
  revision,
})

/** Names as clients may write them (RFC 7644, section 3.10): in any case, with the URN of a schema before them, and with a part. */
function namesOf(text: unknown, type: ScimType): NamedAttributes | undefined {
  const texts = String(text ?? '')
    .split(',')
    .map(name => name.trim().toLowerCase())
    .filter(name => name !== '')
  if (texts.length === 0) return undefined
  const names = new Map<string, Set<string> | undefined>()
  const [core, extension] = [SCHEMAS_OF[type], GRANT_SCHEMA.toLowerCase()]
  for (const each of texts) {
    const name = each.startsWith(`${core}:`) ? each.slice(core.length + 1) : each
    const [attribute = '', part] = name.startsWith(`${extension}:`)
      ? [extension, name.slice(extension.length + 1)]
      : name.startsWith('urn:')
        ? [name]
        : name.split('.', 2)
    const parts = names.get(attribute)
    // All of an attribute is more than parts of it.
    if (part === undefined || (names.has(attribute) && parts === undefined)) names.set(attribute, undefined)
    else names.set(attribute, new Set([...(parts ?? []), part]))
  }
  return names
}

/** A page of resources; negative numbers are read as in the standard. */
export function scimListReply<Item>(
  items: readonly Item[],
  request: ScimQuery,
  show: (item: Item) => JsonObject,
): ApiReply {
  const startIndex = Math.max(1, Number(request.query['startIndex'] ?? 1))
  const count = Math.min(Math.max(0, Number(request.query['count'] ?? MAX_RESULTS)), MAX_RESULTS)
  const page = items.slice(startIndex - 1, startIndex - 1 + count)
  const resources: readonly Json[] = page.map(show)
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

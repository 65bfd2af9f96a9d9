// Identifiers of what a member of a pool stores name their account: `file-abc` becomes `file-abc-pm` with six characters for the account
// and four that confirm that the gateway wrote them. They are a suffix, since clients compare prefixes, within the alphabets of all
// vendors, and need no store: any runtime reads them at any time.
import {
  identifierKeys,
  stateFields,
  statelessPaths,
  stateResources,
} from '../../schemas/generated/provider-state.ts'
import { isList, isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import { queryValue } from '../values/query-string.ts'

const SEPARATOR = '-pm'
const OWNER_LENGTH = 6
const CHECK_LENGTH = 4
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const MARK_LENGTH = SEPARATOR.length + OWNER_LENGTH + CHECK_LENGTH
const MARK = new RegExp(
  `${SEPARATOR}([${ALPHABET}]{${OWNER_LENGTH}})([${ALPHABET}]{${CHECK_LENGTH}})(?![A-Za-z0-9._~-])`,
  'g',
)

/** FNV-1a with the last steps of MurmurHash3, which spread every character over all bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

function digits(value: number, length: number): string {
  let text = ''
  for (let left = value, count = 0; count < length; count += 1, left >>>= 5) text += ALPHABET[left & 31]
  return text
}

/** The characters that name an account: those of its label, whatever else the pool has. */
export const accountMark = (label: string): string => digits(hash(label), OWNER_LENGTH)

/** Paths and bodies escape an identifier differently, but for the characters at its end. */
const tailOf = (id: string): string =>
  /[A-Za-z0-9._~-]*$/.exec(id.replace(/%(?:25)*[0-9A-Fa-f]{2}/g, '/'))?.[0] ?? ''

const checkOf = (id: string, owner: string): string => digits(hash(`${owner} ${tailOf(id)}`), CHECK_LENGTH)

export const withMark = (id: string, owner: string): string => id + SEPARATOR + owner + checkOf(id, owner)

export interface Unmarked {
  readonly text: string
  /** Of each mark that was removed. */
  readonly owners: readonly string[]
}

/** The text without the marks of identifiers in it: a path with its query, or an identifier; undefined if it has none. */
export function withoutMarks(text: string): Unmarked | undefined {
  if (!text.includes(SEPARATOR)) return undefined
  const owners: string[] = []
  const kept = text.replace(MARK, (mark: string, owner: string, check: string, at: number) => {
    if (checkOf(text.slice(0, at), owner) !== check) return mark
    owners.push(owner)
    return ''
  })
  return owners.length === 0 ? undefined : { text: kept, owners }
}

const SEPARATOR_BYTES = new TextEncoder().encode(SEPARATOR)
const QUOTE = 0x22

/** Whether the bytes of JSON may have an identifier with a mark: one at the end of a string. */
export function mayHaveMarks(bytes: Uint8Array): boolean {
  const { indexOf } = Buffer.prototype
  for (
    let at = indexOf.call(bytes, SEPARATOR_BYTES);
    at >= 0;
    at = indexOf.call(bytes, SEPARATOR_BYTES, at + 1)
  )
    if (bytes[at + MARK_LENGTH] === QUOTE) return true
  return false
}

const NAMING: ReadonlySet<string> = new Set(identifierKeys.naming)
const HOLDERS: ReadonlySet<string> = new Set(identifierKeys.holders)
const RESOURCE_NAMES: ReadonlySet<string> = new Set(identifierKeys.resourceNames)
const RESULTS = 'results_url'
const KEYS: ReadonlySet<string> = new Set([...NAMING, ...identifierKeys.carrying, ...RESOURCE_NAMES, RESULTS])
const OPAQUE: ReadonlySet<string> = new Set(identifierKeys.opaque)

const COLLECTIONS = stateResources.map(({ path }) => path.slice(1))
const RESOURCE_NAME = new RegExp(`(?:^|/)(?:${COLLECTIONS.join('|')}|operations)/[^?#:]+$`)
const NOT_IDENTIFIER = /[\s"]/
const MAX_IDENTIFIER = 1024

/** Changes the identifiers of a value. `holder` is the object that has the key, below `above` in its own. */
type Change = (id: string, key: string, holder: JsonObject, above: string) => string

const MAX_DEPTH = 64

/** The same value where nothing is changed. `gemini`: the vendor writes `metadata`, not the user. */
function changeIds(
  value: Json,
  key: string,
  holder: JsonObject,
  above: string,
  gemini: boolean,
  change: Change,
  depth = 0,
): Json {
  if (typeof value === 'string') return KEYS.has(key) ? change(value, key, holder, above) : value
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (isList(value)) {
    let list: Json[] | undefined
    for (const [index, item] of value.entries()) {
      const changed = changeIds(item, key, holder, above, gemini, change, depth + 1)
      if (changed === item) continue
      list ??= [...value]
      list[index] = changed
    }
    return list ?? value
  }
  const object = value as JsonObject
  let copy: Record<string, Json> | undefined
  for (const name of Object.keys(object)) {
    const item = object[name] ?? null
    if (isOpaque(name, object, gemini, depth)) continue
    const changed = changeIds(item, name, object, key, gemini, change, depth + 1)
    if (changed === item) continue
    copy ??= { ...object }
    copy[name] = changed
  }
  return copy ?? object
}

/** What users and models write; the input of a tool is an object below its type. */
const isOpaque = (name: string, holder: JsonObject, gemini: boolean, depth: number): boolean =>
  (OPAQUE.has(name) && !(gemini && name === 'metadata')) ||
  (name === 'input' && depth > 0 && holder['type'] !== undefined)

export interface NamedState {
  /** The body without marks. */
  readonly body: JsonObject
  /** The accounts that it names, each with a key that names it. */
  readonly owners: ReadonlyMap<string, string>
  /** A key whose identifier names something without an account. */
  readonly unmarked: string | undefined
}

/** What the body of a request names. */
export function readNamedState(body: JsonObject): NamedState {
  const owners = new Map<string, string>()
  let unmarked: string | undefined
  const change: Change = (id, key, holder, above) => {
    const read = withoutMarks(id)
    const name = key === 'id' && above !== '' ? above : key
    if (read === undefined) {
      if (isNaming(key, holder, above) && (key === 'id' || isIdentifier(id, key))) unmarked ??= name
      return id
    }
    if (!isCopy(key, holder)) for (const owner of read.owners) owners.set(owner, name)
    return read.text
  }
  const changed = changeIds(body, '', body, '', false, change)
  return { body: isObject(changed) ? changed : body, owners, unmarked }
}

/** Whether an identifier refers to what is stored, where no mark shows it. */
const isNaming = (key: string, holder: JsonObject, above: string): boolean =>
  key === 'id' ? HOLDERS.has(above) || isReference(holder) : NAMING.has(key) && !isCopy(key, holder)

/** An item of a conversation that only refers to another one. */
const isReference = (holder: JsonObject): boolean =>
  typeof holder['type'] === 'string' && Object.keys(holder).every(key => key === 'type' || key === 'id')

/**
 * Items of a conversation are sent back whole, with the identifiers that they had, which no provider needs to know. Reasoning without its
 * encrypted content is a reference: the provider looks it up.
 */
function isCopy(key: string, holder: JsonObject): boolean {
  const { type } = holder
  if (typeof type !== 'string' || isReference(holder)) return false
  if (type === 'reasoning') return typeof holder['encrypted_content'] === 'string'
  return key === 'id' || /(?:_output|_citation|_call|_result|_path)$/.test(type)
}

/** Whether the text of such a key may be an identifier of a resource. */
const isIdentifier = (text: string, key: string): boolean =>
  text !== '' &&
  text.length <= MAX_IDENTIFIER &&
  !NOT_IDENTIFIER.test(text) &&
  !identifierKeys.foreign.some(prefix => text.startsWith(prefix)) &&
  (!RESOURCE_NAMES.has(key) || RESOURCE_NAME.test(text))

/** Which identifiers of a reply get a mark. */
export interface MarkedReply {
  readonly owner: string
  /** The keys of objects whose `id` is marked, empty for the reply itself; undefined for any object. */
  readonly idsBelow?: readonly string[] | undefined
  readonly gemini?: boolean | undefined
}

/** The reply with marks. */
export function withMarkedIds(
  reply: JsonObject,
  { owner, idsBelow, gemini = false }: MarkedReply,
): JsonObject {
  const change: Change = (id, key, _holder, above) => {
    if (key === RESULTS) return resultsPath(id, owner)
    if (key === 'id' && idsBelow?.includes(above) === false) return id
    if (!gemini && RESOURCE_NAMES.has(key) && !NAMING.has(key)) return id
    return isIdentifier(id, key) ? withMark(id, owner) : id
  }
  const changed = changeIds(reply, '', reply, '', gemini, change)
  return isObject(changed) ? changed : reply
}

/** The results of a batch of messages: below the base URL of the client, which has no credential for the provider. */
const resultsPath = (url: string, owner: string): string =>
  url.replace(
    /^https?:\/\/[^/]+(\/.*\/)([^/]+)(\/results)$/,
    (_, path: string, id: string, end: string) => path + withMark(id, owner) + end,
  )

/** Where a path is in the collections that providers store. */
export interface StatePath {
  readonly collection: string
  /** A list of the whole account, if it is read. */
  readonly listed: boolean
  /** Whether the path has an identifier below the collection. */
  readonly hasId: boolean
  /** The bytes of what is stored, which pass unchanged. */
  readonly isContent: boolean
}

/** `path` is relative to the base URL, with its query; undefined where it names no state. */
export function matchStatePath(path: string): StatePath | undefined {
  const [pathname = ''] = path.split('?', 1)
  if (statelessPaths.includes(pathname)) return undefined
  let found: (typeof stateResources)[number] | undefined
  for (const each of stateResources) {
    const isBelow =
      pathname.startsWith(each.path) &&
      (pathname.length === each.path.length || pathname[each.path.length] === '/')
    if (isBelow && each.path.length > (found?.path.length ?? 0)) found = each
  }
  if (found === undefined) return undefined
  const isCollection = pathname.length <= found.path.length + 1
  return {
    collection: found.path,
    listed: found.listed && isCollection,
    hasId: !isCollection,
    isContent: !isCollection && (CONTENT.test(pathname) || queryValue(path, 'alt') === 'media'),
  }
}

const CONTENT = /\/(?:content|results|output)$|:download$/

const quotedBytes = (text: string): Uint8Array => new TextEncoder().encode(`"${text}"`)

/** By endpoint: fields at the top of the body that name state, and keys that do within others. */
const QUICK = new Map(
  Object.entries(stateFields).map(([api, fields]) => [
    api,
    fields.map(field => {
      const [top = ''] = field.split(/\[|\./, 1)
      return { top, key: field === top ? undefined : quotedBytes(field.slice(field.lastIndexOf('.') + 1)) }
    }),
  ]),
)

/** Whether the body of a request for a model may name what is stored: one search for each key that could. */
export function mayNameState(endpoint: string, names: readonly string[], bytes: Uint8Array): boolean {
  const quick = QUICK.get(endpoint === 'messages/count_tokens' ? 'messages' : endpoint) ?? []
  for (const { top, key } of quick)
    if (names.includes(top) && (key === undefined || Buffer.prototype.indexOf.call(bytes, key) >= 0))
      return true
  return false
}

const NAMING_BYTES = identifierKeys.naming.map(quotedBytes)
/** Bodies of Gemini's clients may be long. */
const GEMINI_BYTES = [
  ...identifierKeys.naming.filter(key => RESOURCE_NAMES.has(key)),
  'previous_interaction_id',
].map(quotedBytes)

/** The same for any other body. */
export const mentionsState = (bytes: Uint8Array, gemini: boolean): boolean =>
  (gemini ? GEMINI_BYTES : NAMING_BYTES).some(key => Buffer.prototype.indexOf.call(bytes, key) >= 0)

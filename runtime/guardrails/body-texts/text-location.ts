// Locations of texts in a body, and combinators for the readers that find them: the tables of endpoints are composed
// of these. Readers are total: a value of an unexpected shape has no texts.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'

/** How a file is written where it is: what precedes its bytes, and whether they are base64. */
export interface FileForm {
  readonly prefix: string
  readonly isBase64: boolean
}

/** The path to a text as a linked list from its last step to its first, so extending it is O(1) at any depth. */
export type TextPath = { readonly parent: TextPath; readonly step: string | number } | undefined

export const FORMS_READ_BY_FEW = ['file', 'address', 'name'] as const
type FormReadByFew = (typeof FORMS_READ_BY_FEW)[number]

export interface TextLocation {
  readonly path: TextPath
  readonly text: string
  /**
   * `text`: a plain string; `json`: a string that contains JSON (tool call arguments); `value`: a JSON value, read as its
   * serialization. Replacements of the latter two must be JSON. `fixed`: outside the body, cannot be replaced. Few checks read a `file` of text as bytes, the `address` or
   * name of one, and the `name` of a property, which cannot be replaced.
   */
  readonly form: 'text' | 'json' | 'value' | 'fixed' | FormReadByFew
  /** How the file is written, of which `text` is the content. */
  readonly file?: FileForm
  /** Absent for the content of a message. */
  readonly origin?: 'external'
}

export type TextReader = (value: Json | undefined, path: TextPath) => readonly TextLocation[]

/** Whether two texts are parts of one content: items of the same list, or fields of such items. */
export function isSameContent(first: TextPath, second: TextPath): boolean {
  const list = listOf(first)
  return list !== undefined && CONTENT_LISTS.has(list.of?.step) && list.of === listOf(second)?.of
}

/** Fields whose lists are the parts of one content. */
const CONTENT_LISTS: ReadonlySet<unknown> = new Set([
  'content',
  'contents',
  'parts',
  'system',
  // Of messages of agents, over all of their events.
  'texts',
  'instructions',
  'output',
  'reasoning_details',
])

/** The path of the list that a text, or the part with it, is an item of. */
function listOf(path: TextPath): { readonly of: TextPath } | undefined {
  if (typeof path?.step === 'number') return { of: path.parent }
  return typeof path?.parent?.step === 'number' ? { of: path.parent.parent } : undefined
}

const NO_TEXTS: readonly TextLocation[] = []

/** A string. */
export const plainText: TextReader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'text' }] : NO_TEXTS

/** A string that contains JSON. */
export const jsonString: TextReader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'json' }] : NO_TEXTS

/** An object, read as its JSON serialization. */
export const jsonObject: TextReader = (value, path) =>
  isObject(value) ? [{ path, text: JSON.stringify(value), form: 'value' }] : NO_TEXTS

/** Applies a reader to one property of an object. */
export const inField =
  (name: string, read: TextReader): TextReader =>
  (value, path) =>
    isObject(value) && Object.hasOwn(value, name) ? read(value[name], { parent: path, step: name }) : NO_TEXTS

/** Applies a reader to each item of a list, from the index that `begin` returns. */
export const inEach =
  (read: TextReader, startIndex: (items: readonly Json[]) => number = () => 0): TextReader =>
  (value, path) => {
    if (!isList(value)) return NO_TEXTS
    const found: TextLocation[] = []
    for (let step = startIndex(value); step < value.length; step += 1)
      for (const each of read(value[step], { parent: path, step })) found.push(each)
    return found
  }

/** Concatenates the results of several readers. */
export const concat =
  (...readers: readonly TextReader[]): TextReader =>
  (value, path) => {
    const found: TextLocation[] = []
    for (const read of readers) for (const each of read(value, path)) found.push(each)
    return found
  }

/** Every string in a value, at any depth; property names are not included. */
export const anyText: TextReader = (value, path) => {
  if (isList(value)) return value.flatMap((item, step) => anyText(item, { parent: path, step }))
  if (isObject(value))
    return Object.entries(value).flatMap(([step, item]) => anyText(item, { parent: path, step }))
  return plainText(value, path)
}

/** A name of a few words, which a schema can have. */
const SIMPLE_NAME = /^[$_@]*[A-Za-z]{1,24}(?:[_.:/-][A-Za-z]{1,24}){0,3}\d{0,3}_*$/

/** The names of properties at any depth that are more than a few words. */
export const propertyNames: TextReader = value => {
  if (isList(value)) return value.flatMap(item => propertyNames(item, undefined))
  if (!isObject(value)) return NO_TEXTS
  return Object.entries(value).flatMap(([name, item]) => {
    const below = propertyNames(item, undefined)
    return SIMPLE_NAME.test(name) ? below : [{ path: undefined, text: name, form: 'name' as const }, ...below]
  })
}

/** The content of a tool, a document or a file, rather than of the sender. */
export const asExternal =
  (read: TextReader): TextReader =>
  (value, path) =>
    read(value, path).map(location =>
      location.origin === 'external' ? location : { ...location, origin: 'external' },
    )

/** Reads objects for which `isExternal` holds as external texts. */
export const asExternalWhere =
  (isExternal: (value: JsonObject) => boolean, read: TextReader): TextReader =>
  (value, path) =>
    (isObject(value) && isExternal(value) ? asExternal(read) : read)(value, path)

export const noText: TextReader = () => NO_TEXTS

/** The readers of one body, by scope: the last turn, or everything. */
export interface TextReaders {
  readonly last: TextReader
  readonly all: TextReader
}

export const bothScopes = (read: TextReader): TextReaders => ({ last: read, all: read })

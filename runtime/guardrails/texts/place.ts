// Locations of texts in a body, and combinators for the readers that find them: the tables of endpoints are composed
// of these. Readers are total: a value of an unexpected shape has no texts.
import type { Json } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

/** The path to a text as a linked list from its last step to its first, so extending it is O(1) at any depth. */
export type Path = { readonly above: Path; readonly step: string | number } | undefined

export interface Place {
  readonly path: Path
  readonly text: string
  /**
   * `text`: a plain string; `json`: a string that contains JSON (tool call arguments); `value`: a JSON value, read as its
   * serialization. Replacements of the latter two must be JSON. `fixed`: outside the body, cannot be replaced.
   */
  readonly form: 'text' | 'json' | 'value' | 'fixed'
}

export type Reader = (value: Json | undefined, path: Path) => readonly Place[]

const NOTHING: readonly Place[] = []

/** A string. */
export const text: Reader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'text' }] : NOTHING

/** A string that contains JSON. */
export const spelled: Reader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'json' }] : NOTHING

/** An object, read as its JSON serialization. */
export const written: Reader = (value, path) =>
  isObject(value) ? [{ path, text: JSON.stringify(value), form: 'value' }] : NOTHING

/** Applies a reader to one property of an object. */
export const field =
  (name: string, read: Reader): Reader =>
  (value, path) =>
    isObject(value) && Object.hasOwn(value, name) ? read(value[name], { above: path, step: name }) : NOTHING

/** Applies a reader to each item of a list, from the index that `begin` returns. */
export const each =
  (read: Reader, begin: (items: readonly Json[]) => number = () => 0): Reader =>
  (value, path) => {
    if (!isList(value)) return NOTHING
    const first = begin(value)
    return value.slice(first).flatMap((item, index) => read(item, { above: path, step: first + index }))
  }

/** Concatenates the results of several readers. */
export const both =
  (...readers: readonly Reader[]): Reader =>
  (value, path) =>
    readers.flatMap(read => read(value, path))

/** Every string in a value, at any depth; property names are not included. */
export const every: Reader = (value, path) => {
  if (isList(value)) return value.flatMap((item, step) => every(item, { above: path, step }))
  if (isObject(value))
    return Object.entries(value).flatMap(([step, item]) => every(item, { above: path, step }))
  return text(value, path)
}

export const none: Reader = () => NOTHING

/** The readers of one body, by scope: the last turn, or everything. */
export interface Readers {
  readonly last: Reader
  readonly all: Reader
}

export const same = (read: Reader): Readers => ({ last: read, all: read })

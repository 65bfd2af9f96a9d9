// Where a text lies in a body, and the readers that find texts there. A reader is a value: the tables of endpoints are
// made of a few of them. Readers are total: what is not of the shape that they know holds no text.
import type { Json } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

/** The way to a text, from its last step back to its first: a link costs the same however deep the text lies. */
export type Path = { readonly above: Path; readonly step: string | number } | undefined

export interface Place {
  readonly path: Path
  readonly text: string
  /**
   * How the text stands there: as it is, as one that spells JSON (arguments of a call), or as the value that it spells.
   * What replaces the latter two must be JSON as well. `fixed`: beside the body, where nothing can be replaced.
   */
  readonly form: 'text' | 'json' | 'value' | 'fixed'
}

export type Reader = (value: Json | undefined, path: Path) => readonly Place[]

const NOTHING: readonly Place[] = []

/** A text itself. */
export const text: Reader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'text' }] : NOTHING

/** A text that spells JSON. */
export const spelled: Reader = (value, path) =>
  typeof value === 'string' ? [{ path, text: value, form: 'json' }] : NOTHING

/** An object, read as the JSON that spells it. */
export const written: Reader = (value, path) =>
  isObject(value) ? [{ path, text: JSON.stringify(value), form: 'value' }] : NOTHING

/** What a reader finds in one property of an object. */
export const field =
  (name: string, read: Reader): Reader =>
  (value, path) =>
    isObject(value) && Object.hasOwn(value, name) ? read(value[name], { above: path, step: name }) : NOTHING

/** What a reader finds in each item of a list, from the index that `begin` tells. */
export const each =
  (read: Reader, begin: (items: readonly Json[]) => number = () => 0): Reader =>
  (value, path) => {
    if (!isList(value)) return NOTHING
    const first = begin(value)
    return value.slice(first).flatMap((item, index) => read(item, { above: path, step: first + index }))
  }

/** What several readers find, one behind the other. */
export const both =
  (...readers: readonly Reader[]): Reader =>
  (value, path) =>
    readers.flatMap(read => read(value, path))

/** Every text of a value, wherever it stands; names of properties are none. */
export const every: Reader = (value, path) => {
  if (isList(value)) return value.flatMap((item, step) => every(item, { above: path, step }))
  if (isObject(value))
    return Object.entries(value).flatMap(([step, item]) => every(item, { above: path, step }))
  return text(value, path)
}

export const none: Reader = () => NOTHING

/** The readers of one body: of its last message, and of all. */
export interface Readers {
  readonly last: Reader
  readonly all: Reader
}

export const same = (read: Reader): Readers => ({ last: read, all: read })

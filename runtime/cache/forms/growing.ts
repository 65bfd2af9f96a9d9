// Merges the deltas of an object: strings and lists are appended, anything else is replaced, so that unknown fields are
// retained too.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

export interface Growing {
  /** Merges a delta of at most `size` characters; returns approximately how many of them are now buffered. */
  readonly add: (piece: JsonObject, size: number) => number
  readonly field: (name: string) => Json | undefined
  readonly isEmpty: () => boolean
  readonly object: () => JsonObject
}

/** Strings that are repeated rather than continued. */
const TOLD_AGAIN: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name'])

/** `inner` names the nested objects that are streamed themselves; others arrive complete. */
export function createGrowing(inner: ReadonlySet<string> = new Set()): Growing {
  /** In order of first appearance. Lists are copied: deltas are never mutated. */
  const fields = new Map<string, Json>()
  const lists = new Map<string, Json[]>()
  const objects = new Map<string, Growing>()

  const addList = (name: string, more: readonly Json[]): void => {
    const own = fields.get(name) === lists.get(name) ? lists.get(name) : undefined
    const list = own ?? []
    for (const each of more) list.push(each)
    lists.set(name, list)
    fields.set(name, list)
  }
  const addObject = (name: string, piece: JsonObject, size: number): number => {
    const object = objects.get(name) ?? createGrowing()
    objects.set(name, object)
    fields.set(name, null)
    return object.add(piece, size)
  }
  const addField = (name: string, value: Json, size: number): number => {
    const before = fields.get(name)
    if (typeof value === 'string') {
      const continued = typeof before === 'string' && !TOLD_AGAIN.has(name)
      fields.set(name, continued ? before + value : value)
      return value.length
    }
    if (isList(value)) addList(name, value)
    else if (isObject(value) && inner.has(name)) return addObject(name, value, size)
    else if (value !== null || before === undefined) fields.set(name, value)
    return typeof value === 'object' ? size : 0
  }
  return {
    add: (piece, size) => {
      let held = 0
      for (const [name, value] of Object.entries(piece)) {
        if (!fields.has(name)) held += name.length
        held += addField(name, value, size)
      }
      return held
    },
    field: name => fields.get(name),
    isEmpty: () => fields.size === 0,
    object: () =>
      Object.fromEntries([...fields].map(([name, value]) => [name, objects.get(name)?.object() ?? value])),
  }
}

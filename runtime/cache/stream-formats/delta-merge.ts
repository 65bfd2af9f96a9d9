// Merges the deltas of an object: strings and lists are appended, anything else is replaced, so that unknown fields are
// retained too.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { isList, isObject } from '../../../schemas/values/json.ts'

export interface DeltaMerger {
  /** Merges a delta of at most `size` characters; returns approximately how many of them are now buffered. */
  readonly add: (delta: JsonObject, size: number) => number
  readonly field: (name: string) => Json | undefined
  readonly isEmpty: () => boolean
  readonly object: () => JsonObject
}

/** Strings that are repeated rather than continued. */
const REPEATED_FIELDS: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name'])

/** `inner` names the nested objects that are streamed themselves; others arrive complete. */
export function createDeltaMerger(inner: ReadonlySet<string> = new Set()): DeltaMerger {
  /** In order of first appearance. Lists are copied: deltas are never mutated. */
  const fields = new Map<string, Json>()
  const lists = new Map<string, Json[]>()
  const objects = new Map<string, DeltaMerger>()

  const addList = (name: string, items: readonly Json[]): void => {
    const ownedList = fields.get(name) === lists.get(name) ? lists.get(name) : undefined
    const list = ownedList ?? []
    for (const each of items) list.push(each)
    lists.set(name, list)
    fields.set(name, list)
  }
  const addObject = (name: string, delta: JsonObject, size: number): number => {
    const object = objects.get(name) ?? createDeltaMerger()
    objects.set(name, object)
    fields.set(name, null)
    return object.add(delta, size)
  }
  const addField = (name: string, value: Json, size: number): number => {
    const previous = fields.get(name)
    if (typeof value === 'string') {
      const isContinued = typeof previous === 'string' && !REPEATED_FIELDS.has(name)
      fields.set(name, isContinued ? previous + value : value)
      return value.length
    }
    if (isList(value)) addList(name, value)
    else if (isObject(value) && inner.has(name)) return addObject(name, value, size)
    else if (value !== null || previous === undefined) fields.set(name, value)
    return typeof value === 'object' ? size : 0
  }
  return {
    add: (delta, size) => {
      let added = 0
      for (const [name, value] of Object.entries(delta)) {
        if (!fields.has(name)) added += name.length
        added += addField(name, value, size)
      }
      return added
    },
    field: name => fields.get(name),
    isEmpty: () => fields.size === 0,
    object: () =>
      Object.fromEntries([...fields].map(([name, value]) => [name, objects.get(name)?.object() ?? value])),
  }
}

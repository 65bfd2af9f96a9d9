// An object that comes in pieces: texts grow, lists grow, anything else is replaced, so that fields which nobody here
// knows survive too.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'

export interface Growing {
  /** Takes a piece of at most `size` characters; the result is about how many of them are held from now on. */
  readonly add: (piece: JsonObject, size: number) => number
  readonly field: (name: string) => Json | undefined
  readonly isEmpty: () => boolean
  readonly object: () => JsonObject
}

/** Texts that are told again instead of continued. */
const TOLD_AGAIN: ReadonlySet<string> = new Set(['role', 'id', 'type', 'name'])

/** `inner` names the objects in it that come in pieces themselves; others are told whole. */
export function createGrowing(inner: ReadonlySet<string> = new Set()): Growing {
  /** In the order of their first piece. Lists are this object's own: pieces are never changed. */
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

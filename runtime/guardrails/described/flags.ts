// One flag of a definition on one response: whether it applies, and to which names.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { linkCondition } from './condition.ts'
import type { Flag } from './description.ts'
import { identifier } from './identifier.ts'
import { type Found, linkPath, linkValue } from './reply-path.ts'

export interface Hit {
  readonly says: string
  /** Names that are safe to show. */
  readonly names: readonly string[]
  readonly healed: boolean
}

/** A hit, nothing, or `unreadable` when the response has no verdict. */
export type ReadFlag = (reply: Json) => Hit | undefined | 'unreadable'

export function linkFlag(flag: Flag, parameters: JsonObject): ReadFlag {
  const { says, optional } = flag
  if (!holds(flag, parameters)) return () => undefined
  const findAll = linkPath(flag.each)
  const valueIn = flag.value === undefined ? undefined : linkValue(flag.value)
  const nameOf = linkName(flag.name)
  const wanted = amongOf(flag, parameters)
  const counts = linkAmong(wanted)
  const fails = linkCondition(flag.fails, parameters)
  return reply => {
    const found = findAll(reply)
    if (found.length === 0) return optional === true ? undefined : 'unreadable'
    const names = new Set<string>()
    const seen = new Set<string | undefined>()
    let hit = false
    for (const each of found) {
      const name = nameOf(each)
      if (!counts(name)) continue
      seen.add(name)
      const value = valueIn === undefined ? each.value : valueIn(each.value)
      if (optional === true && (value === undefined || value === null)) continue
      const verdict = fails(value, name)
      if (verdict === undefined) return 'unreadable'
      if (!verdict) continue
      hit = true
      const shown = identifier(name)
      if (shown !== undefined) names.add(shown)
    }
    if (hit) return { says, names: [...names], healed: flag.healed === true }
    return flag.complete === true && wanted.some(name => !seen.has(name)) ? 'unreadable' : undefined
  }
}

/** Whether the parameters enable the flag. */
function holds({ when, unless, fails }: Flag, parameters: JsonObject): boolean {
  if (when !== undefined && !isTrue(parameters, when)) return false
  if (unless !== undefined && Object.hasOwn(parameters, unless)) return false
  const bound = 'order' in fails ? fails.bound : 0
  return typeof bound === 'number' || 'byName' in bound || Object.hasOwn(parameters, bound.parameter)
}

/** Whether a boolean parameter is set to true. */
export const isTrue = (parameters: JsonObject, name: string): boolean =>
  Object.hasOwn(parameters, name) && parameters[name] === true

function linkName(name: Flag['name']): (found: Found) => string | undefined {
  if (name === undefined) return () => undefined
  if (name === 'key') return ({ key }) => key
  const nameIn = linkValue(name)
  return ({ value }) => {
    const found = nameIn(value)
    return typeof found === 'string' ? found : undefined
  }
}

/** The names that count; empty when all do. */
function amongOf({ among }: Flag, parameters: JsonObject): readonly string[] {
  const list = among !== undefined && Object.hasOwn(parameters, among) ? parameters[among] : undefined
  return Array.isArray(list) ? list.filter(name => typeof name === 'string') : []
}

function linkAmong(list: readonly string[]): (name: string | undefined) => boolean {
  const names: ReadonlySet<unknown> = new Set(list)
  return name => names.size === 0 || names.has(name)
}

// One flag of a definition on one response: whether it applies, and to which names.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import type { FlagBound, FlagCondition, FlagMapping, Scalar } from './definition.ts'
import { linkFirstValue, linkJsonPath, type PathMatch } from './json-path.ts'
import { identifierOrUndefined } from './safe-label.ts'

export interface FlagHit {
  readonly message: string
  /** Names that are safe to show. */
  readonly names: readonly string[]
  readonly fixedByRewrite: boolean
}

/** A hit, nothing, or `unreadable` when the response has no verdict. */
export type ReadFlag = (reply: Json) => FlagHit | undefined | 'unreadable'

export function linkFlag(flag: FlagMapping, parameters: JsonObject): ReadFlag {
  const { message, optional } = flag
  if (!isEnabled(flag, parameters)) return () => undefined
  const findAll = linkJsonPath(flag.each)
  const valueIn = flag.value === undefined ? undefined : linkFirstValue(flag.value)
  const nameOf = linkName(flag.name)
  const countedNames = namesAmong(flag, parameters)
  const isCounted = linkNameFilter(countedNames)
  const isFlagged = linkCondition(flag.failsWhen, parameters)
  return reply => {
    const matches = findAll(reply)
    if (matches.length === 0) return optional === true ? undefined : 'unreadable'
    const names = new Set<string>()
    const seenNames = new Set<string | undefined>()
    let hit = false
    for (const match of matches) {
      const name = nameOf(match)
      if (!isCounted(name)) continue
      seenNames.add(name)
      const value = valueIn === undefined ? match.value : valueIn(match.value)
      if (optional === true && (value === undefined || value === null)) continue
      const verdict = isFlagged(value, name)
      if (verdict === undefined) return 'unreadable'
      if (!verdict) continue
      hit = true
      const label = identifierOrUndefined(name)
      if (label !== undefined) names.add(label)
    }
    if (hit) return { message, names: [...names], fixedByRewrite: flag.fixedByRewrite === true }
    return flag.mustBeComplete === true && countedNames.some(name => !seenNames.has(name))
      ? 'unreadable'
      : undefined
  }
}

/** Whether the parameters enable the flag. */
function isEnabled({ when, unless, failsWhen }: FlagMapping, parameters: JsonObject): boolean {
  if (when !== undefined && !isTrue(parameters, when)) return false
  if (unless !== undefined && Object.hasOwn(parameters, unless)) return false
  const bound = 'order' in failsWhen ? failsWhen.bound : 0
  return typeof bound === 'number' || 'byName' in bound || Object.hasOwn(parameters, bound.parameter)
}

/** Whether a boolean parameter is set to true. */
export const isTrue = (parameters: JsonObject, name: string): boolean =>
  Object.hasOwn(parameters, name) && parameters[name] === true

function linkName(name: FlagMapping['name']): (nameValue: PathMatch) => string | undefined {
  if (name === undefined) return () => undefined
  if (name === 'key') return ({ key }) => key
  const nameIn = linkFirstValue(name)
  return ({ value }) => {
    const nameValue = nameIn(value)
    return typeof nameValue === 'string' ? nameValue : undefined
  }
}

/** The names that count; empty when all do. */
function namesAmong({ amongParameter }: FlagMapping, parameters: JsonObject): readonly string[] {
  const list =
    amongParameter !== undefined && Object.hasOwn(parameters, amongParameter)
      ? parameters[amongParameter]
      : undefined
  return Array.isArray(list) ? list.filter(name => typeof name === 'string') : []
}

function linkNameFilter(list: readonly string[]): (name: string | undefined) => boolean {
  const names: ReadonlySet<unknown> = new Set(list)
  return name => names.size === 0 || names.has(name)
}

/**
 * Whether a value of a response flags the text; undefined when the condition does not expect a value of its type, which
 * is not a verdict. `name` is the name of the value.
 */
type FlagTest = (value: Json | undefined, name: string | undefined) => boolean | undefined

const typeOfValue = (value: Json | undefined): string => (value === null ? 'null' : typeof value)

function linkCondition(condition: FlagCondition, parameters: JsonObject): FlagTest {
  if ('present' in condition) return value => value !== undefined && value !== null
  if ('order' in condition) return linkOrder(condition.order, linkBound(condition.bound, parameters))
  if ('is' in condition) return linkList(condition.is, condition.passes)
  const test = linkList(condition.isNot, undefined)
  return (value, name) => {
    const known = test(value, name)
    return known === undefined ? undefined : !known
  }
}

function linkList(list: readonly Scalar[], passing: readonly Scalar[] | undefined): FlagTest {
  const flagged: ReadonlySet<unknown> = new Set(list)
  const passingValues: ReadonlySet<unknown> | undefined = passing && new Set(passing)
  const types = new Set([...list, ...(passing ?? [])].map(typeOfValue))
  return value => {
    if (!types.has(typeOfValue(value))) return undefined
    if (flagged.has(value)) return true
    return passingValues === undefined || passingValues.has(value) ? false : undefined
  }
}

function linkOrder(
  order: '<' | '<=' | '>' | '>=',
  boundFor: (name: string | undefined) => number | undefined,
): FlagTest {
  const holds = {
    '<': (value: number, bound: number) => value < bound,
    '<=': (value: number, bound: number) => value <= bound,
    '>': (value: number, bound: number) => value > bound,
    '>=': (value: number, bound: number) => value >= bound,
  }[order]
  return (value, name) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
    const bound = boundFor(name)
    return bound !== undefined && holds(value, bound)
  }
}

function linkBound(
  bound: FlagBound,
  parameters: JsonObject,
): (name: string | undefined) => number | undefined {
  if (typeof bound === 'number') return () => bound
  if ('parameter' in bound) {
    const value = numberAt(parameters, bound.parameter)
    return () => value
  }
  const { byName, otherwise } = bound
  const bounds = Object.hasOwn(parameters, byName) ? parameters[byName] : undefined
  return name => (name === undefined ? undefined : numberAt(bounds, name)) ?? otherwise
}

function numberAt(holder: Json | undefined, name: string): number | undefined {
  if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, name)) return undefined
  const value = (holder as JsonObject)[name]
  return typeof value === 'number' ? value : undefined
}

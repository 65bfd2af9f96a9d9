// When a value of a response flags the text. A value of a type that the condition does not expect is not a verdict.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import type { FlagBound, FlagCondition, Scalar } from './definition.ts'

/** Undefined when the condition cannot interpret the value. `name` is the name of the value. */
export type FlagTest = (value: Json | undefined, name: string | undefined) => boolean | undefined

const typeOfValue = (value: Json | undefined): string => (value === null ? 'null' : typeof value)

export function linkCondition(condition: FlagCondition, parameters: JsonObject): FlagTest {
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

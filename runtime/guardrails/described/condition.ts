// When a value of a response flags the text. A value of a type that the condition does not expect is not a verdict.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Bound, Condition, Scalar } from './description.ts'

/** Undefined when the condition cannot interpret the value. `name` is the name of the value. */
export type Test = (value: Json | undefined, name: string | undefined) => boolean | undefined

const kindOf = (value: Json | undefined): string => (value === null ? 'null' : typeof value)

export function linkCondition(condition: Condition, parameters: JsonObject): Test {
  if ('present' in condition) return value => value !== undefined && value !== null
  if ('order' in condition) return linkOrder(condition.order, linkBound(condition.bound, parameters))
  if ('is' in condition) return linkList(condition.is, condition.passes)
  const test = linkList(condition.isNot, undefined)
  return (value, name) => {
    const known = test(value, name)
    return known === undefined ? undefined : !known
  }
}

function linkList(list: readonly Scalar[], others: readonly Scalar[] | undefined): Test {
  const wanted: ReadonlySet<unknown> = new Set(list)
  const harmless: ReadonlySet<unknown> | undefined = others && new Set(others)
  const kinds = new Set([...list, ...(others ?? [])].map(kindOf))
  return value => {
    if (!kinds.has(kindOf(value))) return undefined
    if (wanted.has(value)) return true
    return harmless === undefined || harmless.has(value) ? false : undefined
  }
}

function linkOrder(
  order: '<' | '<=' | '>' | '>=',
  boundOf: (name: string | undefined) => number | undefined,
): Test {
  const holds = {
    '<': (value: number, bound: number) => value < bound,
    '<=': (value: number, bound: number) => value <= bound,
    '>': (value: number, bound: number) => value > bound,
    '>=': (value: number, bound: number) => value >= bound,
  }[order]
  return (value, name) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
    const bound = boundOf(name)
    return bound !== undefined && holds(value, bound)
  }
}

function linkBound(bound: Bound, parameters: JsonObject): (name: string | undefined) => number | undefined {
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

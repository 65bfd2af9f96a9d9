// Templates for bodies and headers: parsed once into closures, then filled per request. Nothing is executed: a
// placeholder is a path that is looked up. Work and size are limited, since a template of a few bytes can reference a
// text of megabytes a thousand times.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { isList, isObject } from '../../providers/wire/json.ts'
import type { Template } from './description.ts'

/** The value at a path; undefined when there is none. */
export type Places = (path: readonly string[]) => Json | undefined

/** One rendering. `left` is the remaining output budget in code units; below 0 it is exceeded. */
export interface Filling {
  readonly places: Places
  left: number
}

/** Undefined when its placeholders are empty. */
export type Fill = (filling: Filling) => Json | undefined

export interface LinkedTemplate {
  readonly fill: Fill
  /** The first path segments of all its placeholders. */
  readonly mentions: ReadonlySet<string>
}

/** The cost of a value besides its length, in code units. */
const PER_VALUE = 16

/** The output budget of one rendering, in code units. */
export const MOST_WRITTEN = 32 * 1024 * 1024

const PLACE = /\{\{([^{}]{1,200})\}\}/g

export function linkTemplate(template: Template): LinkedTemplate {
  if (typeof template === 'string') return linkText(template)
  if (isList(template)) return linkItems(template)
  if (isObject(template)) {
    const { $each: list, in: item } = template
    return typeof list === 'string' && item !== undefined ? linkEach(list, item) : linkFields(template)
  }
  return { fill: () => template, mentions: new Set() }
}

/** A string that is a single placeholder takes the type of its value; one that contains placeholders stays a string. */
export function linkText(text: string): LinkedTemplate {
  const found = [...text.matchAll(PLACE)]
  const paths = found.map(([, inner = '']) => stepsOf(inner))
  const mentions = new Set(paths.map(([first = '']) => first))
  const [only] = paths
  if (only === undefined) return { fill: filling => spent(filling, text), mentions }
  if (found.length === 1 && found[0]?.[0] === text)
    return { fill: filling => spent(filling, filling.places(only)), mentions }
  const between = text.split(/\{\{[^{}]{1,200}\}\}/)
  const fill: Fill = filling => {
    const values = paths.map(path => spent(filling, filling.places(path)))
    if (filling.left < 0 || values.every(value => value === undefined)) return undefined
    return between.map((piece, index) => piece + written(values[index])).join('')
  }
  return { fill, mentions }
}

const stepsOf = (inner: string): readonly string[] => inner.trim().split('.')

const written = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

function linkItems(template: readonly Template[]): LinkedTemplate {
  const items = template.map(linkTemplate)
  const fill: Fill = filling => items.map(item => item.fill(filling)).filter(item => item !== undefined)
  return { fill, mentions: mentionsOf(items) }
}

function linkFields(template: JsonObject): LinkedTemplate {
  const fields = Object.entries(template).map(([name, value]) => ({ name, ...linkTemplate(value) }))
  const fill: Fill = filling => {
    filling.left -= PER_VALUE
    const values = fields.map(field => [field.name, field.fill(filling)] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as JsonObject
  }
  return { fill, mentions: mentionsOf(fields) }
}

/** A list with one item for each value of a list. */
function linkEach(list: string, item: Template): LinkedTemplate {
  const path = stepsOf(list)
  const linked = linkTemplate(item)
  const fill: Fill = filling => {
    const values = filling.places(path)
    if (!isList(values)) return undefined
    const { places } = filling
    const filled: Json[] = []
    for (const [index, value] of values.entries()) {
      if (filling.left < 0) return undefined
      const inner: Filling = { places: withItem(places, value, index), left: filling.left - PER_VALUE }
      const each = linked.fill(inner)
      filling.left = inner.left
      if (each !== undefined) filled.push(each)
    }
    return filled
  }
  return { fill, mentions: new Set([path[0] ?? '', ...linked.mentions]) }
}

const withItem =
  (places: Places, item: Json, index: number): Places =>
  path => {
    if (path[0] === 'index' && path.length === 1) return index
    return path[0] === 'item' ? valueAt(item, path.slice(1)) : places(path)
  }

/** The value at a path below a value, by own properties only. */
export function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  let at = value
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as JsonObject)[step]
  }
  return at
}

function spent(filling: Filling, value: Json | undefined): Json | undefined {
  if (filling.left < 0) return undefined
  filling.left -=
    PER_VALUE + (typeof value === 'object' && value !== null ? sizeOf(value) : String(value).length)
  return value
}

const sizeOf = (value: Json): number => JSON.stringify(value).length

const mentionsOf = (parts: readonly LinkedTemplate[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ mentions }) => [...mentions]))

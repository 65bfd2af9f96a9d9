// Templates for bodies and headers: parsed once into closures, then filled per request. Nothing is executed: a
// placeholder is a path that is looked up. Work and size are limited, since a template of a few bytes can reference a
// text of megabytes a thousand times.
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { isList, isObject } from '../../../../schemas/values/json.ts'
import type { Template } from './definition.ts'

/** The value at a path; undefined when there is none. */
export type ResolvePlaceholder = (path: readonly string[]) => Json | undefined

/** One rendering. `left` is the remaining output budget in code units; below 0 it is exceeded. */
export interface Rendering {
  readonly resolve: ResolvePlaceholder
  left: number
}

/** Undefined when its placeholders are empty. */
export type Render = (rendering: Rendering) => Json | undefined

export interface LinkedTemplate {
  readonly render: Render
  /** The first path segments of all its placeholders. */
  readonly placeholders: ReadonlySet<string>
}

/** The cost of a value besides its length, in code units. */
const COST_PER_VALUE = 16

/** The output budget of one rendering, in code units. */
export const MAX_OUTPUT = 32 * 1024 * 1024

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g

export function linkTemplate(template: Template): LinkedTemplate {
  if (typeof template === 'string') return linkStringTemplate(template)
  if (isList(template)) return linkListTemplate(template)
  if (isObject(template)) {
    const { $each: list, in: item } = template
    return typeof list === 'string' && item !== undefined
      ? linkEachTemplate(list, item)
      : linkObjectTemplate(template)
  }
  return { render: () => template, placeholders: new Set() }
}

/** A string that is a single placeholder takes the type of its value; one that contains placeholders stays a string. */
export function linkStringTemplate(text: string): LinkedTemplate {
  const matches = [...text.matchAll(PLACEHOLDER)]
  const paths = matches.map(([, inner = '']) => parsePath(inner))
  const placeholders = new Set(paths.map(([first = '']) => first))
  const [only] = paths
  if (only === undefined) return { render: rendering => charge(rendering, text), placeholders }
  if (matches.length === 1 && matches[0]?.[0] === text)
    return { render: rendering => charge(rendering, rendering.resolve(only)), placeholders }
  const between = text.split(/\{\{[^{}]{1,200}\}\}/)
  const render: Render = rendering => {
    const values = paths.map(path => charge(rendering, rendering.resolve(path)))
    if (rendering.left < 0 || values.every(value => value === undefined)) return undefined
    return between.map((piece, index) => piece + stringify(values[index])).join('')
  }
  return { render, placeholders }
}

const parsePath = (inner: string): readonly string[] => inner.trim().split('.')

const stringify = (value: Json | undefined): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

function linkListTemplate(template: readonly Template[]): LinkedTemplate {
  const items = template.map(linkTemplate)
  const render: Render = rendering =>
    items.map(item => item.render(rendering)).filter(item => item !== undefined)
  return { render, placeholders: placeholdersOf(items) }
}

function linkObjectTemplate(template: JsonObject): LinkedTemplate {
  const fields = Object.entries(template).map(([name, value]) => ({ name, ...linkTemplate(value) }))
  const render: Render = rendering => {
    rendering.left -= COST_PER_VALUE
    const values = fields.map(field => [field.name, field.render(rendering)] as const)
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as JsonObject
  }
  return { render, placeholders: placeholdersOf(fields) }
}

/** A list with one item for each value of a list. */
function linkEachTemplate(list: string, item: Template): LinkedTemplate {
  const path = parsePath(list)
  const linked = linkTemplate(item)
  const render: Render = rendering => {
    const values = rendering.resolve(path)
    if (!isList(values)) return undefined
    const { resolve } = rendering
    const rendered: Json[] = []
    for (const [index, value] of values.entries()) {
      if (rendering.left < 0) return undefined
      const inner: Rendering = {
        resolve: withItemScope(resolve, value, index),
        left: rendering.left - COST_PER_VALUE,
      }
      const renderedItem = linked.render(inner)
      rendering.left = inner.left
      if (renderedItem !== undefined) rendered.push(renderedItem)
    }
    return rendered
  }
  return { render, placeholders: new Set([path[0] ?? '', ...linked.placeholders]) }
}

const withItemScope =
  (resolve: ResolvePlaceholder, item: Json, index: number): ResolvePlaceholder =>
  path => {
    if (path[0] === 'index' && path.length === 1) return index
    return path[0] === 'item' ? valueAtPath(item, path.slice(1)) : resolve(path)
  }

/** The value at a path below a value, by own properties only. */
export function valueAtPath(value: Json | undefined, path: readonly string[]): Json | undefined {
  let current = value
  for (const step of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, step)) return undefined
    current = (current as JsonObject)[step]
  }
  return current
}

function charge(rendering: Rendering, value: Json | undefined): Json | undefined {
  if (rendering.left < 0) return undefined
  rendering.left -=
    COST_PER_VALUE + (typeof value === 'object' && value !== null ? sizeOf(value) : String(value).length)
  return value
}

const sizeOf = (value: Json): number => JSON.stringify(value).length

const placeholdersOf = (parts: readonly LinkedTemplate[]): ReadonlySet<string> =>
  new Set(parts.flatMap(({ placeholders }) => [...placeholders]))

// What a format does with each property of its sources: a property that a shape does not list is reported, so that none is dropped silently.
import { isList, isObject, type Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import type { ImportContext } from './import-context.ts'

/**
 * `read`: the conversion reads it, with everything below it, or reports it itself. `unused`: it has no effect on requests, or is what the
 * gateway does anyway. `instead`: it is left out, and this sentence names what takes its place.
 */
export type Shape =
  | 'read'
  | 'unused'
  | { readonly instead: string }
  | { readonly properties: Shapes; readonly others?: Shape }
  | { readonly items: Shape }
export type Shapes = Readonly<Record<string, Shape>>

/** An object with these properties; `others`: properties of any further name. */
export const objectOf = (properties: Shapes, others?: Shape): Shape => ({
  properties,
  ...(others !== undefined && { others }),
})
/** An object whose names are free. */
export const mapOf = (others: Shape): Shape => objectOf({}, others)
export const itemsOf = (items: Shape): Shape => ({ items })
export const instead = (sentence: string): Shape => ({ instead: sentence })

/** The same shape for several names. */
export const each = (names: readonly string[], shape: Shape): Shapes =>
  Object.fromEntries(names.map(name => [name, shape]))

/** Comments in JSON, schemas for editors, and anchors of YAML, which count where they are used. */
const COMMENT = /^(?:_comment|\/\/|\$schema$|\$comment$|x-)/

/** Reports every property of a value that is left out: those of the shape with their sentence, all others as unknown. */
export function reportUnread(
  context: ImportContext,
  shape: Shape,
  value: Json = context.parsed.value,
  at: Pointer = '',
): void {
  if (typeof shape === 'string' || 'instead' in shape || value === null) return
  if ('items' in shape) {
    if (!isList(value)) reportForm(context, at, 'a list')
    else
      for (const [index, item] of value.entries())
        reportUnread(context, shape.items, item, childPointer(at, index))
    return
  }
  if (!isObject(value)) {
    reportForm(context, at, 'an object')
    return
  }
  for (const [name, own] of Object.entries(value)) {
    const pointer = childPointer(at, name)
    const known = Object.hasOwn(shape.properties, name) ? shape.properties[name] : shape.others
    if (known === undefined) {
      if (!COMMENT.test(name))
        context.report('import-unknown-property', pointer, `"${name}" is not known, and was left out.`, 'key')
    } else if (typeof known === 'object' && 'instead' in known) {
      if (!isEmpty(own))
        context.report('import-not-expressible', pointer, `"${name}" was left out. ${known.instead}`, 'key')
    } else reportUnread(context, known, own, pointer)
  }
}

const reportForm = (context: ImportContext, at: Pointer, form: string): void =>
  context.report('import-unknown-property', at, `This is not ${form}, and was left out.`)

/** A setting that is turned off needs nothing in its place. */
const isEmpty = (value: Json): boolean =>
  value === null ||
  value === false ||
  value === '' ||
  (isList(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

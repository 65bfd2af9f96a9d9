// Keywords that apply to nested values, and unions. Only own properties count, whatever their names.
import { child } from '../../../../compiler/pointer.ts'
import type { Json, JsonObject } from '../../../../compiler/source.ts'
import { asObject, isObject } from '../../../providers/wire/json.ts'
import { complaint, complaintsOf, type Keyword, type Walk } from './keyword.ts'

const onObjects =
  (walk: (object: JsonObject, at: string, tell: Parameters<Walk>[2]) => void): Walk =>
  (value, at, tell) => {
    if (isObject(value)) walk(value, at, tell)
  }

const properties: Keyword = (wanted, { below, mistake }) => {
  if (!isObject(wanted)) return void mistake('"properties" must be an object.')
  const walks = Object.entries(wanted).map(
    ([name, schema]) => [name, below(schema, `properties/${name}`)] as const,
  )
  return onObjects((object, at, tell) => {
    for (const [name, walk] of walks)
      if (Object.hasOwn(object, name)) walk(object[name] ?? null, child(at, name), tell)
  })
}

const required: Keyword = (wanted, { mistake }, schema) => {
  const known = asObject(schema['properties'])
  const names = (Array.isArray(wanted) ? wanted : [wanted]).filter(name => typeof name === 'string')
  if (!Array.isArray(wanted) || names.length < wanted.length)
    return void mistake('"required" must be a list of names.')
  if (names.some(name => !Object.hasOwn(known, name)))
    return void mistake('"required" names something that is not a property.')
  return onObjects((object, at, tell) => {
    for (const name of names)
      if (!Object.hasOwn(object, name)) tell(complaint(at, 'required', { missingProperty: name }))
  })
}

const additionalProperties: Keyword = (wanted, { below }, schema) => {
  if (wanted === true) return undefined
  const known = new Set(Object.keys(asObject(schema['properties'])))
  const walk = wanted === false ? undefined : below(wanted, 'additionalProperties')
  return onObjects((object, at, tell) => {
    for (const [name, value] of Object.entries(object)) {
      if (known.has(name)) continue
      if (walk === undefined) tell(complaint(at, 'additionalProperties', { additionalProperty: name }))
      else walk(value, child(at, name), tell)
    }
  })
}

const items: Keyword = (wanted, { below }) => {
  const walk = below(wanted, 'items')
  return (value, at, tell) => {
    for (const [index, item] of Array.isArray(value) ? value.entries() : [])
      walk(item as Json, child(at, index), tell)
  }
}

/** When no branch matches, the errors of all branches are reported, and one for the union: the reporter merges them. */
const anyOf: Keyword = (wanted, { below, mistake }) => {
  if (!Array.isArray(wanted) || wanted.length === 0) return void mistake('"anyOf" must be a list of schemas.')
  const walks = wanted.map((schema: Json, index) => below(schema, `anyOf/${index}`))
  return (value, at, tell) => {
    const branches = walks.map(walk => complaintsOf(walk, value, at))
    if (branches.some(complaints => complaints.length === 0)) return
    for (const each of branches.flat()) tell(each)
    tell(complaint(at, 'anyOf'))
  }
}

export const memberKeywords: Readonly<Record<string, Keyword>> = {
  properties,
  required,
  additionalProperties,
  items,
  anyOf,
}

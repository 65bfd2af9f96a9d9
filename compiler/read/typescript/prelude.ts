// The code that runs in the engine before a config: the functions that mark literals, the replacements of Date and
// Math.random that throw, and the serializer of the result. A string, because it runs inside the sandbox.

import { MAX_DEPTH } from '../reader.ts'
import { MAX_VALUES } from './limits.ts'
import { MARK_ARRAY, MARK_OBJECT, MARK_THROW } from './mark-literals.ts'

/** The name of the function that serializes the default export of a module, see `deserialize.ts`; undefined without one. */
export const SERIALIZE = '__portolanShow'

/** The name of the function that returns the names of a module's exports as JSON. */
export const EXPORTED_NAMES = '__portolanNames'

/** The name of the function that returns the site of the last throw. */
export const THROWN_AT = '__portolanThrownAt'

/** The name of the errors thrown by Date and Math.random. */
export const NOT_DETERMINISTIC = 'NotDeterministic'

/** The module that replaces `portolan` in a run. */
export const AUTHORING_CODE = `
export const defineConfig = config => config
export const defineGateway = manifest => manifest
export const defineTests = tests => tests
`

/**
 * Records for each marked object or array its site and, per key or index, the value and the part of the site that set it.
 * A value that was replaced later no longer matches and loses its origin, but never gets a wrong one.
 */
export const PRELUDE = `(() => {
'use strict'
const memory = new WeakMap()
const recall = WeakMap.prototype.get.bind(memory)
const remember = WeakMap.prototype.set.bind(memory)
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, getOwnPropertySymbols, keys, is } = Object
const { isArray } = Array
const { ownKeys } = Reflect
const stringify = JSON.stringify
const OBJECT = Object.prototype
const ARRAY = Array.prototype
const isHolder = value => (typeof value === 'object' && value !== null) || typeof value === 'function'
const global = (name, value) => defineProperty(globalThis, name, { value })

global('${MARK_OBJECT}', (site, kinds, parts) => {
  const entries = new Map()
  const result = kinds === 'l' ? parts[0] : {}
  for (let part = 0; part < parts.length; part++) {
    const from = parts[part]
    const spread = kinds[part] === 's'
    if (spread && (from === null || from === undefined)) continue
    const known = spread && isHolder(from) ? recall(from)?.entries : undefined
    for (const key of ownKeys(Object(from))) {
      const property = getOwnPropertyDescriptor(from, key)
      if (!property.enumerable) continue
      if (spread) defineProperty(result, key, { value: from[key], enumerable: true, configurable: true, writable: true })
      else if (result !== from) defineProperty(result, key, property)
      const value = spread ? result[key] : property.value
      const entry = known?.get(key)
      entries.set(key, entry && is(entry.value, value) ? entry : { value, site, part })
    }
  }
  remember(result, { site, entries })
  return result
})

global('${MARK_ARRAY}', (site, kinds, parts) => {
  const entries = new Map()
  const spreads = kinds.includes('s')
  const result = spreads ? [] : parts
  const add = (value, entry) => {
    entries.set(entries.size, entry)
    if (spreads) result[result.length] = value
  }
  for (let part = 0; part < parts.length; part++) {
    const value = parts[part]
    if (kinds[part] !== 's') { add(value, { value, site, part }); continue }
    const known = isHolder(value) ? recall(value)?.entries : undefined
    let index = 0
    for (const item of value) {
      const entry = known?.get(index++)
      add(item, entry && is(entry.value, item) ? entry : { value: item, site, part })
    }
  }
  remember(result, { site, entries })
  return result
})

const refuse = what => {
  const error = new Error(what)
  error.name = '${NOT_DETERMINISTIC}'
  throw error
}
defineProperty(Math, 'random', { value: () => refuse('Math.random()') })
const { UTC } = Date
const refusedDate = function Date() { refuse(new.target ? 'new Date()' : 'Date()') }
for (const name of ['now', 'parse']) defineProperty(refusedDate, name, { value: () => refuse('Date.' + name + '()') })
defineProperty(refusedDate, 'UTC', { value: UTC })
defineProperty(globalThis, 'Date', { value: refusedDate })
for (const name of ['WeakRef', 'FinalizationRegistry', 'performance']) delete globalThis[name]

const kindOf = value => {
  if (isArray(value)) return 'an array of another kind'
  try {
    const name = getPrototypeOf(value)?.constructor?.name
    return typeof name === 'string' && name !== '' && name !== 'Object' ? 'an instance of ' + name : 'an object of another kind'
  } catch { return 'an object of another kind' }
}

let count = 0
const ancestors = new Set()
const bad = reason => '{"bad":' + stringify(reason) + '}'
const serialize = value => {
  count += 1
  if (count > ${MAX_VALUES}) return count === ${MAX_VALUES} + 1 ? '{"limit":"values"}' : '{"v":null}'
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return '{"v":' + stringify(value) + '}'
  if (typeof value === 'number') {
    return value - value === 0 ? '{"v":' + (is(value, -0) ? '-0' : stringify(value)) + '}' : bad('the number ' + value)
  }
  if (typeof value !== 'object') return bad(value === undefined ? 'undefined' : 'a ' + typeof value)
  const prototype = getPrototypeOf(value)
  const array = isArray(value)
  if (prototype !== (array ? ARRAY : OBJECT) && (array || prototype !== null)) return bad(kindOf(value))
  if (getOwnPropertySymbols(value).length > 0 && prototype !== null) return bad('an object with a symbol as key')
  if (ancestors.has(value)) return bad('an object that contains itself')
  if (ancestors.size >= ${MAX_DEPTH}) return '{"limit":"depth"}'
  ancestors.add(value)
  const { site = -1, entries } = recall(value) ?? {}
  let text = ''
  const add = (key, name, item) => {
    const entry = entries?.get(key)
    const known = entry !== undefined && is(entry.value, item)
    text += (text === '' ? '[' : ',[') + stringify(name) + ',' + (known ? entry.site + ',' + entry.part : '-1,0') + ',' + serialize(item) + ']'
  }
  if (array) for (let index = 0; index < value.length; index++) add(index, index, value[index])
  else for (const key of keys(value)) {
    const item = value[key]
    if (item !== undefined) add(key, key, item)
  }
  ancestors.delete(value)
  return '{"s":' + site + ',"' + (array ? 'a' : 'o') + '":[' + text + ']}'
}
global('${SERIALIZE}', module =>
  getOwnPropertyDescriptor(module, 'default') === undefined ? undefined : serialize(module.default))
global('${EXPORTED_NAMES}', module => {
  const names = keys(module)
  let text = ''
  for (let index = 0; index < names.length; index++) text += (index === 0 ? '' : ',') + stringify(names[index])
  return '[' + text + ']'
})

let thrownAt = -1
global('${MARK_THROW}', (site, value) => {
  thrownAt = site
  return value
})
global('${THROWN_AT}', () => thrownAt)
})()`

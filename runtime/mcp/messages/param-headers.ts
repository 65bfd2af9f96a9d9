// Arguments that a tool wants repeated in headers: `x-mcp-header` in the schema of its input.
import { asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { scalarText } from './exact-json.ts'
import { decodeHeaderValue, encodeHeaderValue } from './header-coding.ts'
import type { RpcFault } from './message.ts'
import { headerMismatch } from './mirrored-headers.ts'

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const PARAM = 'mcp-param-'
const ANNOTATION = 'x-mcp-header'
const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean'])

export interface HeaderParameter {
  readonly name: string
  /** The properties that lead to the argument. */
  readonly path: readonly string[]
}

/** What a tool wants in headers; undefined where its annotations break the rules, so that clients must not offer the tool. */
export function headerParameters(inputSchema: Json | undefined): readonly HeaderParameter[] | undefined {
  const found: HeaderParameter[] = []
  const names = new Set<string>()
  const isValid = (schema: Json | undefined, path: readonly string[] | undefined): boolean => {
    if (Array.isArray(schema)) return schema.every(item => isValid(item, undefined))
    if (!isObject(schema)) return true
    const name = schema[ANNOTATION]
    if (name !== undefined && path !== undefined && path.length > 0) {
      if (typeof name !== 'string' || !TOKEN.test(name) || names.has(name.toLowerCase())) return false
      if (!TYPES.has(schema['type'])) return false
      names.add(name.toLowerCase())
      found.push({ name, path })
    } else if (name !== undefined) return false
    return Object.entries(schema).every(([keyword, value]) => {
      if (keyword === 'properties' && isObject(value))
        return Object.entries(value).every(([property, below]) => isValid(below, path && [...path, property]))
      return DATA.has(keyword) || isValid(value, undefined)
    })
  }
  return isValid(inputSchema, []) ? found : undefined
}

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples', 'required'])

/** The headers of a call, read from its arguments. */
export const paramHeadersOf = (parameters: readonly HeaderParameter[], args: Json | undefined): Headers =>
  parameters.flatMap(({ name, path }) => {
    const value = argumentAt(path, args)
    return value === undefined ? [] : [`Mcp-Param-${name}`, encodeHeaderValue(value)]
  })

/** Why the headers that a client sent do not repeat its arguments. */
export function paramHeaderFault(
  parameters: readonly HeaderParameter[],
  args: Json | undefined,
  sent: Headers,
): RpcFault | undefined {
  for (const { name, path } of parameters) {
    const header = headerValue(sent, PARAM + name.toLowerCase())
    const decoded = header === undefined ? undefined : decodeHeaderValue(header.trim())
    if (header !== undefined && decoded === undefined)
      return headerMismatch(`the header Mcp-Param-${name} has invalid characters, or is not Base64`)
    const value = argumentAt(path, args)
    if (value === decoded) continue
    return headerMismatch(
      header === undefined
        ? `the header Mcp-Param-${name} is missing`
        : `the header Mcp-Param-${name} does not repeat the argument ${path.join('.')}`,
    )
  }
  return undefined
}

/** A plain argument as text; undefined for one that has no header. */
const argumentAt = (path: readonly string[], args: Json | undefined): string | undefined =>
  scalarText(path.reduce<Json | undefined>((at, step) => ownValue(asObject(at), step), args))

const ownValue = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** The headers `Mcp-Param-*` of a request, as they were sent. */
export const sentParamHeaders = (headers: Headers): Headers =>
  headers.flatMap((name, index) =>
    index % 2 === 0 && name.toLowerCase().startsWith(PARAM) ? [name, headers[index + 1] ?? ''] : [],
  )

// Headers of the modern era that repeat members of the body, so that intermediaries need not read it: the method, its
// name, and arguments that a tool marks with `x-mcp-header` in the schema of its input.

import { textFromBase64, toBase64 } from '../../../schemas/values/base64.ts'
import { asObject, asText, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { claimedRevision } from './envelope.ts'
import { scalarText } from './exact-json.ts'
import { fault, HEADER_MISMATCH } from './fault.ts'
import type { RpcFault } from './message.ts'

export const REVISION_HEADER = 'mcp-protocol-version'
const METHOD_HEADER = 'mcp-method'
const NAME_HEADER = 'mcp-name'

/** The parameter that `Mcp-Name` repeats, by method. */
const NAMES: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
}

const nameOf = (method: string, params: JsonObject): string | undefined => {
  const property = Object.hasOwn(NAMES, method) ? NAMES[method] : undefined
  return property === undefined ? undefined : asText(params[property])
}

export function mirroredHeaders(method: string, params: JsonObject, revision: string): Headers {
  const name = nameOf(method, params)
  return [
    'MCP-Protocol-Version',
    revision,
    'Mcp-Method',
    encodeHeaderValue(method),
    ...(name === undefined ? [] : ['Mcp-Name', encodeHeaderValue(name)]),
  ]
}

/** Why the headers of a modern request do not repeat its body. */
export function headerFault(headers: Headers, method: string, params: JsonObject): RpcFault | undefined {
  const expected: readonly (readonly [header: string, value: string | undefined])[] = [
    [REVISION_HEADER, claimedRevision(params)],
    [METHOD_HEADER, method],
    ...(Object.hasOwn(NAMES, method) ? [[NAME_HEADER, nameOf(method, params)] as const] : []),
  ]
  for (const [header, value] of expected) {
    const sent = headerValue(headers, header)
    if (sent === undefined) return headerMismatch(`the header ${header} is missing`)
    const read = header === REVISION_HEADER ? sent.trim() : decodeHeaderValue(sent.trim())
    if (read === undefined) return headerMismatch(`the header ${header} has invalid characters`)
    if (value !== undefined && read !== value)
      return headerMismatch(`the header ${header} is not equal to the value in the body`)
  }
  return undefined
}

/** A header that contradicts the body. */
export const headerMismatch = (reason: string): RpcFault =>
  fault(HEADER_MISMATCH, `Header mismatch: ${reason}`)

const PREFIX = '=?base64?'
const SUFFIX = '?='
/** Visible characters, with spaces and tabs between them. */
const PLAIN = /^(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?$/

/** A value of the body in a header: plain if that is safe, otherwise in Base64 between markers. */
export const encodeHeaderValue = (value: string): string =>
  PLAIN.test(value) && !isMarked(value) ? value : PREFIX + toBase64(new TextEncoder().encode(value)) + SUFFIX

const isMarked = (value: string): boolean => value.startsWith(PREFIX) && value.endsWith(SUFFIX)

/** Undefined for a value with invalid characters, and for one that is marked as Base64 and is not. */
export function decodeHeaderValue(value: string): string | undefined {
  if (isMarked(value)) {
    const coded = value.slice(PREFIX.length, -SUFFIX.length)
    // With its padding: two spellings of one value would be compared differently on the way.
    return coded.length % 4 === 0 ? textFromBase64(coded) : undefined
  }
  return PLAIN.test(value) ? value : undefined
}

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

// Headers of the modern era that repeat members of the body, so that intermediaries need not read it.
import { asText, type JsonObject } from '../../../schemas/values/json.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { claimedRevision } from './envelope.ts'
import { fault, HEADER_MISMATCH } from './fault.ts'
import { decodeHeaderValue, encodeHeaderValue } from './header-coding.ts'
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

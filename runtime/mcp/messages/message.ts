// JSON-RPC messages as MCP uses them: one message in each body or event, never a batch.
import { asText, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { Headers } from '../../values/headers.ts'
import { parseExactly } from './exact-json.ts'

export type MessageId = string | number

/** Marks errors of the gateway: a message of a server can never carry it. */
export const MISSING: unique symbol = Symbol('missing connection')

/** What a call lacks of its person. */
export interface MissingConnection {
  readonly slug: string
  /** What the server wants of an account that is connected; empty if none is. */
  readonly scopes: readonly string[]
}

/** An error of JSON-RPC. */
export interface RpcFault {
  readonly [MISSING]?: MissingConnection
  readonly code: number
  readonly message: string
  readonly data?: Json
}

/** How a request ended. */
export type RpcOutcome = { readonly result: JsonObject } | FaultOutcome

export interface FaultOutcome {
  readonly fault: RpcFault
  /** Headers of the reply, where the error is the whole of it: what limits say. */
  readonly headers?: Headers
}

export type RpcMessage =
  | {
      readonly kind: 'request'
      readonly id: MessageId
      readonly method: string
      readonly params: JsonObject
    }
  | { readonly kind: 'notification'; readonly method: string; readonly params: JsonObject }
  /** The answer to a request; the identifier is null if the other side could not read that of the request. */
  | { readonly kind: 'answer'; readonly id: MessageId | null; readonly outcome: RpcOutcome }

export interface RpcNotification {
  readonly method: string
  readonly params: JsonObject
}

const isId = (value: unknown): value is MessageId =>
  typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value))

/** Undefined for what is not a message. */
export function readMessage(value: Json | undefined): RpcMessage | undefined {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return undefined
  const { id, method, params, result, error } = value
  if (method !== undefined) {
    if (typeof method !== 'string' || !(params === undefined || isObject(params))) return undefined
    if (id === undefined) return { kind: 'notification', method, params: params ?? {} }
    return isId(id) ? { kind: 'request', id, method, params: params ?? {} } : undefined
  }
  if (!(id === null || id === undefined || isId(id))) return undefined
  if (isObject(result)) return { kind: 'answer', id: id ?? null, outcome: { result } }
  return isObject(error)
    ? { kind: 'answer', id: id ?? null, outcome: { fault: readFault(error) } }
    : undefined
}

/** A message of a server; an empty answer is a failure, since no other one would follow. */
export function parseMessage(text: string): RpcMessage | undefined {
  const value = parseExactly(text)
  const message = readMessage(value)
  if (message !== undefined || !isObject(value) || value['method'] !== undefined) return message
  const { id } = value
  return isId(id) ? { kind: 'answer', id, outcome: { fault: BROKEN_ANSWER } } : undefined
}

const BROKEN_ANSWER: RpcFault = {
  code: 502,
  message: 'The MCP server answered with neither a result nor an error.',
}

function readFault({ code, message, data }: JsonObject): RpcFault {
  const fault = {
    code: typeof code === 'number' && Number.isInteger(code) ? code : INTERNAL_ERROR,
    message: asText(message) ?? 'The server gave no reason.',
  }
  return data === undefined ? fault : { ...fault, data }
}

export const INTERNAL_ERROR = -32603

export const requestMessage = (id: MessageId, method: string, params: JsonObject): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

export const notificationText = ({ method, params }: RpcNotification): string =>
  JSON.stringify({ jsonrpc: '2.0', method, params })

export const answerText = (id: MessageId | null, outcome: RpcOutcome): string =>
  JSON.stringify(
    'result' in outcome
      ? { jsonrpc: '2.0', id, result: outcome.result }
      : // An error without an identifier answers what could not be read.
        { jsonrpc: '2.0', ...(id !== null && { id }), error: outcome.fault },
  )

// Errors that the gateway answers with in place of an agent, in the words of each binding and version (specification 5.4, 9.5 and 11.6).
import type { Json } from '../../../schemas/values/json.ts'
import { encodeJson } from '../../values/body/splice.ts'
import { plainReply, type Reply } from '../../values/call.ts'
import { JSON_HEADERS, statusOfFailure } from '../../values/error-reply.ts'
import type { Failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { restErrorBody } from '../../values/rpc-status.ts'
import type { AgentVersion } from './agent-version.ts'

export interface AgentError {
  /** The code of JSON-RPC. */
  readonly code: number
  /** The status where an error of JSON-RPC is the whole reply. */
  readonly status: number
  /** The status of HTTP+JSON. */
  readonly restStatus: number
  /** The reason of HTTP+JSON in version 1.0. */
  readonly reason: string
  readonly message: string
  /** What limits say of it: when to try again. */
  readonly headers?: Headers
}

const errorOf =
  (code: number, status: number, restStatus: number, reason: string) =>
  (message: string): AgentError => ({ code, status, restStatus, reason, message })

export const parseError = errorOf(-32700, 400, 400, 'INVALID_PARAMS')
export const invalidAgentRequest = errorOf(-32600, 400, 400, 'INVALID_PARAMS')
export const unknownAgentMethod = errorOf(-32601, 200, 404, 'METHOD_NOT_FOUND')
export const pushNotSupported = errorOf(-32003, 200, 400, 'PUSH_NOTIFICATION_NOT_SUPPORTED')
export const unsupportedOperation = errorOf(-32004, 200, 400, 'UNSUPPORTED_OPERATION')
export const contentTypeNotSupported = errorOf(-32005, 415, 415, 'CONTENT_TYPE_NOT_SUPPORTED')
export const versionNotSupported = errorOf(-32009, 200, 400, 'VERSION_NOT_SUPPORTED')

/** A failure of the gateway: what the protocol does not know, such as limits, has the code and status of HTTP. */
export function failureError(failure: Failure, headers: Headers = []): AgentError {
  const status = statusOfFailure(failure)
  return {
    code: status,
    status,
    restStatus: status,
    reason: failure.code.toUpperCase(),
    message: failure.message,
    headers: failure.allow === undefined ? headers : [...headers, 'allow', failure.allow.join(', ')],
  }
}

export const agentReply = (
  status: number,
  body: Reply['body'],
  headers: Reply['headers'] = JSON_HEADERS,
): Reply => plainReply(status, body, headers)

/** `id`: that of the request, null if it could not be read. */
export function rpcErrorReply(id: Json, { code, status, reason, message, headers = [] }: AgentError): Reply {
  const details = [{ '@type': ERROR_INFO, reason, domain: DOMAIN }]
  return agentReply(status, encodeJson({ jsonrpc: '2.0', id, error: { code, message, data: details } }), [
    ...JSON_HEADERS,
    ...headers,
  ])
}

const ERROR_INFO = 'type.googleapis.com/google.rpc.ErrorInfo'
const DOMAIN = 'a2a-protocol.org'

export const restErrorReply = (
  version: AgentVersion,
  { code, restStatus, reason, message, headers = [] }: AgentError,
): Reply =>
  agentReply(
    restStatus,
    version === '0.3'
      ? encodeJson({ code, message })
      : restErrorBody({ status: restStatus, reason, message, domain: DOMAIN }),
    [...JSON_HEADERS, ...headers],
  )

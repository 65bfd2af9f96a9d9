// Errors that the gateway itself answers with. Codes of the protocol are used for what the protocol defines; what it does not
// know, such as limits, has the code of HTTP, which is outside of the range that JSON-RPC reserves.
import { asObject, type Json } from '../../../schemas/values/json.ts'
import { type Failure, failureTable } from '../../values/failures.ts'
import { type Headers, headerValue } from '../../values/headers.ts'
import { type FaultOutcome, INTERNAL_ERROR, MISSING, type RpcFault, type RpcOutcome } from './message.ts'
import { SUPPORTED_REVISIONS } from './revision.ts'

export const PARSE_ERROR = -32700
export const INVALID_REQUEST = -32600
export const METHOD_NOT_FOUND = -32601
export const INVALID_PARAMS = -32602
export const HEADER_MISMATCH = -32020
const MISSING_CAPABILITY = -32021
export const UNSUPPORTED_REVISION = -32022
/** What legacy revisions say of a resource that does not exist. */
export const RESOURCE_NOT_FOUND = -32002

export { INTERNAL_ERROR }

export const fault = (code: number, message: string, data?: Json): RpcFault =>
  data === undefined ? { code, message } : { code, message, data }

export const faulty = (code: number, message: string, data?: Json): { readonly fault: RpcFault } => ({
  fault: fault(code, message, data),
})

/** A failure of the gateway as an error of JSON-RPC, with its code and status. */
export const faultOf = ({ code, message, param }: Failure): RpcFault =>
  fault(failureTable[code].status, message, { code, ...(param !== undefined && { param }) })

/** The store of sessions does not answer: whether there is one is unknown. */
export const STORE_AWAY = fault(
  503,
  'The store of sessions does not answer at the moment: send the request again.',
  {
    code: 'store_unavailable',
    retry_after: 1,
  },
)

/** A refusal by a limit: the seconds to wait are in the error too, since clients of the legacy era get no headers with it. */
export function refusedOutcome(reason: Failure, headers: Headers): FaultOutcome {
  const refused = faultOf(reason)
  const seconds = headerValue(headers, 'retry-after')
  if (seconds === undefined) return { fault: refused, headers }
  return { fault: { ...refused, data: { ...asObject(refused.data), retry_after: Number(seconds) } }, headers }
}

export function failedOutcome(reason: Failure): RpcOutcome {
  const { code, param } = reason
  const failed = faultOf(reason)
  return code === 'connection_required' && param !== undefined
    ? { fault: { ...failed, [MISSING]: { slug: param, scopes: [] } } }
    : { fault: failed }
}

export const methodNotFound = (method: string): RpcOutcome =>
  faulty(METHOD_NOT_FOUND, `Method not found: ${method.slice(0, 64)}`)

export const unsupportedRevision = (requested: string): RpcOutcome =>
  faulty(UNSUPPORTED_REVISION, 'Unsupported protocol version', {
    supported: SUPPORTED_REVISIONS,
    requested: requested.slice(0, 64),
  })

/** Errors that only a modern server answers with. */
export const isModernFault = ({ code }: RpcFault): boolean =>
  code === HEADER_MISMATCH || code === MISSING_CAPABILITY || code === UNSUPPORTED_REVISION

/** The HTTP status of an error in the modern era, where it is the whole reply. */
export function modernStatus({ code }: RpcFault): number {
  if (code === METHOD_NOT_FOUND) return 404
  if (isModernFault({ code, message: '' }) || code === PARSE_ERROR || code === INVALID_REQUEST) return 400
  return code >= 400 && code < 600 ? code : 200
}

// The types of errors of Anthropic's API: clients distinguish errors by them, so an error may have no other type.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { present } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { failureTable } from '../values/failures.ts'
import { knownStatus } from './error-status.ts'

const TYPES_BY_STATUS: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [402, 'billing_error'],
  [403, 'permission_error'],
  [404, 'not_found_error'],
  [408, 'timeout_error'],
  [413, 'request_too_large'],
  [429, 'rate_limit_error'],
  [503, 'overloaded_error'],
  [504, 'timeout_error'],
  [529, 'overloaded_error'],
])

export const messagesErrorType = (status: number): string =>
  TYPES_BY_STATUS.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')

/** Fields that the dialect does not have, and that clients ignore: the parameter, the code, and its cause. */
export const extraFields = ({ param, code, innererror, details }: VendorError): JsonObject =>
  present({ param: withoutNull(param), code: withoutNull(code), innererror, details })

const withoutNull = (value: Json | undefined): Json | undefined => value ?? undefined

/**
 * The error that ends a stream. Its type follows from its code, if that is a status or a failure of the gateway, or
 * from its own type.
 */
export function messagesStreamError(error: VendorError): JsonObject {
  const { message, type, code } = error
  const status = statusOf(code) ?? knownStatus(code)
  return {
    type: status === undefined ? knownType(type ?? '') : messagesErrorType(status),
    message,
    ...extraFields(error),
  }
}

function statusOf(code: VendorError['code']): number | undefined {
  if (typeof code === 'string' && Object.hasOwn(failureTable, code))
    return failureTable[code as keyof typeof failureTable].status
  const status = Number(code ?? Number.NaN)
  return Number.isInteger(status) && status >= 400 && status < 600 ? status : undefined
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...TYPES_BY_STATUS.values(),
  'api_error',
  'invalid_request_error',
])

function knownType(type: string): string {
  if (KNOWN_TYPES.has(type)) return type
  return /rate_limit|quota|throttl/i.test(type) ? 'rate_limit_error' : 'api_error'
}

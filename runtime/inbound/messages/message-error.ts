// Errors in the dialect's format. The type follows from the status; other fields of the vendor's error are retained.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, present } from '../../../schemas/values/json.ts'
import type { VendorError } from '../../values/adapter.ts'
import { vendorError } from '../../wire/error.ts'

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

const typeOf = (status: number): string =>
  TYPES_BY_STATUS.get(status) ?? (status >= 500 ? 'api_error' : 'invalid_request_error')

/** `body` is the vendor-style body; fields besides `error`, such as the provider, are retained. */
export function errorMessage(body: JsonObject, status: number): JsonObject {
  const { error, ...others } = body
  const { message, param, code } = vendorError(body, status)
  const { diagnostics } = asObject(error)
  return {
    ...others,
    type: 'error',
    error: {
      type: typeOf(status),
      message,
      ...present({ param: withoutNull(param), code: withoutNull(code), diagnostics }),
    },
  }
}

const withoutNull = (value: Json | undefined): Json | undefined => value ?? undefined

/** The error that ends a stream: its type follows from its code, if that is a status, or from its own type. */
export function streamError({ message, type = null, param, code }: VendorError): JsonObject {
  const status = Number(code ?? Number.NaN)
  const isStatus = Number.isInteger(status) && status >= 400 && status < 600
  return {
    type: isStatus ? typeOf(status) : normalizeType(type ?? ''),
    message,
    ...present({ param: withoutNull(param), code: withoutNull(code) }),
  }
}

const KNOWN_TYPES: ReadonlySet<string> = new Set([
  ...TYPES_BY_STATUS.values(),
  'api_error',
  'invalid_request_error',
])

function normalizeType(type: string): string {
  if (KNOWN_TYPES.has(type)) return type
  return /rate_limit|quota|throttl/i.test(type) ? 'rate_limit_error' : 'api_error'
}

// An error of a kind, as a provider of the vendor's schema replies with it.
import type { ErrorKind } from '../../schemas/generated/types.ts'
import type { VendorError } from '../values/adapter.ts'

type ScriptedError = Pick<VendorError, 'type' | 'code' | 'message'> & { readonly status: number }

const REFUSED = 'invalid_request_error'

/** A connection that fails has no reply. */
const ERRORS: { readonly [kind in Exclude<ErrorKind, 'connection'>]: ScriptedError } = {
  context_length: {
    status: 400,
    type: REFUSED,
    code: 'context_length_exceeded',
    message: "The simulated model's maximum context length is exceeded.",
  },
  content_filter: {
    status: 400,
    type: REFUSED,
    code: 'content_filter',
    message: 'The simulated provider filtered the content.',
  },
  rate_limit: {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: 'The simulated rate limit is reached.',
  },
  overloaded: {
    status: 503,
    type: 'overloaded_error',
    code: null,
    message: 'The simulated provider is overloaded.',
  },
  timeout: {
    status: 504,
    type: 'timeout_error',
    code: null,
    message: 'The simulated provider took too long.',
  },
  auth: {
    status: 401,
    type: 'authentication_error',
    code: 'invalid_api_key',
    message: 'The simulated provider rejects the key.',
  },
  invalid_request: {
    status: 400,
    type: REFUSED,
    code: null,
    message: 'The simulated provider rejects a parameter.',
  },
}

/** Undefined for a step without an error, and for one whose connection fails. */
export const scriptedError = (kind: ErrorKind | undefined): ScriptedError | undefined =>
  kind === undefined || kind === 'connection' ? undefined : ERRORS[kind]

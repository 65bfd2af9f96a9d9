// Errors of HTTP APIs in the form of google.rpc.Status, as HTTP+JSON of the A2A protocol has them.
import { encodeJson } from './body/splice.ts'

export interface RestErrorFacts {
  /** The status of HTTP. */
  readonly status: number
  readonly reason: string
  readonly message: string
  /** Whose reason it is. */
  readonly domain: string
}

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  412: 'FAILED_PRECONDITION',
  429: 'RESOURCE_EXHAUSTED',
  446: 'PERMISSION_DENIED',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
}

/** The name of a status in google.rpc.Code. */
const nameOf = (status: number): string => NAMES[status] ?? (status < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL')

export const restErrorBody = ({ status, reason, message, domain }: RestErrorFacts): Uint8Array =>
  encodeJson({
    error: {
      code: status,
      status: nameOf(status),
      message,
      details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain }],
    },
  })

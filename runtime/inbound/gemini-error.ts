// Errors in the format of Gemini's API: a status by name, and what else the gateway says as details.
import { asObject, asText, type Json, type JsonObject, present } from '../../schemas/values/json.ts'

const NAMES: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [412, 'FAILED_PRECONDITION'],
  [429, 'RESOURCE_EXHAUSTED'],
  [446, 'FAILED_PRECONDITION'],
  [501, 'UNIMPLEMENTED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
])

const nameOf = (status: number): string =>
  NAMES.get(status) ?? (status >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT')

/** `body` is the vendor-style body; fields besides `error` and the provider are retained. */
export function geminiError(body: JsonObject, status: number): JsonObject {
  const { error, provider, ...others } = body
  const { message, code, param, diagnostics } = asObject(error)
  const metadata = present({ param: param ?? undefined, provider })
  const reason: Json = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: (asText(code) ?? 'unknown').toUpperCase(),
    domain: 'gateway',
    metadata,
  }
  return {
    ...others,
    error: {
      code: status,
      message: asText(message) ?? '',
      status: nameOf(status),
      details: diagnostics === undefined ? [reason] : [reason, { diagnostics }],
    },
  }
}

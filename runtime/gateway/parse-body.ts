// The body of a request, parsed as far as its endpoint requires.
import type { Endpoint } from '../values/adapter.ts'
import { type Body, type BodyRemainder, createBody, createFormBody } from '../values/body/body.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import type { ScannedFields } from '../values/body/scan-in-turns.ts'
import { endpointFacts } from '../values/endpoints.ts'
import { type Failure, isFailure } from '../values/failures.ts'
import type { MemoryLease } from '../values/memory-budget.ts'
import type { ResourceCall } from '../values/resource-operation.ts'

/** Parses the body as its endpoint requires. Bodies of pass-through requests may be anything. */
export function parseBody(
  bytes: Uint8Array,
  rest: BodyRemainder | undefined,
  endpoint: Endpoint | undefined,
  resource: ResourceCall | undefined,
  contentType: string | undefined,
  maxValues: number | undefined,
  scanned: ScannedFields | undefined,
  memory: MemoryLease | undefined,
): Body | Failure {
  if (endpoint === undefined) {
    const boundary = resource && boundaryOf(contentType ?? '')
    const form = boundary !== undefined && boundary !== '' ? createFormBody(bytes, boundary, rest) : undefined
    return form === undefined || isFailure(form) ? createBody(bytes, rest, maxValues, scanned, memory) : form
  }
  if (endpointFacts[endpoint].requestBody === 'form')
    return createFormBody(bytes, boundaryOf(contentType ?? '') ?? '', rest)
  const body = createBody(bytes, undefined, maxValues, scanned, memory)
  const fields = body.fields()
  return isFailure(fields) ? fields : body
}

/** True when the request asks for a stream. Form fields are strings, so `stream` is "true" there. */
export function requestsStream(endpoint: Endpoint, body: Body): boolean {
  if (endpointFacts[endpoint].streamFormat === undefined) return false
  const stream = body.field('stream')
  return stream === true || (body.form !== undefined && stream === 'true')
}

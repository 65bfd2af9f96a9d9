// Validates a request's method, path and headers before its body is read.

import { matchResource } from '../resources/match-resource.ts'
import { boundaryOf } from '../values/body/scan-form.ts'
import { endpointAt, endpointFacts } from '../values/endpoints.ts'
import { type Failure, failure } from '../values/failures.ts'
import { hasDotSegments } from '../values/path-traversal.ts'
import type { RequestOptions } from './request-options.ts'
import { rejectReserved } from './reserved-resources.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

/** JSON media types. Parameters are ignored: browsers send `text/plain;x=json` without a preflight. */
const JSON_DOCUMENT = /^\s*(?:(?:application|text)\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i

/** A request by method and path below the base URL. */
export interface RoutedRequest {
  readonly method: string
  readonly path: string
  /** The client called `/proxy`, so the path is passed through whatever it is. */
  readonly proxied: boolean
}

export function validateHead(
  { method, path, proxied }: RoutedRequest,
  { contentType, contentEncoding }: RequestOptions,
): Failure | undefined {
  if (!METHODS.has(method)) return failure('method_not_allowed', `The method ${method} is not supported.`)
  const pathname = path.split('?', 1)[0] ?? ''
  const endpoint = endpointAt(pathname)
  if (endpoint === undefined || proxied) {
    if (hasDotSegments(pathname))
      return failure('invalid_request', 'The path contains a dot segment, which could lead to another path.')
    return (
      (proxied ? undefined : rejectReserved(method, pathname)) ?? rejectContentType(method, path, contentType)
    )
  }
  if (method !== 'POST') return failure('method_not_allowed', `/${endpoint} requires POST.`)
  const { requestBody } = endpointFacts[endpoint]
  if (requestBody === 'form' && boundaryOf(contentType ?? '') === undefined)
    return failure('unsupported_media_type', `/${endpoint} requires multipart/form-data with a boundary.`)
  const wrongType = rejectContentType(method, pathname, contentType)
  if (wrongType !== undefined) return wrongType
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    return failure('unsupported_media_type', `/${endpoint} does not accept a content encoding.`)
  }
  return undefined
}

/**
 * JSON routes accept no other content type, whether the gateway reads the body or passes it through: a page of another
 * origin can send simple content types without a CORS preflight.
 */
function rejectContentType(
  method: string,
  path: string,
  contentType: string | undefined,
): Failure | undefined {
  if (method !== 'POST' || JSON_DOCUMENT.test(contentType ?? '')) return undefined
  const endpoint = endpointAt(path)
  const resource = endpoint === undefined ? matchResource(method, path) : undefined
  const isJsonRoute =
    endpoint === undefined
      ? resource?.operation === 'create' && resource.route !== 'files'
      : endpointFacts[endpoint].requestBody === 'json'
  return isJsonRoute
    ? failure('unsupported_media_type', `${path.split('?', 1)[0]} requires application/json.`)
    : undefined
}

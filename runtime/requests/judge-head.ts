// Validates a request's method, path and headers before its body is read.
import { boundaryOf } from '../body/form.ts'
import { resourceAt } from '../collections/resource-at.ts'
import { endpointAt, endpointFacts } from '../endpoints.ts'
import { type Failure, failure } from '../failures.ts'
import { climbs } from '../resolve/climbs.ts'
import type { Surface } from '../resolve/options.ts'
import { refuseReserved } from './reserved.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

export const isJson = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

/** JSON media types. Parameters are ignored: browsers send `text/plain;x=json` without a preflight. */
const JSON_DOCUMENT = /^\s*(?:(?:application|text)\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i

/** A request by method and path below the base URL. */
export interface Routed {
  readonly method: string
  readonly path: string
  /** Passed through to the provider whatever the path: the client called `/proxy`. */
  readonly proxied: boolean
}

export function judgeHead(
  { method, path, proxied }: Routed,
  { contentType, contentEncoding }: Surface,
): Failure | undefined {
  if (!METHODS.has(method)) return failure('method_not_allowed', `The method ${method} is not supported.`)
  const place = path.split('?', 1)[0] ?? ''
  const endpoint = endpointAt(place)
  if (endpoint === undefined || proxied) {
    if (climbs(place))
      return failure('invalid_request', 'The path contains a dot segment, which could lead to another path.')
    return (proxied ? undefined : refuseReserved(method, place)) ?? refuseType(method, path, contentType)
  }
  if (method !== 'POST') return failure('method_not_allowed', `/${endpoint} requires POST.`)
  const { takes } = endpointFacts[endpoint]
  if (takes === 'form' && boundaryOf(contentType ?? '') === undefined)
    return failure('unsupported_media_type', `/${endpoint} requires multipart/form-data with a boundary.`)
  const wrongType = refuseType(method, place, contentType)
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
function refuseType(method: string, path: string, contentType: string | undefined): Failure | undefined {
  if (method !== 'POST' || JSON_DOCUMENT.test(contentType ?? '')) return undefined
  const endpoint = endpointAt(path)
  const resource = endpoint === undefined ? resourceAt(method, path) : undefined
  const isJsonRoute =
    endpoint === undefined
      ? resource?.operation === 'create' && resource.collection !== 'files'
      : endpointFacts[endpoint].takes === 'json'
  return isJsonRoute
    ? failure('unsupported_media_type', `${path.split('?', 1)[0]} requires application/json.`)
    : undefined
}

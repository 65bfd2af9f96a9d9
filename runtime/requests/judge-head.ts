// What the head of a request rules out before its body is read: methods, paths that climb, kinds of content.
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

/** The media types of JSON documents. Parameters do not count: browsers send `text/plain;x=json` without asking. */
const JSON_DOCUMENT = /^\s*(?:(?:application|text)\/json|[\w.+-]+\/[\w.+-]+\+json)\s*(?:;|$)/i

/** What the path says of a request, below the base URL. */
export interface Routed {
  readonly method: string
  readonly path: string
  /** Passed to the provider as it is, whatever the path: the client wrote it behind `/proxy`. */
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
      return failure('invalid_request', 'The path holds a segment of dots, which could lead elsewhere.')
    return (proxied ? undefined : refuseReserved(method, place)) ?? refuseType(method, path, contentType)
  }
  if (method !== 'POST') return failure('method_not_allowed', `/${endpoint} is called with POST.`)
  const { takes } = endpointFacts[endpoint]
  if (takes === 'form' && boundaryOf(contentType ?? '') === undefined)
    return failure('unsupported_media_type', `/${endpoint} takes multipart/form-data with a boundary.`)
  const wrongType = refuseType(method, place, contentType)
  if (wrongType !== undefined) return wrongType
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    return failure('unsupported_media_type', `/${endpoint} takes bodies without content encoding.`)
  }
  return undefined
}

/**
 * Routes that take JSON take nothing else, whether the gateway reads the body or passes it on: a page of another origin
 * can send any other content type without the browser's asking first.
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
    ? failure('unsupported_media_type', `${path.split('?', 1)[0]} takes application/json.`)
    : undefined
}

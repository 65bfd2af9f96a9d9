// What the head of a request rules out before its body is read: methods, paths that climb, kinds of content.
import { boundaryOf } from '../body/form.ts'
import { endpointAt, endpointFacts } from '../endpoints.ts'
import { type Failure, failure } from '../failures.ts'
import { climbs } from '../resolve/climbs.ts'
import type { Surface } from '../resolve/options.ts'

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'])

export const isJson = (contentType: string | undefined): boolean =>
  contentType?.toLowerCase().includes('json') === true

export function judgeHead(
  { method, path }: { readonly method: string; readonly path: string },
  { contentType, contentEncoding }: Surface,
): Failure | undefined {
  if (!METHODS.has(method)) return failure('method_not_allowed', `The method ${method} is not supported.`)
  const place = path.split('?', 1)[0] ?? ''
  const endpoint = endpointAt(place)
  if (endpoint === undefined) {
    return climbs(place)
      ? failure('invalid_request', 'The path holds a segment of dots, which could lead elsewhere.')
      : undefined
  }
  if (method !== 'POST') return failure('method_not_allowed', `/${endpoint} is called with POST.`)
  const { takes } = endpointFacts[endpoint]
  if (takes === 'form' && boundaryOf(contentType ?? '') === undefined)
    return failure('unsupported_media_type', `/${endpoint} takes multipart/form-data with a boundary.`)
  if (takes === 'json' && contentType !== undefined && !isJson(contentType)) {
    return failure('unsupported_media_type', `/${endpoint} takes application/json.`)
  }
  if (contentEncoding !== undefined && contentEncoding !== 'identity') {
    return failure('unsupported_media_type', `/${endpoint} takes bodies without content encoding.`)
  }
  return undefined
}

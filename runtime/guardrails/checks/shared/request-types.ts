// Endpoint names as configs of the ecosystem write them. Ours are the paths below the base URL; pass-through requests
// match by path, and by `proxy`.
import {
  requestTypes as endpointsByType,
  passThroughType,
  passThroughTypes,
} from '../../../../schemas/generated/facts.ts'
import type { Endpoint } from '../../../values/adapter.ts'
import type { CheckInput } from '../../check.ts'
import { linkNamePatterns } from './name-patterns.ts'

const ENDPOINTS_BY_TYPE: Readonly<Record<string, Endpoint>> = endpointsByType

/** What precedes a name that means only streams. */
const STREAM = 'stream-'

const TYPES_BY_ENDPOINT: ReadonlyMap<Endpoint, string> = new Map(
  Object.entries(ENDPOINTS_BY_TYPE).map(([type, endpoint]) => [endpoint, type]),
)

/** The ecosystem's name of the endpoint. */
export const requestTypeOf = ({ endpoint }: Pick<CheckInput, 'endpoint'>): string =>
  (endpoint && TYPES_BY_ENDPOINT.get(endpoint)) ?? passThroughType

/** Normalizes a configured type to an endpoint name; a leading slash is ignored. */
export function endpointName(type: string): string {
  if (type.startsWith(STREAM)) return STREAM + endpointName(type.slice(STREAM.length))
  if (Object.hasOwn(ENDPOINTS_BY_TYPE, type)) return ENDPOINTS_BY_TYPE[type] ?? type
  return type.startsWith('/') ? type.slice(1) : type
}

const KNOWN_NAMES: readonly string[] = [
  ...Object.values(ENDPOINTS_BY_TYPE),
  ...Object.values(ENDPOINTS_BY_TYPE).map(name => STREAM + name),
  ...Object.keys(passThroughTypes),
  ...Object.values(passThroughTypes).map(request => request.replace(/^\S+ /, '')),
  passThroughType,
]

/** Whether a normalized name or pattern can match a request: an endpoint, or a path, which a provider may have. */
export const isKnownName = (name: string): boolean =>
  name.includes('/') || KNOWN_NAMES.some(linkNamePatterns([name]))

/** The names that a request matches. */
export function requestTypes({
  endpoint,
  method,
  path,
  request,
}: Pick<CheckInput, 'endpoint' | 'method' | 'path' | 'request'>): readonly string[] {
  if (endpoint === undefined) {
    const normalized = normalizePath(path)
    return [normalized, passThroughType, ...typesOfPath(method, normalized)]
  }
  return request?.['stream'] === true ? [endpoint, STREAM + endpoint] : [endpoint]
}

const PASS_THROUGH = Object.entries(passThroughTypes).map(([type, request]) => {
  const [method = '', path = ''] = request.split(' ')
  return { type, method, steps: path.split('/') }
})

/** The ecosystem's names of passed-through requests, such as `deleteFile`; a version before the path does not count. */
function typesOfPath(method: string, path: string): readonly string[] {
  const steps = path.replace(/^v\d\//, '').split('/')
  return PASS_THROUGH.filter(
    each =>
      each.method === method &&
      each.steps.length === steps.length &&
      each.steps.every((step, index) => step === '*' || step === steps[index]),
  ).map(({ type }) => type)
}

/** A path as a provider may read it: extra slashes and percent-encoding must not make it a different one. */
function normalizePath(path: string): string {
  const steps = decodePath(path)
    .split('/')
    .filter(step => step !== '')
  return steps.join('/')
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

// Finds the route of a request to the control plane by method and path. Most requests are not for it, which their first segment
// tells.
import { type ControlRouteFact, controlRoutes } from '../../../schemas/generated/control-routes.ts'
import { decodeComponent } from '../../values/query-string.ts'

interface TableRoute {
  readonly fact: ControlRouteFact
  readonly segments: readonly string[]
}

export interface MatchedRoute {
  readonly fact: ControlRouteFact
  readonly path: Readonly<Record<string, string>>
}

const BY_ROOT: ReadonlyMap<string, readonly TableRoute[]> = Map.groupBy(
  controlRoutes.map((fact): TableRoute => ({ fact, segments: fact.path.slice(1).split('/') })),
  ({ segments }) => segments[0] ?? '',
)

/**
 * The route; the methods that the path has instead; `unknown` below a root that the control plane serves; undefined for
 * everything else.
 */
export function matchControlRoute(
  method: string,
  pathname: string,
): MatchedRoute | { readonly allowed: readonly string[] } | 'unknown' | undefined {
  const end = pathname.indexOf('/', 1)
  const candidates = BY_ROOT.get(pathname.slice(1, end < 0 ? undefined : end))
  if (candidates === undefined) return undefined
  const segments = pathname.slice(1).split('/').map(decodeComponent)
  const matching = candidates
    .filter(({ segments: pattern }) => matches(pattern, segments))
    // Literal segments go before parameters.
    .sort((left, right) => countParameters(left) - countParameters(right))
  const [first] = matching
  if (first === undefined) return 'unknown'
  const literal = matching.filter(each => countParameters(each) === countParameters(first))
  const found = literal.find(({ fact }) => fact.method === method)
  if (found === undefined) return { allowed: literal.map(({ fact }) => fact.method) }
  return { fact: found.fact, path: parametersOf(found.segments, segments) }
}

const isParameter = (segment: string): boolean => segment.startsWith('{')

const countParameters = ({ segments }: TableRoute): number => segments.filter(isParameter).length

const matches = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => (isParameter(part) ? segments[index] !== '' : part === segments[index]))

const parametersOf = (
  pattern: readonly string[],
  segments: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    pattern.flatMap((part, index) => (isParameter(part) ? [[part.slice(1, -1), segments[index] ?? '']] : [])),
  )

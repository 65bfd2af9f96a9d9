// Routes of the interface that belong to the gateway itself, by method and path. They are never forwarded to a provider
// (semantics, section 11).
import { reservedResources } from '../../schemas/generated/facts.ts'
import { type Failure, failure } from '../values/failures.ts'

interface ReservedResource {
  readonly pattern: string
  readonly methods: readonly string[] | undefined
  /** Undefined matches any one segment. */
  readonly segments: readonly (string | undefined)[]
  /** True where any number of segments may follow. */
  readonly open: boolean
}

const BY_ROOT: ReadonlyMap<string, readonly ReservedResource[]> = Map.groupBy(
  reservedResources.map(({ pattern, methods }): ReservedResource => {
    const parts = pattern.slice(1).split('/')
    const open = parts.at(-1) === '...'
    const segments = (open ? parts.slice(0, -1) : parts).map(part =>
      part.startsWith('{') ? undefined : part,
    )
    return { pattern, methods, segments, open }
  }),
  ({ segments }) => segments[0] ?? '',
)

/**
 * Why a request for a reserved path is rejected; undefined for every other path. `path` is below the base URL, without
 * its query. Percent-encoding, repeated slashes and upper case do not bypass it.
 */
export function rejectReserved(method: string, path: string): Failure | undefined {
  const segments = percentDecoded(path)
    .split('/')
    .filter(segment => segment !== '')
  const [root = '', ...below] = segments
  const candidates = BY_ROOT.get(root.toLowerCase())
  const found = candidates?.find(
    each => (each.methods?.includes(method) ?? true) && matches(each, [root.toLowerCase(), ...below]),
  )
  return found && failure('not_implemented', `The gateway does not support ${method} ${found.pattern} yet.`)
}

const matches = ({ segments: pattern, open }: ReservedResource, segments: readonly string[]): boolean =>
  (open ? segments.length >= pattern.length : segments.length === pattern.length) &&
  pattern.every((part, index) => part === undefined || part === segments[index])

/** ASCII only, and whatever else the text contains. */
export const percentDecoded = (path: string): string =>
  path.replace(/%[0-7][0-9a-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

// Routes of the interface that belong to the gateway itself, by method and path. They are never forwarded to a provider
// (semantics, section 11).
import { reservedResources } from '../../schemas/generated/facts.ts'
import type { Gateway } from '../../schemas/generated/types.ts'
import { type Failure, failure } from '../values/failures.ts'
import { headerValue } from '../values/headers.ts'
import type { RequestHead } from './request.ts'
import type { RequestOptions } from './request-options.ts'

interface ReservedResource {
  readonly pattern: string
  readonly methods: readonly string[] | undefined
  /** Undefined matches any one segment. */
  readonly segments: readonly (string | undefined)[]
  /** True if any number of segments may follow. */
  readonly open: boolean
  /** Why it is not served, where nothing below it is. */
  readonly reason: string | undefined
}

const BY_ROOT: ReadonlyMap<string, readonly ReservedResource[]> = Map.groupBy(
  reservedResources.map(({ pattern, methods, reason }): ReservedResource => {
    const parts = pattern.slice(1).split('/')
    const open = parts.at(-1) === '...'
    const segments = (open ? parts.slice(0, -1) : parts).map(part =>
      part.startsWith('{') ? undefined : part,
    )
    return { pattern, methods, segments, open, reason }
  }),
  ({ segments }) => segments[0] ?? '',
)

/**
 * Why a request for a reserved path is rejected; undefined for every other path. `path` is below the base URL, without
 * its query. Percent-encoding, repeated slashes and upper case do not bypass it.
 */
export function rejectReserved(method: string, path: string): Failure | undefined {
  const found = findReserved(method, path)
  return found && (unserved(method, found) ?? notSupported(method, found))
}

/** Why a path of clients of the peer is not served; undefined where no reason is listed. */
export function rejectUnserved(method: string, path: string): Failure | undefined {
  const found = findReserved(method, path)
  return found && unserved(method, found)
}

const unserved = (method: string, { pattern, reason }: ReservedResource): Failure | undefined =>
  reason === undefined
    ? undefined
    : failure(
        'not_implemented',
        `The gateway does not support ${method} ${pattern.replace(/\/\.{3}$/, '')}. ${reason}`,
      )

const notSupported = (method: string, { pattern }: ReservedResource): Failure =>
  failure('not_implemented', `The gateway does not support ${method} ${pattern} yet.`)

function findReserved(method: string, path: string): ReservedResource | undefined {
  const segments = percentDecoded(path)
    .split('/')
    .filter(segment => segment !== '')
  const [root = '', ...below] = segments
  const candidates = BY_ROOT.get(root.toLowerCase())
  return candidates?.find(
    each => (each.methods?.includes(method) ?? true) && matches(each, [root.toLowerCase(), ...below]),
  )
}

const matches = ({ segments: pattern, open }: ReservedResource, segments: readonly string[]): boolean =>
  (open ? segments.length >= pattern.length : segments.length === pattern.length) &&
  pattern.every((part, index) => part === undefined || part === segments[index])

/** ASCII only, and whatever else the text contains. */
export const percentDecoded = (path: string): string =>
  path.replace(/%[0-7][0-9a-f]/gi, code => String.fromCharCode(Number.parseInt(code.slice(1), 16)))

/**
 * A path that both the gateway and the API of a provider have. Such a call is the provider's if it speaks the provider's dialect, or names a
 * provider that has the path.
 */
interface SharedPath {
  /** The first segment below the base URL. */
  readonly root: string
  /** Providers of the catalog that have it. */
  readonly providers: readonly string[]
  /** A header that only clients of that API send: keys of the gateway may be in their headers for keys, too. */
  readonly header: string
}

/** Compared with the vendors' own clients by a test. */
export const SHARED_PATHS: readonly SharedPath[] = [
  { root: 'deployments', providers: ['anthropic'], header: 'anthropic-version' },
]

/** Whether a request for a shared path is for the provider. */
export function isForProvider(
  { path, headers }: Pick<RequestHead, 'path' | 'headers'>,
  { options: { provider, virtualKey } }: Pick<RequestOptions, 'options'>,
  { providers }: Pick<Gateway, 'providers'>,
): boolean {
  const shared = SHARED_PATHS.find(({ root }) => isBelow(path, root))
  if (shared === undefined) return false
  if (headerValue(headers, shared.header) !== undefined) return true
  const name = (provider ?? virtualKey)?.replace(/^@/, '') ?? ''
  const stored = Object.hasOwn(providers, name) ? providers[name] : undefined
  return shared.providers.includes(stored?.provider ?? name)
}

const isBelow = (path: string, root: string): boolean =>
  path.startsWith(root, 1) && ['', '/', '?'].includes(path.charAt(root.length + 1))

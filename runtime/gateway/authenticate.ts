// API key authentication. Only SHA-256 hashes of keys are stored; the lookup is by hash, and the comparison of the hash
// runs in constant time.
import type { Gateway, PlanApiKey } from '../../schemas/generated/types.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'

/** The caller of a request: an API key of the manifest, or anonymous where the gateway has no keys. */
export interface Caller {
  readonly id: string
  readonly workspace: string
  readonly scopes: ReadonlySet<string>
  /** Whether the caller may send configs in headers. */
  readonly inlineConfigs: boolean
}

export type Authenticate = (apiKey: string | undefined, scope: string) => Caller | Failure

const ANONYMOUS = { id: 'anyone', workspace: 'default', scopes: new Set<string>() }

export function linkAuthentication(
  { apiKeys, headerPrefix, inlineConfigs = true }: Gateway,
  hash: Ports['hash'],
): Authenticate {
  if (apiKeys.length === 0) {
    const anyone: Caller = { ...ANONYMOUS, inlineConfigs }
    return () => anyone
  }
  const known = new Map(apiKeys.map(key => [key.hash, { key, caller: callerOf(key, inlineConfigs) }]))
  return (apiKey, scope) => {
    if (apiKey === undefined) {
      return failure('missing_api_key', `The header ${headerPrefix}api-key is missing.`)
    }
    const digest = hash(apiKey)
    const found = known.get(digest)
    if (found === undefined || !constantTimeEqual(found.key.hash, digest)) {
      return failure('invalid_api_key', `The API key in ${headerPrefix}api-key is invalid.`)
    }
    const { caller } = found
    if (!caller.scopes.has(scope)) {
      return failure('forbidden', `The key "${caller.id}" may not be used for ${scope}.`)
    }
    return caller
  }
}

/** A key's own setting for header configs overrides the gateway's. */
const callerOf = ({ id, workspace, scopes, inlineConfigs }: PlanApiKey, gatewayAllows: boolean): Caller => ({
  id,
  workspace,
  scopes: new Set(scopes),
  inlineConfigs: inlineConfigs ?? gatewayAllows,
})

/** Compares two strings in time independent of where they differ. */
function constantTimeEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

// API key authentication. Only SHA-256 hashes of keys are stored; the lookup is by hash, and the comparison of the hash
// runs in constant time. Clients that can only set the key of a provider send the gateway's key in its place (semantics,
// section 11).
import { type KeyGuards, keyGuardsOf } from '../../compiler/lower/key-guards.ts'
import { roleFacts } from '../../schemas/generated/control-routes.ts'
import type { AliasedModel, Gateway, PlanApiKey, PlanDefaults } from '../../schemas/generated/types.ts'
import { bearerToken } from '../link/target/target.ts'
import { type Failure, failure, isFailure } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import type { RequestOptions } from './request-options.ts'

/** The caller of a request: an API key of the manifest, or anonymous where the gateway needs none. */
export interface Caller {
  readonly id: string
  readonly workspace: string
  readonly scopes: ReadonlySet<string>
  /** Whether the caller may name a version of a config. */
  readonly pinsConfigs: boolean
  /** Whether the caller may send configs in headers. */
  readonly inlineConfigs: boolean
  /** Whether the caller may name the host of a provider. */
  readonly customHosts: boolean
  /** What serves calls that name nothing. */
  readonly defaults: PlanDefaults | undefined
  readonly aliases: ReadonlyMap<string, AliasedModel> | undefined
  /** Guards of every call of the caller. */
  readonly guards: KeyGuards | undefined
}

/** What of the headers identifies the caller. */
export type PresentedKeys = Pick<RequestOptions, 'credentials'> & {
  readonly options: Pick<RequestOptions['options'], 'apiKey'>
}

export interface CallerAuthentication {
  readonly authenticate: (presented: PresentedKeys, scope: string) => Caller | Failure
  /** Who the caller is, whatever it may do. */
  readonly identify: (presented: PresentedKeys) => Caller | Failure
  /** Whether a text is a key of this gateway; undefined where it needs none. */
  readonly isKey: ((text: string) => boolean) | undefined
}

/** The caller of a gateway that needs no key. */
export const ANONYMOUS = { id: 'anyone', workspace: 'default', scopes: new Set<string>(), pinsConfigs: true }

/** Whether one of the scopes includes another, as that for calls includes that for rendering prompts. */
const isIncluded = (scope: string, scopes: ReadonlySet<string>): boolean =>
  scopes.values().some(each => roleFacts.includes[each]?.includes(scope) ?? false)

/** Whether every call needs a key; where a plan requires one and has none, every call is 401. */
export const needsKey = ({ authentication, apiKeys }: Pick<Gateway, 'authentication' | 'apiKeys'>): boolean =>
  authentication === 'required' || apiKeys.length > 0

export function linkAuthentication(gateway: Gateway, hash: Ports['hash']): CallerAuthentication {
  const { apiKeys, headerPrefix } = gateway
  if (!needsKey(gateway)) {
    const anyone: Caller = { ...ANONYMOUS, ...settingsOf({}, gateway), guards: undefined }
    return { authenticate: () => anyone, identify: () => anyone, isKey: undefined }
  }
  const known = new Map(apiKeys.map(key => [key.hash, { key, caller: callerOf(key, gateway) }]))
  const find = (apiKey: string): Caller | undefined => {
    const digest = hash(apiKey)
    const found = known.get(digest)
    return found !== undefined && constantTimeEqual(found.key.hash, digest) ? found.caller : undefined
  }
  const findFirst = (credentials: readonly string[]): Caller | undefined => {
    for (const credential of credentials) {
      const caller = find(tokenOf(credential))
      if (caller !== undefined) return caller
    }
    return undefined
  }
  const identify: CallerAuthentication['identify'] = ({ options: { apiKey }, credentials }) => {
    const caller = apiKey === undefined ? findFirst(credentials) : find(apiKey)
    if (caller !== undefined) return caller
    return apiKey === undefined
      ? missingKey(headerPrefix, credentials.length > 0)
      : failure('invalid_api_key', `The API key in ${headerPrefix}api-key is invalid.`)
  }
  const authenticate: CallerAuthentication['authenticate'] = (presented, scope) => {
    const caller = identify(presented)
    return isFailure(caller) || caller.scopes.has(scope) || isIncluded(scope, caller.scopes)
      ? caller
      : failure('forbidden', `The key "${caller.id}" may not be used for ${scope}.`)
  }
  return { authenticate, identify, isKey: text => find(text) !== undefined }
}

/** The token of a credential header, without the scheme of `Authorization`. */
export const tokenOf = (credential: string): string => bearerToken(credential) ?? ''

const missingKey = (prefix: string, sentOther: boolean): Failure =>
  failure(
    'missing_api_key',
    sentOther
      ? `The header ${prefix}api-key is missing, and the credential sent is not a key of this gateway.`
      : `The header ${prefix}api-key is missing. A client may also send the key of the gateway as its own API key.`,
  )

const callerOf = (key: PlanApiKey, gateway: Gateway): Caller => ({
  id: key.id,
  workspace: key.workspace,
  scopes: new Set(key.scopes),
  pinsConfigs: key.scopes.includes('configs.pin'),
  ...settingsOf(key, gateway),
  guards: keyGuardsOf(key),
})

type CallerSettings = Pick<PlanApiKey, 'inlineConfigs' | 'customHosts' | 'defaults' | 'aliases'>

/** A key's own settings replace the gateway's. */
function settingsOf(
  key: CallerSettings,
  gateway: CallerSettings,
): Pick<Caller, 'inlineConfigs' | 'customHosts' | 'defaults' | 'aliases'> {
  const aliases = key.aliases ?? gateway.aliases
  return {
    inlineConfigs: key.inlineConfigs ?? gateway.inlineConfigs ?? true,
    customHosts: key.customHosts ?? gateway.customHosts ?? true,
    defaults: key.defaults ?? gateway.defaults,
    aliases: aliases && new Map(Object.entries(aliases)),
  }
}

/** Compares two strings in time independent of where they differ. */
function constantTimeEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

// API key authentication: keys of the manifest, of which only SHA-256 hashes are known, and keys of the store. The lookup is by
// hash. Clients that can only set the key of a provider send the gateway's key in its place (semantics, section 11).
import { PatternAliases, type PlainNames, servesPlainNames } from '../../compiler/facts/known-models.ts'
import { type KeyGuards, keyGuardsOf } from '../../compiler/lower/key-guards.ts'
import { roleFacts } from '../../schemas/generated/control-routes.ts'
import type { AliasedModel, Gateway, PlanApiKey, PlanDefaults } from '../../schemas/generated/types.ts'
import type { JsonObject } from '../../schemas/values/json.ts'
import { bearerToken } from '../link/target/target.ts'
import { type Failure, failure, isFailure, type KeyIdentity, quoted } from '../values/failures.ts'
import type { Ports } from '../values/ports.ts'
import { KEY_PREFIX, type StoredKey, type StoredKeys } from '../values/stored-keys.ts'
import type { RequestOptions } from './request-options.ts'

/** The caller of a request: an API key of the manifest or of the store, or anonymous where the gateway needs none. */
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
  /** Why calls are refused, whatever they are for; the control plane admits the key. */
  readonly callFault: Failure | undefined
  /** The key of the store; undefined for all others. */
  readonly stored: StoredKey | undefined
  /** The person whose key or token it is; undefined for services. */
  readonly user: string | undefined
  /** Set if the caller may name only this config, and no provider. */
  readonly onlyConfig: string | undefined
  /** Metadata of calls that do not set it. */
  readonly metadata: JsonObject | undefined
  /** The slug of the profile that limits it. */
  readonly limitProfile: string | undefined
}

/** The parts of the headers that identify the caller. */
export type PresentedKeys = Pick<RequestOptions, 'credentials'> & {
  readonly options: Pick<RequestOptions['options'], 'apiKey'>
}

export interface CallerAuthentication {
  readonly authenticate: (presented: PresentedKeys, scope: string) => Caller | Failure
  /** Who the caller is, whatever it may do. */
  readonly identify: (presented: PresentedKeys) => Caller | Failure
  /** Whether a string is a key of this gateway, accepted or not; undefined if the gateway has no keys. */
  readonly isKey: ((text: string) => boolean) | undefined
}

/** The caller of a gateway that needs no key. */
export const ANONYMOUS = { id: 'anyone', workspace: 'default', scopes: new Set<string>(), pinsConfigs: true }

const ADDRESS = 'address '

/** Whose share of memory and slots a call counts for: its key, or the address of a client without one. */
export const shareOwner = ({ id }: Pick<Caller, 'id'>, address: string | undefined): string =>
  id === ANONYMOUS.id ? `${ADDRESS}${address ?? ''}` : id

export const isAddressOwner = (owner: string): boolean => owner.startsWith(ADDRESS)

/** Whether the caller may learn the names of what it could use: anyone where no key is needed, others with the scope of the list. */
export const mayList = (
  { scopes, stored }: Pick<Caller, 'scopes' | 'stored'>,
  scope: string,
  gateway: Pick<Gateway, 'authentication' | 'apiKeys'>,
): boolean => scopes.has(scope) || (stored === undefined && !needsKey(gateway))

/** Whether one of the scopes includes another, as that for calls includes that for rendering prompts. */
const isIncluded = (scope: string, scopes: ReadonlySet<string>): boolean =>
  scopes.values().some(each => roleFacts.includes[each]?.includes(scope) ?? false)

/** Whether every call needs a key; where a plan requires one and has none, every call is 401. */
export const needsKey = ({ authentication, apiKeys }: Pick<Gateway, 'authentication' | 'apiKeys'>): boolean =>
  authentication === 'required' || apiKeys.length > 0

/** `keys`: those of the store; absent without one. */
export function linkAuthentication(
  gateway: Gateway,
  hash: Ports['hash'],
  keys?: StoredKeys,
  plainNames: PlainNames['served'] = new Map(),
): CallerAuthentication {
  const { headerPrefix } = gateway
  const settingsOf = linkSettings(gateway, plainNames)
  const find = linkKeySearch(gateway, hash, keys, settingsOf)
  const findFirst = (credentials: readonly string[]): Caller | Failure | undefined => {
    for (const credential of credentials) {
      const caller = find(tokenOf(credential))
      if (caller !== undefined) return caller
    }
    return undefined
  }
  const isKey = (text: string): boolean => find(text) !== undefined
  if (!needsKey(gateway)) {
    const anyone: Caller = { ...ANONYMOUS, ...settingsOf({}), ...UNSTORED, guards: undefined }
    if (keys === undefined) return { authenticate: () => anyone, identify: () => anyone, isKey: undefined }
    // Only keys of the store identify a caller. A revoked key is still refused, and never sent to a provider.
    const identify: CallerAuthentication['identify'] = ({ options: { apiKey }, credentials }) => {
      if (apiKey === undefined && credentials.length === 0) return anyone
      const caller = apiKey === undefined ? findFirst(credentials) : find(apiKey)
      if (caller !== undefined) return caller
      const sent = apiKey === undefined ? credentials.map(tokenOf) : [apiKey]
      return sent.some(text => text.startsWith(KEY_PREFIX)) ? UNKNOWN_KEY : anyone
    }
    const authenticate: CallerAuthentication['authenticate'] = (presented, scope) => {
      const caller = identify(presented)
      return caller === anyone ? anyone : withScope(caller, scope)
    }
    return { authenticate, identify, isKey }
  }
  const identify: CallerAuthentication['identify'] = ({ options: { apiKey }, credentials }) => {
    const caller = apiKey === undefined ? findFirst(credentials) : find(apiKey)
    if (caller !== undefined) return caller
    return apiKey === undefined
      ? missingKey(headerPrefix, credentials.length > 0)
      : failure('invalid_api_key', `The API key in ${headerPrefix}api-key is invalid.`)
  }
  const authenticate: CallerAuthentication['authenticate'] = (presented, scope) =>
    withScope(identify(presented), scope)
  return { authenticate, identify, isKey }
}

/** Finds the caller of a key: keys of the manifest first, so that a store does not slow them down. */
function linkKeySearch(
  gateway: Gateway,
  hash: Ports['hash'],
  keys: StoredKeys | undefined,
  settingsOf: SettingsOf,
): (text: string) => Caller | Failure | undefined {
  const known = new Map(
    gateway.apiKeys.map(key => [key.hash, { key, caller: callerOf(key, gateway, settingsOf) }]),
  )
  const callers = new WeakMap<StoredKey, Caller>()
  /**
   * The hashes of keys that were accepted: hashing costs more than all the rest of the authentication, and most keys call again.
   * Only hashes are remembered, so that a key that is revoked is refused at once.
   */
  const digests = new Map<string, string>()
  const accept = (text: string, digest: string, caller: Caller | Failure | undefined): typeof caller => {
    if (caller === undefined || isFailure(caller)) return caller
    if (digests.size >= MAX_DIGESTS) digests.clear()
    digests.set(text, digest)
    return caller
  }
  const storedCaller = (stored: StoredKey | Failure | undefined): Caller | Failure | undefined => {
    if (stored === undefined || isFailure(stored)) return stored
    const caller = callers.get(stored) ?? callerOfStored(stored, gateway, settingsOf)
    callers.set(stored, caller)
    return caller
  }
  return text => {
    if (known.size === 0 && !text.startsWith(KEY_PREFIX)) return undefined
    const remembered = digests.get(text)
    const digest = remembered ?? hash(text)
    const found = known.get(digest)
    const caller =
      found !== undefined && constantTimeEqual(found.key.hash, digest)
        ? found.caller
        : keys && storedCaller(keys.find(text, digest))
    return remembered === undefined ? accept(text, digest, caller) : caller
  }
}

/** Keys whose hashes are remembered. */
const MAX_DIGESTS = 10_000

function withScope(caller: Caller | Failure, scope: string): Caller | Failure {
  if (isFailure(caller)) return caller
  const { id, workspace, scopes, callFault } = caller
  return scopes.has(scope) || isIncluded(scope, scopes)
    ? (callFault ?? caller)
    : failure('forbidden', `The key "${id}" may not be used for ${scope}.`, { key: { id, workspace } })
}

const UNKNOWN_KEY = failure('invalid_api_key', 'The API key is not, or no longer, a key of this gateway.')

/** The token of a credential header, without the scheme of `Authorization`. */
export const tokenOf = (credential: string): string => bearerToken(credential) ?? ''

const missingKey = (prefix: string, sentOther: boolean): Failure =>
  failure(
    'missing_api_key',
    sentOther
      ? `The header ${prefix}api-key is missing, and the credential sent is not a key of this gateway.`
      : `The header ${prefix}api-key is missing. A client may also send the key of the gateway as its own API key.`,
  )

const callerOf = (key: PlanApiKey, gateway: Gateway, settingsOf: SettingsOf): Caller => ({
  id: key.id,
  workspace: key.workspace,
  scopes: new Set(key.scopes),
  pinsConfigs: key.scopes.includes('configs.pin'),
  ...settingsOf(key),
  ...UNSTORED,
  limitProfile: key.limitProfile,
  ...(key.configOverride === false && { onlyConfig: (key.defaults ?? gateway.defaults)?.config ?? '' }),
  guards: keyGuardsOf(key),
})

/** What only keys have, most of it only those of the store. */
export const UNSTORED: Pick<
  Caller,
  'callFault' | 'stored' | 'user' | 'onlyConfig' | 'metadata' | 'limitProfile'
> = {
  callFault: undefined,
  stored: undefined,
  user: undefined,
  onlyConfig: undefined,
  metadata: undefined,
  limitProfile: undefined,
}

/** What the log reads of a caller that calls no model, and what only calls of models use. */
export const UNSET_CALLER: Omit<Caller, 'id' | 'workspace'> = {
  scopes: new Set(),
  pinsConfigs: false,
  inlineConfigs: false,
  customHosts: false,
  defaults: undefined,
  aliases: undefined,
  guards: undefined,
  ...UNSTORED,
}

/** What the manifest forbids, no key of the store allows: it may have been made by someone who may do less. */
function callerOfStored(stored: StoredKey, gateway: Gateway, settingsOf: SettingsOf): Caller {
  const { id, workspace, scopes, config, configOverrides, inlineConfigs, customHosts, guards, metadata } =
    stored
  const lost = [...(guards?.before ?? []), ...(guards?.after ?? [])].find(
    name => !Object.hasOwn(gateway.guardrails, name),
  )
  return {
    id,
    workspace,
    scopes,
    pinsConfigs: scopes.has('configs.pin'),
    ...settingsOf({
      ...(inlineConfigs === false && { inlineConfigs }),
      ...(customHosts === false && { customHosts }),
      ...(config !== undefined && { defaults: { config } }),
    }),
    guards,
    callFault: lost === undefined ? undefined : lostGuardrail({ id, workspace }, lost),
    stored,
    user: stored.user,
    onlyConfig: configOverrides ? undefined : (config ?? ''),
    metadata,
    limitProfile: stored.limitProfile,
  }
}

/** A guardrail that was taken out of the manifest must not leave its keys unguarded. */
const lostGuardrail = (key: KeyIdentity, name: string): Failure =>
  failure(
    'forbidden',
    `The key "${key.id}" names the guardrail ${quoted(name)}, which this gateway does not have, so it is refused. Its defaults can name others.`,
    { key },
  )

type CallerSettings = Pick<
  PlanApiKey,
  'inlineConfigs' | 'customHosts' | 'defaults' | 'aliases' | 'aliasPatterns' | 'plainNames'
>
type SettingsOf = (
  key: CallerSettings,
) => Pick<Caller, 'inlineConfigs' | 'customHosts' | 'defaults' | 'aliases'>

/** A key's own settings replace the gateway's. Callers with the same aliases share them. */
function linkSettings(gateway: CallerSettings, plainNames: PlainNames['served']): SettingsOf {
  const inherited = gateway.aliases ?? {}
  const written = new Map<object, Caller['aliases']>()
  const withPlainNames: typeof written = new Map()
  return key => {
    const aliases = key.aliases ?? inherited
    const patterns = key.aliasPatterns ?? gateway.aliasPatterns
    const defaults = key.defaults ?? gateway.defaults
    const isPlain = (key.plainNames ?? gateway.plainNames) === true && servesPlainNames(defaults)
    const known = isPlain ? withPlainNames : written
    const linked = patterns ?? aliases
    if (!known.has(linked)) {
      const all = [...(isPlain ? plainNames : []), ...Object.entries(aliases)]
      known.set(
        linked,
        patterns !== undefined
          ? new PatternAliases(all, patterns)
          : all.length === 0
            ? undefined
            : new Map(all),
      )
    }
    return {
      inlineConfigs: key.inlineConfigs ?? gateway.inlineConfigs ?? true,
      customHosts: key.customHosts ?? gateway.customHosts ?? true,
      defaults,
      aliases: known.get(linked),
    }
  }
}

/** Compares two strings in time independent of where they differ. */
function constantTimeEqual(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < left.length; index += 1)
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

// The keys of the store by the digests of their secrets, for the request path: one look-up in the replica however many keys there are.
// What a call needs of a key is made when the key is first used.
import type { KeyDefaults } from '../../../../schemas/generated/control-types.ts'
import type { Gateway } from '../../../../schemas/generated/types.ts'
import { asObject, asText, isList, type Json, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { Clock } from '../../../values/ports.ts'
import {
  KEY_PREFIX,
  type StoredKey,
  type StoredKeyGuards,
  type StoredKeys,
} from '../../../values/stored-keys.ts'
import type { Replica } from '../../core/replica.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import { LIMIT_PROFILE } from '../../limits/limit-profile.ts'
import { isDisabled, USER } from '../members/model.ts'
import { WORKSPACE } from '../workspaces/model.ts'
import type { KeyDigest } from './key-secret.ts'
import { inTransition, outdated } from './key-validity.ts'
import { API_KEY, API_KEY_FORM, type ApiKey, digestsOf, KEYS_BY_ROLE } from './model.ts'

export interface KeySources {
  /** The keys of the store, by their secrets; absent without a store. */
  readonly keys: KeyIndex | undefined
}

export interface KeyIndex extends StoredKeys {
  /** The digest under which a new secret is stored. */
  readonly digest: KeyDigest
  /** Whether the secret of a key has been used since it was made, as far as this process knows. */
  readonly isUsed: (key: ApiKey) => boolean
  /** Whether a secret with this SHA-256 is the administrator's key of the environment, which counts until an owner exists. */
  readonly isAdminKey: (sha256: string) => boolean
  /** Whether there is a key of an owner: that of the store, or the administrator's of the environment. */
  readonly hasOwner: () => boolean
}

export interface KeyIndexOptions {
  readonly clock: Clock
  readonly digest: KeyDigest
  /** Milliseconds for which keys are accepted while the store is unavailable. */
  readonly maxStale: () => number
  /** The limit profiles of the manifest by slug. */
  readonly manifestProfiles: () => Gateway['limitProfiles']
  /** The SHA-256 of the administrator's key of the environment. */
  readonly adminKey: string | undefined
  /** Called once when a new secret is used during the transition of a rotation. */
  readonly onFirstUse: (resource: Resource) => void
}

interface IndexedKey {
  readonly key: ApiKey
  readonly stored: StoredKey
  /** The workspace that the defaults were taken from. */
  readonly workspace: Resource | undefined
}

/** By the digests of their secrets. */
const BY_DIGEST: ResourceIndex = { kind: API_KEY, valuesOf: digestsOf }

const OWNER = 'owner'

export function createKeyIndex(
  replica: Replica,
  { clock, digest, maxStale, manifestProfiles, adminKey, onFirstUse }: KeyIndexOptions,
): KeyIndex {
  const made = new WeakMap<Resource, IndexedKey>()
  const share = linkShared()
  /** The digests of new secrets that were used, until the store has that. */
  const used = new Map<string, string>()

  const build = (): void => {
    for (const resource of replica.all(API_KEY)) share(resource)
    // Built now, and not when a call needs it.
    replica.find(BY_DIGEST, '')
  }
  const forgetUse = (id: string): void => {
    const resource = replica.get(API_KEY, id)
    if (resource?.value['secret_used'] !== false || used.get(id) !== digestsOf(resource)[0]) used.delete(id)
  }
  build()
  replica.onChange(API_KEY, changed => {
    if (changed === undefined) build()
    else
      for (const id of changed) {
        const resource = replica.get(API_KEY, id)
        if (resource !== undefined) share(resource)
      }
    for (const id of changed ?? [...used.keys()]) forgetUse(id)
  })

  const keyOf = (resource: Resource): IndexedKey => {
    const slug = asText(resource.value['workspace'])
    const workspace = slug === undefined ? undefined : replica.get(WORKSPACE, slug)
    const known = made.get(resource)
    if (known !== undefined && known.workspace === workspace) return known
    const key = API_KEY_FORM.read(resource)
    const indexed = { key, workspace, stored: storedKeyOf(key, workspace) }
    made.set(resource, indexed)
    return indexed
  }
  const noteUse = (resource: Resource, { id, secret, secretUsed }: ApiKey): void => {
    if (secretUsed || used.get(id) === secret.digest) return
    used.set(id, secret.digest)
    onFirstUse(resource)
  }
  /** A profile that was taken out of the manifest must not leave its keys without limits. */
  const hasProfile = (slug: string): boolean =>
    replica.get(LIMIT_PROFILE, slug) !== undefined || Object.hasOwn(manifestProfiles() ?? {}, slug)
  const faultOf = (
    key: ApiKey,
    which: 'current' | 'old',
    workspace: Resource | undefined,
  ): Failure | undefined => {
    const fault = outdated(key, which, clock.now())
    if (fault !== undefined) return failure('invalid_api_key', fault)
    if (key.status === 'disabled') return failure('invalid_api_key', 'The API key is disabled.')
    if (key.user !== null && isDisabled(replica.get(USER, key.user)?.value))
      return failure('invalid_api_key', 'The person of the API key is disabled.')
    if (key.limitProfile !== null && !hasProfile(key.limitProfile))
      return failure(
        'forbidden',
        `The API key has the limit profile ${quoted(key.limitProfile)}, which does not exist any more, so it is refused. Give it another one, or none.`,
      )
    return workspace?.value['status'] === 'archived'
      ? failure('forbidden', `The workspace "${key.workspace ?? ''}" is archived, so its keys are refused.`)
      : undefined
  }
  const withDigest = (digest: string): Resource | undefined => replica.find(BY_DIGEST, digest)[0]
  const find: StoredKeys['find'] = (text, sha256) => {
    if (!text.startsWith(KEY_PREFIX)) return undefined
    if (sha256 === adminKey) return ADMIN_KEY
    if (replica.count(API_KEY) === 0) return replica.lookFault()
    const keyed = digest(text, sha256)
    const keyedResource = withDigest(keyed)
    // Keys from before the pepper was set are accepted until they are rotated.
    const resource = keyedResource ?? withDigest(sha256)
    if (resource === undefined) return replica.lookFault()
    const { key, stored, workspace } = keyOf(resource)
    const isCurrent = key.secret.digest === (keyedResource === undefined ? sha256 : keyed)
    const which = isCurrent ? 'current' : 'old'
    const fault = replica.age() > maxStale() ? STALE : faultOf(key, which, workspace)
    if (fault !== undefined) return { ...fault, key: { id: stored.id, workspace: stored.workspace } }
    if (which === 'current' && inTransition(key, clock.now())) noteUse(resource, key)
    return stored
  }
  return {
    find,
    digest,
    isUsed: ({ id, secret, secretUsed }) => secretUsed || used.get(id) === secret.digest,
    isAdminKey: sha256 => sha256 === adminKey && replica.find(KEYS_BY_ROLE, OWNER).length === 0,
    hasOwner: () => adminKey !== undefined || replica.find(KEYS_BY_ROLE, OWNER).length > 0,
  }
}

/** Strings and lists that are shared at most; then they are collected again. */
const MAX_SHARED = 10_000

/** Replaces values that other keys have too by theirs, which takes a third less memory: a store reads each key by itself. */
function linkShared(): (key: Resource) => void {
  const known = new Map<string, Json>()
  const shared = (text: string, value: Json): Json => {
    const found = known.get(text)
    if (found !== undefined) return found
    if (known.size >= MAX_SHARED) known.clear()
    known.set(text, value)
    return value
  }
  return ({ value }) => {
    const fields: { [name: string]: Json } = value
    for (const name of ['type', 'workspace'] as const) {
      const text = fields[name]
      if (typeof text === 'string') fields[name] = shared(text, text)
    }
    const scopes = fields['scopes']
    if (isList(scopes)) fields['scopes'] = shared(JSON.stringify(scopes), scopes)
  }
}

const STALE = failure(
  'store_unavailable',
  'The store has been unavailable for longer than max_stale, so this key may have been revoked meanwhile. Keys of the manifest are accepted.',
)

const ADMIN_KEY = failure(
  'forbidden',
  'GATEWAY_ADMIN_KEY calls no models: it creates the first owner, keys and workspaces, and ends when there is an owner.',
)

function storedKeyOf(key: ApiKey, workspace: Resource | undefined): StoredKey {
  const { id, type, role, user, scopes, defaults } = key
  return {
    id,
    type,
    role,
    user: user ?? undefined,
    isAccepted: key.acceptedAt !== null,
    workspace: key.workspace ?? '',
    scopes: new Set(scopes),
    config: defaults.config_id ?? undefined,
    configOverrides: defaults.allow_config_override ?? true,
    inlineConfigs: defaults.allow_inline_config,
    customHosts: defaults.allow_custom_hosts,
    guards: guardsOf(defaults),
    metadata: metadataOf(asObject(workspace?.value['defaults'])['metadata'], defaults.metadata),
    limitProfile: key.limitProfile ?? undefined,
  }
}

function guardsOf({
  input_guardrails: before = [],
  output_guardrails: after = [],
}: KeyDefaults): StoredKeyGuards | undefined {
  return before.length + after.length === 0 ? undefined : { before, after }
}

function metadataOf(ofWorkspace: unknown, ofKey: unknown): JsonObject | undefined {
  const metadata = { ...asObject(ofWorkspace), ...asObject(ofKey) }
  return Object.keys(metadata).length === 0 ? undefined : metadata
}

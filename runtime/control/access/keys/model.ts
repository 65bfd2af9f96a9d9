// A key as the store holds it. Its secrets are digests; the old one of a rotation is beside the new one until the transition ends.
import type {
  KeyDefaults,
  KeyRateLimit,
  RotationPolicy,
} from '../../../../schemas/generated/control-types.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  type JsonForm,
  type JsonObject,
} from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { ResourceIndex } from '../../core/resource-index.ts'
import type { Resource } from '../../core/resource-store.ts'
import type { StoredForm } from '../../core/stored-form.ts'
import type { StoredBudget } from '../../limits/resource-limits.ts'

/** The kind of keys in the store, where they are named by their identifiers. */
export const API_KEY = 'api-key'

/** The identifier that the API shows of a key of the manifest, by that in the manifest. */
export const manifestKeyId = (id: string, hash: (text: string) => string): string =>
  derivedUuid(hash, API_KEY, id)

export const API_KEY_KINDS: readonly Kind[] = [
  clientKind({
    name: API_KEY,
    signed: 'never',
    sealed: 'never',
    scopes: ['organisation_service_api_keys', 'workspace_service_api_keys', 'workspace_user_api_keys'],
  }),
]

/** The keys of a person, by the person's identifier. */
export const KEYS_OF_PERSON: ResourceIndex = {
  kind: API_KEY,
  valuesOf: ({ value }) => textsOf([value['user']]),
}

/** Keys that have a role, by it. */
export const KEYS_BY_ROLE: ResourceIndex = {
  kind: API_KEY,
  valuesOf: ({ value }) => textsOf([value['role']]),
}

/** Keys by the slugs of their limit profiles. */
export const KEYS_BY_PROFILE: ResourceIndex = {
  kind: API_KEY,
  valuesOf: ({ value }) => [asText(value['limit_profile']) ?? []].flat(),
}

/** Where a key is in its life, as far as it is written down; expiry is a matter of time. */
type KeySwitch = 'active' | 'disabled'

export interface KeySecret {
  readonly digest: string
  readonly masked: string
}

/** The secret before a rotation, accepted until the end of the transition. */
export interface OldSecret extends KeySecret {
  /** Milliseconds since 1970. */
  readonly until: number
  /** Who rotated: a manager of the key, or its holder because it was due. */
  readonly by: 'manager' | 'holder'
}

export interface ApiKey {
  readonly id: string
  readonly type: KeyType
  readonly role: 'owner' | undefined
  readonly name: string
  readonly description: string | null
  /** The slug; null for keys of the organisation. */
  readonly workspace: string | null
  readonly user: string | null
  /** The device whose sign-in it is of; null for other keys. */
  readonly device: string | null
  readonly scopes: readonly string[]
  /** Scopes that a key of the organisation may give to keys of workspaces without having them. */
  readonly grants: readonly string[]
  readonly status: KeySwitch
  /** Milliseconds since 1970, as all times of a key. */
  readonly expiresAt: number | null
  readonly defaults: KeyDefaults
  readonly rateLimits: readonly KeyRateLimit[]
  readonly usageLimits: StoredBudget | null
  /** The slug of the limit profile whose limits it has besides its own. */
  readonly limitProfile: string | null
  readonly alertEmails: readonly string[]
  readonly rotationPolicy: ScheduledRotation | null
  readonly secret: KeySecret
  /** Whether the secret has been used since the rotation that made it; true for the first secret. */
  readonly secretUsed: boolean
  readonly oldSecret: OldSecret | null
  /** When its person made or accepted it while signed in; null until then, and after others have changed it. */
  readonly acceptedAt: number | null
  readonly createdAt: number
  readonly updatedAt: number
}

/** A rotation policy whose next time and transition are decided. */
export interface ScheduledRotation {
  readonly period: 'weekly' | 'monthly' | { readonly days: number }
  readonly nextAt: number
  readonly transition: number
}

/** By hand, since there may be very many keys, and calls look them up: a table of fields reads a key five times slower. */
export const API_KEY_FORM: StoredForm<ApiKey> = { kind: API_KEY, read: readKey, write: writeKey }

/** What is usual is not stored. */
function writeKey(key: ApiKey): JsonObject {
  const entries: readonly (readonly [string, unknown, usual?: unknown])[] = [
    ['type', key.type],
    ['role', key.role],
    ['name', key.name],
    ['description', key.description],
    ['workspace', key.workspace],
    ['user', key.user],
    ['device', key.device],
    ['scopes', key.scopes],
    ['grants', key.grants.length === 0 ? null : key.grants],
    ['status', key.status, 'active'],
    ['expires_at', key.expiresAt],
    ['defaults', Object.keys(key.defaults).length === 0 ? null : key.defaults],
    ['rate_limits', key.rateLimits.length === 0 ? null : key.rateLimits],
    ['usage_limits', key.usageLimits],
    ['limit_profile', key.limitProfile],
    ['alert_emails', key.alertEmails.length === 0 ? null : key.alertEmails],
    ['rotation_policy', key.rotationPolicy],
    ['secret', key.secret],
    ['secret_used', key.secretUsed, true],
    ['old_secret', key.oldSecret],
    ['accepted_at', key.acceptedAt],
    ['created_at', key.createdAt],
    ['updated_at', key.updatedAt],
  ]
  const kept = entries.filter(([, value, usual]) => value !== undefined && value !== null && value !== usual)
  return Object.fromEntries(kept) as JsonObject
}

function readKey({ id, value }: Pick<Resource, 'id' | 'value'>): ApiKey {
  const secret = secretOf(value['secret'])
  const createdAt = timeOf(value['created_at']) ?? 0
  return {
    id,
    type: typeOf(value['type']),
    role: value['role'] === 'owner' ? 'owner' : undefined,
    name: asText(value['name']) ?? id,
    description: asText(value['description']) ?? null,
    workspace: asText(value['workspace']) ?? null,
    user: asText(value['user']) ?? null,
    device: asText(value['device']) ?? null,
    scopes: textsOf(value['scopes']),
    grants: textsOf(value['grants']),
    status: value['status'] === 'disabled' ? 'disabled' : 'active',
    expiresAt: timeOf(value['expires_at']),
    defaults: asObject(value['defaults']),
    rateLimits: asList(value['rate_limits']) as readonly KeyRateLimit[],
    usageLimits: isObject(value['usage_limits']) ? (value['usage_limits'] as StoredBudget) : null,
    limitProfile: asText(value['limit_profile']) ?? null,
    alertEmails: textsOf(value['alert_emails']),
    rotationPolicy: isObject(value['rotation_policy'])
      ? (value['rotation_policy'] as JsonForm<ScheduledRotation>)
      : null,
    secret,
    secretUsed: value['secret_used'] !== false,
    oldSecret: isObject(value['old_secret']) ? oldSecretOf(value['old_secret']) : null,
    acceptedAt: timeOf(value['accepted_at']),
    createdAt,
    updatedAt: timeOf(value['updated_at']) ?? createdAt,
  }
}

/** The digests under which a key of the store is found, whether they are accepted now or not. */
export function digestsOf({ value }: Pick<Resource, 'value'>): readonly string[] {
  const current = asText(asObject(value['secret'])['digest'])
  const old = asText(asObject(value['old_secret'])['digest'])
  return [current, old].filter(digest => digest !== undefined)
}

/** The policy as the interface shows it. */
export const showPolicy = ({ period, nextAt, transition }: ScheduledRotation): RotationPolicy => ({
  ...(typeof period === 'string' ? { rotation_period: period } : { rotation_period_days: period.days }),
  next_rotation_at: new Date(nextAt).toISOString(),
  key_transition_period_ms: transition,
})

const timeOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)

const textsOf = (value: unknown): readonly string[] => asList(value).filter(item => typeof item === 'string')

const typeOf = (value: unknown): KeyType =>
  value === 'organisation-service' || value === 'workspace-user' ? value : 'workspace-service'

function secretOf(value: unknown): KeySecret {
  const { digest, masked } = asObject(value)
  return { digest: asText(digest) ?? '', masked: asText(masked) ?? '' }
}

const oldSecretOf = (value: JsonObject): OldSecret => ({
  ...secretOf(value),
  until: timeOf(value['until']) ?? 0,
  by: value['by'] === 'holder' ? 'holder' : 'manager',
})

// A key as the store holds it. Its secrets are digests; the old one of a rotation is beside the new one until the transition ends.
import type { KeyDefaults, RotationPolicy } from '../../../../schemas/generated/control-types.ts'
import {
  asCount,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonForm,
  type JsonObject,
  toJson,
} from '../../../../schemas/values/json.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import type { KeyType } from '../../../values/stored-keys.ts'
import { clientKind, type Kind } from '../../core/kind.ts'
import type { Resource } from '../../core/resource-store.ts'
import {
  COUNT,
  COUNT_IF_ANY,
  choice,
  type Field,
  KEY,
  NAME,
  ON,
  sparse,
  storedAs,
  storedForm,
  TEXT_IF_ANY,
  TEXTS,
} from '../../core/stored-form.ts'
import { RESOURCE_LIMIT_FIELDS } from '../../limits/resource-limits.ts'

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

/** A rotation policy whose next time and transition are decided. */
export interface ScheduledRotation {
  readonly period: 'weekly' | 'monthly' | { readonly days: number }
  readonly nextAt: number
  readonly transition: number
}

const TYPE = choice<KeyType>('workspace-service', 'organisation-service', 'workspace-user')

const ROLE: Field<'owner' | undefined> = {
  read: value => (value === 'owner' ? value : undefined),
  write: role => role,
}

const DEFAULTS: Field<KeyDefaults> = { read: asObject, write: toJson }

const SECRET: Field<KeySecret> = { read: secretOf, write: toJson }

const OLD_SECRET: Field<OldSecret | null> = {
  read: value => (isObject(value) ? oldSecretOf(value) : null),
  write: toJson,
}

const ROTATION_POLICY: Field<ScheduledRotation | null> = {
  read: value => (isObject(value) ? (value as JsonForm<ScheduledRotation>) : null),
  write: toJson,
}

/** What is usual is not stored, since there may be very many keys. Times are milliseconds since 1970. */
export const API_KEY_FORM = storedForm(API_KEY, {
  id: KEY,
  type: TYPE,
  role: ROLE,
  name: NAME,
  description: TEXT_IF_ANY,
  /** The slug; null for keys of the organisation. */
  workspace: TEXT_IF_ANY,
  user: TEXT_IF_ANY,
  scopes: TEXTS,
  /** Where the key is in its life, as far as it is written down; expiry is a matter of time. */
  status: sparse(choice('active', 'disabled')),
  expiresAt: storedAs('expires_at', COUNT_IF_ANY),
  defaults: sparse(DEFAULTS),
  ...RESOURCE_LIMIT_FIELDS,
  alertEmails: storedAs('alert_emails', sparse(TEXTS)),
  rotationPolicy: storedAs('rotation_policy', sparse(ROTATION_POLICY)),
  secret: SECRET,
  /** Whether the secret has been used since the rotation that made it; true for the first secret. */
  secretUsed: storedAs('secret_used', ON),
  oldSecret: storedAs('old_secret', sparse(OLD_SECRET)),
  /** When its person made or accepted it while signed in; null until then, and after others have changed it. */
  acceptedAt: storedAs('accepted_at', COUNT_IF_ANY),
  createdAt: storedAs('created_at', COUNT),
  updatedAt: {
    ...storedAs('updated_at', COUNT),
    read: (value, _, { created_at }) => asCount(value) ?? asCount(created_at) ?? 0,
  },
})

export type ApiKey = ReturnType<typeof API_KEY_FORM.read>

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

function secretOf(value: Json | undefined): KeySecret {
  const { digest, masked } = asObject(value)
  return { digest: asText(digest) ?? '', masked: asText(masked) ?? '' }
}

const oldSecretOf = (value: JsonObject): OldSecret => ({
  ...secretOf(value),
  until: asCount(value['until']) ?? 0,
  by: value['by'] === 'holder' ? 'holder' : 'manager',
})

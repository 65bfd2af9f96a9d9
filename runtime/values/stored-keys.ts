// Keys that are saved in the store, as the request path sees them.
import type { JsonObject } from '../../schemas/values/json.ts'
import type { Failure } from './failures.ts'

/** Tells people and scanners what the secret is; the check `secrets` finds it by this. */
export const KEY_PREFIX = 'ptl_'

export type KeyType = 'organisation-service' | 'workspace-service' | 'workspace-user'

/** Identifiers of guardrails of the manifest, which need not exist any more. */
export interface StoredKeyGuards {
  readonly before: readonly string[]
  readonly after: readonly string[]
}

/** The same object as long as the key is unchanged. */
export interface StoredKey {
  readonly id: string
  readonly type: KeyType
  /** The key of an owner may do everything in the control plane. */
  readonly role: 'owner' | undefined
  /** The identifier of the person whose key it is. */
  readonly user: string | undefined
  /** Whether the person made or accepted it, so that it reaches the accounts that the person has connected. */
  readonly isAccepted: boolean
  /** The slug; empty for keys of the organisation. */
  readonly workspace: string
  readonly scopes: ReadonlySet<string>
  /** The saved config of calls that name none. */
  readonly config: string | undefined
  /** Whether calls may name another config or a provider. */
  readonly configOverrides: boolean
  readonly inlineConfigs: boolean | undefined
  readonly customHosts: boolean | undefined
  /** Guardrails of every call; undefined where it has none. The same object as long as the key is unchanged. */
  readonly guards: StoredKeyGuards | undefined
  /** Metadata of calls that do not set it, of the workspace and of the key. */
  readonly metadata: JsonObject | undefined
  /** The slug of the profile that limits it. */
  readonly limitProfile: string | undefined
}

export interface StoredKeys {
  /**
   * The key with this value, whose SHA-256 is known already; a failure for a key that is known and not accepted; undefined for
   * every other string.
   */
  readonly find: (text: string, sha256: string) => StoredKey | Failure | undefined
}

// The secrets of what was saved by API, where they are not those of the bundle.
import type { PlanSecretReference, Secret } from '../../schemas/generated/types.ts'

export interface StoredSecrets {
  /** The secret references of the store that may be named: who may use them, and where they may be sent. */
  readonly references: Readonly<Record<string, PlanSecretReference>>
  /** The value of a secret; undefined while there is none. */
  readonly secret: (secret: Secret) => string | undefined
}

/** The secret references of the store at the moment, which a project may name as `external`. */
export interface ExternalSecrets {
  readonly find: (slug: string) => PlanSecretReference | undefined
  /** The value; undefined while there is none. */
  readonly lookUp: (slug: string) => string | undefined
}

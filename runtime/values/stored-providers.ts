// The port of providers that were saved by API: found by slug and workspace, in memory.
import type { PlanSecretReference, Secret, StaticBinding } from '../../schemas/generated/types.ts'
import type { Failure } from './failures.ts'

export interface StoredProvider {
  readonly binding: StaticBinding
  /** The secrets of the binding, where they are not those of the bundle. */
  readonly secret: (secret: Secret) => string | undefined
  /** The secret references of the store that the binding names: who may use them, and where they may be sent. */
  readonly references: Readonly<Record<string, PlanSecretReference>>
  /** Whether calls may use a model; absent where none is switched off. */
  readonly allowsModel?: (model: string) => boolean
}

export interface StoredProviders {
  /** Whether calls of a workspace can name it. */
  readonly has: (slug: string, workspace: string) => boolean
  /** The same object until the provider changes; undefined if there is none, a failure if it cannot be used. */
  readonly find: (slug: string, workspace: string) => StoredProvider | Failure | undefined
}

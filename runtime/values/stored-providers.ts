// The port of providers that were saved by API: found by slug and workspace, in memory.
import type { PlanPool, StaticBinding } from '../../schemas/generated/types.ts'
import type { Failure } from './failures.ts'
import type { StoredSecrets } from './stored-secrets.ts'

export interface StoredProvider extends StoredSecrets {
  readonly binding: StaticBinding
  /** Whether calls may use a model; absent if none is switched off. */
  readonly allowsModel?: (model: string) => boolean
  /** Its models beyond those that its provider is known to have; absent for none. */
  readonly customModels?: readonly string[]
}

export interface StoredProviders {
  /** What calls of a workspace can name, in alphabetical order. */
  readonly slugs: (workspace: string) => readonly string[]
  /** Whether calls of a workspace can name it. */
  readonly has: (slug: string, workspace: string) => boolean
  /** The slug of one that calls of a workspace can name, by its identifier; undefined for any other text. */
  readonly slugOf: (id: string, workspace: string) => string | undefined
  /** A pool by its slug: the same object until it changes; undefined if there is none, a failure if it cannot be used. */
  readonly pool: (slug: string, workspace: string) => PlanPool | Failure | undefined
  /** By its slug. The same object until the provider changes; undefined if there is none, a failure if it cannot be used. */
  readonly find: (slug: string, workspace: string) => StoredProvider | Failure | undefined
  /** Why an unknown provider may exist; absent if all are known. */
  readonly lookFault?: () => Failure | undefined
}

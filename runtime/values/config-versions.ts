// Saved configs that are not plans of the bundle: versions other than those in use, such as `chat@7`, and configs that were saved by
// API.
import type { Plan } from '../../schemas/generated/types.ts'
import type { Failure } from './failures.ts'
import type { StoredSecrets } from './stored-secrets.ts'

export interface ConfigVersions {
  /**
   * The plan of a version: a number, the digest of the plan or the beginning of it, or a label. Undefined if there is no such
   * config here.
   */
  readonly find: (
    config: string,
    version: string,
    workspace: string,
  ) => Promise<FoundVersion | Failure | undefined>
}

export interface FoundVersion {
  readonly plan: Plan
  /** The digest of the plan, which links of it are remembered by. */
  readonly digest: string
  /** Set for a config that was saved by API: private hosts are opened for it as for callers. */
  readonly byCaller?: true
  /** The secrets of the store that it may name; absent if it names none. */
  readonly secrets?: StoredSecrets & {
    /** Another number when a reference was changed: what was linked before is linked again. */
    readonly generation: number
  }
}

/** Configs that were saved by API, in memory. */
export interface StoredConfigs extends ConfigVersions {
  /** The version in use, where the config belongs to the workspace; undefined if there is none. */
  readonly inUse: (config: string, workspace: string) => FoundVersion | Failure | undefined
  /** The slug of an active config of the workspace by its identifier; undefined for any other text. */
  readonly slugOf: (id: string, workspace: string) => string | undefined
  /** The slugs of the workspace's configs that are active, for messages. */
  readonly slugs: (workspace: string) => readonly string[]
}

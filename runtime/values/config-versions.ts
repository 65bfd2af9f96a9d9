// Versions of saved configs other than those in use: `chat@7`, `chat@staging`. Where a store is followed, they are read from it.
import type { Plan } from '../../schemas/generated/types.ts'
import type { Failure } from './failures.ts'

export interface ConfigVersions {
  /** The plan of a version: a number, the digest of the plan or the beginning of it, or a label. */
  readonly find: (config: string, version: string) => Promise<FoundVersion | Failure>
}

export interface FoundVersion {
  readonly plan: Plan
  /** The digest of the plan, which links of it are remembered by. */
  readonly digest: string
}

// A step of `portolan migrate`: what a version changed, found in a source that was read.
import type { Fix, Location } from '../diagnostics/diagnostic.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource } from '../source.ts'

export type MigratedKind = 'config' | 'manifest'

export interface Migration {
  readonly location: Location
  /** A sentence about what changes and why. It has names of the schema, and none of the user's. */
  readonly reason: string
  /** The edits that make it; without any, it must be made by hand. */
  readonly fixes: readonly Fix[]
}

export interface MigrationStep {
  /** The version that needs it. */
  readonly version: string
  /** Whether the source means the same before and after it. Other steps restore what an earlier version did, so they are for its sources only. */
  readonly isNeutral: boolean
  readonly find: (parsed: ParsedSource, kind: MigratedKind, catalog: Catalog) => readonly Migration[]
}

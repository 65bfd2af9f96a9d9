// What lies around a config while it is compiled: where its text came from decides what may stand in it.
import type { GuardUse, StaticBinding } from '../schemas/generated/types.ts'

export interface Surroundings {
  /**
   * `project`: a file beside a manifest, every slug must be known there. `file`: a file alone, a store may know the
   * slug. `request`: the text of a request header, where literal secrets are normal and references to secrets of
   * this machine are refused.
   */
  readonly door: 'project' | 'file' | 'request'
  /** The stored providers of the manifest by slug; empty where there is none. */
  readonly providers: Readonly<Record<string, StaticBinding>>
  /** Set where the manifest has errors: what it stores and trusts is not known then, and slugs and hosts are not judged. */
  readonly unsettled?: true
  /** The manifest's trusted hosts, which open holes in the guard of custom hosts. */
  readonly trustedHosts: readonly string[]
  /** The guards of the manifest; absent where there is none. */
  readonly guards?: ManifestGuards
  /** Whether the manifest names a provider that embeds texts, which a semantic cache needs. */
  readonly semantic?: boolean
  /** The prefix of the gateway's own headers, where the manifest has another than the default. */
  readonly headerPrefix?: string
}

/** The guards of a manifest. */
export interface ManifestGuards {
  /** By identifier. */
  readonly named: Readonly<Record<string, GuardUse>>
  /** Identifiers of those that every request passes. */
  readonly before: readonly string[]
  /** Identifiers of those that every reply passes. */
  readonly after: readonly string[]
}

export const ALONE: Surroundings = { door: 'file', providers: {}, trustedHosts: [] }

// The type of a manifest rule.
import type { Catalog } from '../catalog.ts'
import type { JsonObject, ParsedSource } from '../source.ts'
import type { Site } from './site.ts'
import type { Tell } from './tell.ts'

export interface ManifestSubject {
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly manifest: JsonObject
  /** The stored providers, which have the same shape as configs. */
  readonly stored: readonly Site[]
}

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type ManifestRule = (subject: ManifestSubject, tell: Tell) => void

// The contract of a rule about manifests.
import type { Catalog } from '../catalog.ts'
import type { JsonObject, ParsedSource } from '../source.ts'
import type { Site } from './site.ts'
import type { Tell } from './tell.ts'

export interface ManifestSubject {
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly manifest: JsonObject
  /** The stored providers, which have the shape of sites. */
  readonly stored: readonly Site[]
}

/** Tells every breach of one law. Never throws, whatever shape the values have; never changes anything. */
export type ManifestRule = (subject: ManifestSubject, tell: Tell) => void

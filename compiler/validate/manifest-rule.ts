// The type of a manifest rule.

import type { JsonObject } from '../../schemas/values/json.ts'
import type { Catalog } from '../facts/catalog.ts'
import type { ParsedSource } from '../source.ts'
import type { ConfigNode } from './config-node.ts'
import type { ReportAt } from './report.ts'

export interface ManifestContext {
  readonly parsed: ParsedSource
  readonly catalog: Catalog
  readonly manifest: JsonObject
  /** The stored providers, which have the same shape as configs. */
  readonly storedNodes: readonly ConfigNode[]
  /** The identifiers of the configs of the project; undefined where they are not known. */
  readonly configs: readonly string[] | undefined
}

/** Reports every violation of one rule. Never throws, whatever the shape of the values; never changes anything. */
export type ManifestRule = (context: ManifestContext, report: ReportAt) => void

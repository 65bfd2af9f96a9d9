// The catalog for compiling what arrives while serving: inline configs, and what is saved by API. Patterns of header configs are only checked for syntax: the engine that runs
// them has linear time, and the analysis for catastrophic backtracking is too slow for the request path.
import { createRequire } from 'node:module'
import type { Catalog } from '../../compiler/facts/catalog.ts'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { createCatalog } from '../../compiler/facts/create-catalog.ts'
import { createPatternAnalysis } from '../../compiler/pattern-analysis/analyze-pattern.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { findSchemaError } from '../guardrails/detect/json-schema/link-schema.ts'
import { allAdapters } from '../providers/all-adapters.ts'
import { linkBaseUrls } from '../providers/base-url.ts'
import { chatFit } from '../providers/chat-fit.ts'
import { alwaysDroppedOverrides, unsupportedOverrides } from '../providers/unsupported-overrides.ts'
import { hostFault, trustedHostFault } from '../upstream/address.ts'
import { leavesDirectly, noProxyFault } from '../upstream/no-proxy.ts'

const load = createRequire(import.meta.url)

export const { analyzePattern, analyzePatternSyntax } = createPatternAnalysis(() => load('re2js'))

export const runtimeCatalog = (): Catalog =>
  createCatalog(
    catalogue,
    {
      ...linkBaseUrls(allAdapters),
      unsupportedOverrides,
      alwaysDroppedOverrides,
      chatFit,
      analyzePattern: analyzePatternSyntax,
      validateJsonSchema: findSchemaError,
      validateHost: hostFault,
      validateTrustedHost: trustedHostFault,
      noProxyFault,
      leavesDirectly,
    },
    catalogChecks,
  )

// The catalog of a compiler with the real providers and checks. The analysis of patterns is a parameter: its engine is loaded in different
// ways by a process and by a page.
import type { Catalog } from '../../compiler/facts/catalog.ts'
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { createCatalog } from '../../compiler/facts/create-catalog.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import { findSchemaErrors } from '../guardrails/detect/json-schema/link-schema.ts'
import { allAdapters } from '../providers/all-adapters.ts'
import { linkBaseUrls } from '../providers/base-url.ts'
import { chatFit } from '../providers/chat-fit.ts'
import { alwaysDroppedOverrides, unsupportedOverrides } from '../providers/unsupported-overrides.ts'
import { hostFault, trustedHostFault } from '../upstream/address.ts'
import { leavesDirectly, noProxyFault } from '../upstream/no-proxy.ts'

export const compilerCatalog = (analyzePattern: Catalog['analyzePattern']): Catalog =>
  createCatalog(
    catalogue,
    {
      ...linkBaseUrls(allAdapters),
      unsupportedOverrides,
      alwaysDroppedOverrides,
      chatFit,
      analyzePattern,
      validateJsonSchema: findSchemaErrors,
      validateHost: hostFault,
      validateTrustedHost: trustedHostFault,
      noProxyFault,
      leavesDirectly,
    },
    catalogChecks,
  )

// The real rows of the catalogue and its checks with validators that accept everything: enough for phases that validate nothing.
import { catalogChecks } from '../../compiler/facts/catalog-checks.ts'
import { createCatalog } from '../../compiler/facts/create-catalog.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'

export const tinyCatalog = createCatalog(
  catalogue,
  {
    baseUrl: spec => spec.baseUrl,
    baseUrlError: () => undefined,
    resourceOrigins: () => [],
    unsupportedOverrides: () => [],
    alwaysDroppedOverrides: () => [],
    chatFit: () => undefined,
    analyzePattern: () => undefined,
    validateJsonSchema: () => [],
    validateHost: () => undefined,
    validateTrustedHost: () => undefined,
    noProxyFault: () => undefined,
    leavesDirectly: () => false,
  },
  catalogChecks,
)

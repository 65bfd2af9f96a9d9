// The real rows of the catalogue and its checks with judges that find nothing wrong: enough for phases that judge nothing.
import { catalogChecks } from '../../compiler/catalog-checks.ts'
import { createCatalog } from '../../compiler/create-catalog.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'

export const tinyCatalog = createCatalog(
  catalogue,
  {
    baseUrl: spec => spec.baseUrl,
    baseUrlError: () => undefined,
    unsupportedOverrides: () => [],
    analyzePattern: () => undefined,
    validateJsonSchema: () => undefined,
    validateHost: () => undefined,
    validateTrustedHost: () => undefined,
  },
  catalogChecks,
)

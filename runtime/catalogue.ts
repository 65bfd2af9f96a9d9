// The catalog as the runtime knows it. Patterns of header configs are only checked for syntax: the engine that runs
// them has linear time, and the analysis for catastrophic backtracking is too slow for the request path.
import type { Catalog } from '../compiler/catalog.ts'
import { catalogChecks } from '../compiler/catalog-checks.ts'
import { catalogOf } from '../compiler/catalog-of.ts'
import { judgeSyntax } from '../compiler/judges/pattern.ts'
import { catalogue } from '../schemas/generated/catalogue.ts'
import { schemaMistake } from './guardrails/json/schema/schema-mistake.ts'
import { addressFault, providerAddress } from './providers/address.ts'
import { lostOverrides } from './providers/judge-overrides.ts'
import { hostFault, trustedHostFault } from './upstream/address.ts'

export const runtimeCatalog = (): Catalog =>
  catalogOf(
    catalogue,
    {
      address: providerAddress,
      addressFault,
      lostOverrides,
      judgePattern: judgeSyntax,
      judgeSchema: schemaMistake,
      judgeHost: hostFault,
      judgeTrustedHost: trustedHostFault,
    },
    catalogChecks,
  )

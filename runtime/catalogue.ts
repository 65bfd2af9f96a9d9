// The catalogue as the runtime knows it. Patterns of header configs are judged by their syntax alone: the engine that
// runs them is linear, and a search for attacks has no place in the path of a request.
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

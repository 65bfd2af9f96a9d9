// The real rows of the catalogue and its checks with judges that find nothing wrong: enough for phases that judge nothing.
import { catalogChecks } from '../../compiler/catalog-checks.ts'
import { catalogOf } from '../../compiler/catalog-of.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'

export const tinyCatalog = catalogOf(
  catalogue,
  {
    address: row => row.baseUrl,
    addressFault: () => undefined,
    lostOverrides: () => [],
    judgePattern: () => undefined,
    judgeSchema: () => undefined,
    judgeHost: () => undefined,
    judgeTrustedHost: () => undefined,
  },
  catalogChecks,
)

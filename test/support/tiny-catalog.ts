// The real rows of the catalogue with judges that find nothing wrong: enough for phases that judge nothing.
import { catalogOf } from '../../compiler/catalog-of.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'

export const tinyCatalog = catalogOf(catalogue, {
  address: row => row.baseUrl,
  addressFault: () => undefined,
  lostOverrides: () => [],
  judgePattern: () => undefined,
  judgeHost: () => undefined,
  judgeTrustedHost: () => undefined,
})

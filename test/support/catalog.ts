// The catalogue that is delivered, with the judges that are delivered.
import { catalogOf } from '../../compiler/catalog-of.ts'
import { judgePattern } from '../../compiler/judges/pattern.ts'
import { hostFault, trustedHostFault } from '../../runtime/upstream/address.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'

export const realCatalog = catalogOf(catalogue, {
  judgePattern,
  judgeHost: hostFault,
  judgeTrustedHost: trustedHostFault,
})

// The catalogue as the command line knows it: with the judge that also finds patterns which backtrack without bound.
import { hostFault, trustedHostFault } from '../../runtime/upstream/address.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { Catalog } from '../catalog.ts'
import { catalogOf } from '../catalog-of.ts'
import { judgePattern } from '../judges/pattern.ts'

export const cliCatalog = (): Catalog =>
  catalogOf(catalogue, { judgePattern, judgeHost: hostFault, judgeTrustedHost: trustedHostFault })

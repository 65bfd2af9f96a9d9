// The catalogue that is delivered, with the judges that are delivered.
import { cliCatalog } from '../../compiler/cli/catalogue.ts'

export const realCatalog = cliCatalog()

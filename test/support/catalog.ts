// The catalogue that is delivered, with the judges that are delivered.
import { cliCatalog } from '../../compiler/cli/cli-catalog.ts'

export const realCatalog = cliCatalog()

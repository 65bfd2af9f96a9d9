// The catalog of the published package, with its validators.
import { cliCatalog } from '../../compiler/cli/cli-catalog.ts'

export const realCatalog = cliCatalog()

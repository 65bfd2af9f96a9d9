// The checks of schemas/checks with their validators, as catalogs hold them.
import { checkValidators } from '../schemas/generated/check-validators.js'
import { checkDeclarations } from '../schemas/generated/checks.ts'
import type { CheckFacts } from './catalog.ts'

export const catalogChecks: readonly CheckFacts[] = checkDeclarations.map(declaration => ({
  ...declaration,
  validate: checkValidators[declaration.id],
}))

// The built-in checks (schemas/checks) with their validators, for a catalog.
import { checkValidators } from '../../schemas/generated/check-validators.js'
import { checkDeclarations } from '../../schemas/generated/checks.ts'
import type { CheckFacts } from './catalog.ts'

export const catalogChecks: readonly CheckFacts[] = checkDeclarations.map(declaration => ({
  ...declaration,
  validate: checkValidators[declaration.id],
}))

// The beta features that a body requests: a list, or the text of the header.
import type { Json } from '../../../schemas/values/json.ts'
import { asList } from '../../../schemas/values/json.ts'

export const betaNames = (betas: Json | undefined): readonly Json[] =>
  typeof betas === 'string' ? betas.split(',').map(name => name.trim()) : asList(betas)

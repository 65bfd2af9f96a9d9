// The beta features that a body requests, as a list or the text of the header, and those that a provider does not know.
import type { Json } from '../../../schemas/values/json.ts'
import { asList } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'

export const betaNames = (betas: Json | undefined): readonly Json[] =>
  typeof betas === 'string' ? betas.split(',').map(name => name.trim()) : asList(betas)

/** Features that a client requests and the provider does not know, as they are named in reports. */
export const unknownBetas = ({ unknownBetas: names = [] }: AdapterContext): readonly string[] =>
  names.map(name => `anthropic_beta.${name}`)

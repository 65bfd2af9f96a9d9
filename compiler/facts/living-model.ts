// Models that are suggested to those who have named none: in the command after a start, in the cases of an imported config, in a test without a body.
import { catalogue } from '../../schemas/generated/catalogue.ts'

/** The first model of a provider's file: it lives for half a year after the newest reading of the lives of models. */
export const livingModel = (provider: string): string | undefined =>
  catalogue.find(({ id }) => id === provider)?.models?.[0]

// The facts of a provider spec and of the model that adapters get.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { AdapterContext } from '../values/adapter.ts'
import type { FamilyFacts } from '../values/family-facts.ts'

export type SpecContext = Pick<
  AdapterContext,
  'defaults' | 'provider' | 'renames' | 'omits' | 'accepts' | 'developerRole' | 'quirks' | 'facts'
>

export const contextOfSpec = (spec: ProviderSpec, facts: FamilyFacts | undefined): SpecContext => ({
  defaults: (spec.defaults ?? {}) as AdapterContext['defaults'],
  provider: spec.id,
  ...(spec.renames === undefined ? {} : { renames: spec.renames }),
  ...(spec.omits === undefined ? {} : { omits: spec.omits }),
  ...(spec.accepts === undefined ? {} : { accepts: spec.accepts }),
  ...(spec.developerRole === undefined ? {} : { developerRole: spec.developerRole }),
  ...(spec.quirks === undefined ? {} : { quirks: spec.quirks }),
  ...(facts === undefined ? {} : { facts }),
})

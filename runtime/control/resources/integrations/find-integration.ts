// Integrations of AI providers in the store.
import type { ControlSources } from '../../core/control-sources.ts'
import { type FoundIntegration, INTEGRATION_KIND } from './integration.ts'
import { allOfKind, findOfKind } from './integration-kind.ts'

type Sources = Pick<ControlSources, 'replica'>

export const allIntegrations = (context: Sources): readonly FoundIntegration[] =>
  allOfKind(INTEGRATION_KIND, context)

/** An integration by its identifier or slug. */
export const findIntegration = (context: Sources, name: string): FoundIntegration | undefined =>
  findOfKind(INTEGRATION_KIND, context, name)

// Integrations of AI providers in the store, and who sees them.
import type { Failure } from '../../values/failures.ts'
import type { ApiRequest } from '../api/api-request.ts'
import type { ControlSources } from '../api/control-sources.ts'
import { type FoundIntegration, INTEGRATION_KIND } from './integration.ts'
import { allOfKind, findOfKind, findOwnedOfKind, findRequestedOfKind } from './integration-kind.ts'

type Sources = Pick<ControlSources, 'replica'>

export const allIntegrations = (context: Sources): readonly FoundIntegration[] =>
  allOfKind(INTEGRATION_KIND, context)

/** An integration by its identifier or slug. */
export const findIntegration = (context: Sources, name: string): FoundIntegration | undefined =>
  findOfKind(INTEGRATION_KIND, context, name)

/** The integration that the path of a request names, for whoever may see it. */
export const findRequestedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findRequestedOfKind(INTEGRATION_KIND, request, context)

/** The same for whoever may change it. */
export const findOwnedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findOwnedOfKind(INTEGRATION_KIND, request, context)

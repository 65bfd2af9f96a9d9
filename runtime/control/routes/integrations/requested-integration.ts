// The integration that the path of a request names, for callers who may see or change it.
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { type FoundIntegration, INTEGRATION_KIND } from '../../resources/integrations/integration.ts'
import {
  type FoundOfKind,
  findVisibleOfKind,
  type IntegrationKind,
} from '../../resources/integrations/integration-kind.ts'
import type { OwnedIntegration } from '../../resources/integrations/owned-integration.ts'

type Sources = Pick<ControlSources, 'replica'>

/** The integration that the path of a request names, for callers who may see it. */
export const findRequestedOfKind = <Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: ApiRequest,
  context: Sources,
): FoundOfKind<Saved> | Failure =>
  findVisibleOfKind(kind, request, context, request.path[kind.parameter] ?? '')

/** The same for callers who may change it. */
export function findOwnedOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: ApiRequest,
  context: Sources,
): FoundOfKind<Saved> | Failure {
  const found = findRequestedOfKind(kind, request, context)
  if (isFailure(found)) return found
  const { workspace, slug } = found.saved
  const owns = workspace === '' ? request.mayOrganise : request.may(workspace)
  return owns ? found : failure('forbidden', `The ${kind.noun} ${quoted(slug)} belongs to the organisation.`)
}

/** The integration that the path of a request names, for whoever may see it. */
export const findRequestedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findRequestedOfKind(INTEGRATION_KIND, request, context)

/** The same for whoever may change it. */
export const findOwnedIntegration = (request: ApiRequest, context: Sources): FoundIntegration | Failure =>
  findOwnedOfKind(INTEGRATION_KIND, request, context)

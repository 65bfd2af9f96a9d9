// Integrations of the store, and who sees them.
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest, ControlContext } from '../api/api-request.ts'
import {
  type FoundIntegration,
  hasAccess,
  INTEGRATION,
  integrationOf,
  type SavedIntegration,
} from './integration.ts'

export const allIntegrations = ({ replica }: Pick<ControlContext, 'replica'>): readonly FoundIntegration[] =>
  (replica?.all(INTEGRATION).toArray() ?? [])
    .map(integrationOf)
    .sort((left, right) => (left.integration.slug < right.integration.slug ? -1 : 1))

/** An integration by its identifier or slug. */
export const findIntegration = (
  context: Pick<ControlContext, 'replica'>,
  name: string,
): FoundIntegration | undefined =>
  allIntegrations(context).find(({ integration }) => integration.slug === name || integration.id === name)

/** Whoever has access sees it; who owns it changes it. */
export const isVisibleIntegration = (
  request: Pick<ApiRequest, 'mayOrganise' | 'may' | 'principal'>,
  integration: SavedIntegration,
): boolean =>
  request.mayOrganise ||
  request.principal.workspaces.keys().some(each => request.may(each) && hasAccess(integration, each))

export function findVisibleIntegration(
  request: Pick<ApiRequest, 'mayOrganise' | 'may' | 'principal'>,
  context: Pick<ControlContext, 'replica'>,
  name: string,
): FoundIntegration | Failure {
  const found = findIntegration(context, name)
  return found !== undefined && isVisibleIntegration(request, found.integration)
    ? found
    : failure('not_found', `There is no integration ${quoted(name)}.`)
}

/** The integration that the path of a request names, for whoever may see it. */
export const findRequestedIntegration = (
  request: ApiRequest,
  context: Pick<ControlContext, 'replica'>,
): FoundIntegration | Failure => findVisibleIntegration(request, context, request.path['integrationId'] ?? '')

/** The same for whoever may change it. */
export function findOwnedIntegration(
  request: ApiRequest,
  context: Pick<ControlContext, 'replica'>,
): FoundIntegration | Failure {
  const found = findRequestedIntegration(request, context)
  if (isFailure(found)) return found
  const { workspace, slug } = found.integration
  const owns = workspace === '' ? request.mayOrganise : request.may(workspace)
  return owns ? found : failure('forbidden', `The integration ${quoted(slug)} belongs to the organisation.`)
}

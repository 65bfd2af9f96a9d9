// Integrations of one kind in the store, and who sees and changes them.
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import type { Requester } from '../../core/principal.ts'
import type { Resource } from '../../core/resource-store.ts'
import { hasAccess, type OwnedIntegration } from './owned-integration.ts'

export interface IntegrationKind<Saved extends OwnedIntegration> {
  /** In the store, where they are named by their slugs, and in the audit log. */
  readonly kind: string
  /** `MCP integration`. */
  readonly noun: string
  /** The parameter of paths. */
  readonly parameter: string
  readonly read: (resource: Resource) => Saved
}

export interface FoundOfKind<Saved> {
  readonly saved: Saved
  readonly revision: number
}

type Sources = Pick<ControlSources, 'replica'>

/** By their slugs. */
export const allOfKind = <Saved extends OwnedIntegration>(
  { kind, read }: IntegrationKind<Saved>,
  { replica }: Sources,
): readonly FoundOfKind<Saved>[] =>
  (replica?.all(kind).toArray() ?? [])
    .map(resource => ({ saved: read(resource), revision: resource.revision }))
    .sort((left, right) => (left.saved.slug < right.saved.slug ? -1 : 1))

/** By its identifier or slug. */
export const findOfKind = <Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  context: Sources,
  name: string,
): FoundOfKind<Saved> | undefined => findNamed(allOfKind(kind, context), name, ({ saved }) => saved)

/** Callers with access see it; its owner changes it. */
export const isVisibleTo = (request: Requester, saved: OwnedIntegration): boolean =>
  request.mayOrganise ||
  request.principal.workspaces.keys().some(each => request.may(each) && hasAccess(saved, each)) ||
  (request.principal.organisation !== undefined && isOfWorkspaces(request, saved))

/** Whether it is used in a workspace where a caller of the organisation has the scope of workspaces alone. */
const isOfWorkspaces = ({ may }: Requester, saved: OwnedIntegration): boolean =>
  saved.workspace === ''
    ? Object.keys(saved.access).some(each => may(each) && hasAccess(saved, each))
    : may(saved.workspace)

export function findVisibleOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: Requester,
  context: Sources,
  name: string,
): FoundOfKind<Saved> | Failure {
  const found = findOfKind(kind, context, name)
  return found !== undefined && isVisibleTo(request, found.saved)
    ? found
    : failure('not_found', `There is no ${kind.noun} ${quoted(name)}.`)
}

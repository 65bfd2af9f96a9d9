// Integrations of one kind in the store, and who sees and changes them.
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import type { ApiRequest } from '../api/api-request.ts'
import type { ControlSources } from '../api/control-sources.ts'
import type { Resource } from '../resource-store.ts'
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
type Reader = Pick<ApiRequest, 'mayOrganise' | 'may' | 'principal'>

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
): FoundOfKind<Saved> | undefined =>
  allOfKind(kind, context).find(({ saved }) => saved.slug === name || saved.id === name)

/** Callers with access see it; its owner changes it. */
export const isVisibleTo = (request: Reader, saved: OwnedIntegration): boolean =>
  request.mayOrganise ||
  request.principal.workspaces.keys().some(each => request.may(each) && hasAccess(saved, each))

export function findVisibleOfKind<Saved extends OwnedIntegration>(
  kind: IntegrationKind<Saved>,
  request: Reader,
  context: Sources,
  name: string,
): FoundOfKind<Saved> | Failure {
  const found = findOfKind(kind, context, name)
  return found !== undefined && isVisibleTo(request, found.saved)
    ? found
    : failure('not_found', `There is no ${kind.noun} ${quoted(name)}.`)
}

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

// What integrations of every kind have: of AI providers, MCP servers and agents. One belongs to the organisation, which gives workspaces
// access to it, or to one workspace.
import { asObject, asText, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import { workspaceId } from '../../access/workspaces/choose-workspace.ts'
import type { ControlSources, ReadSources } from '../../core/control-sources.ts'
import { findNamed } from '../../core/find-named.ts'
import type { Requester } from '../../core/principal.ts'
import type { Resource } from '../../core/resource-store.ts'

type Context = ReadSources

export interface OwnedIntegration {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly description: string | null
  /** The slug of the workspace that it belongs to; empty for the organisation. */
  readonly workspace: string
  /** Access by the slugs of workspaces, and of all others. */
  readonly access: Flags
  readonly globalAccess: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export interface Flags {
  readonly [name: string]: boolean
}

export const flagsOf = (value: unknown): Flags =>
  Object.fromEntries(Object.entries(asObject(value)).map(([name, has]) => [name, has === true]))

export const ownedIntegrationOf = ({
  id: slug,
  value,
}: Pick<Resource, 'id' | 'value'>): OwnedIntegration => ({
  id: asText(value['id']) ?? '',
  slug,
  name: asText(value['name']) ?? slug,
  description: asText(value['description']) ?? null,
  workspace: asText(value['workspace']) ?? '',
  access: flagsOf(value['access']),
  globalAccess: value['global_access'] === true,
  createdAt: asText(value['created_at']) ?? '',
  updatedAt: asText(value['last_updated_at']) ?? '',
})

/** The same in the store. */
export const storedIntegrationFacts = (saved: OwnedIntegration): JsonObject => ({
  id: saved.id,
  name: saved.name,
  description: saved.description,
  workspace: saved.workspace,
  access: saved.access,
  global_access: saved.globalAccess,
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
})

/** The same for readers; access has a route of its own. */
export const shownIntegrationFacts = (saved: OwnedIntegration, context: Context): JsonObject => ({
  id: saved.id,
  slug: saved.slug,
  name: saved.name,
  description: saved.description,
  workspace_id: saved.workspace === '' ? null : workspaceId(context, saved.workspace),
  owner: 'api',
  created_at: saved.createdAt,
  last_updated_at: saved.updatedAt,
})

/** Whether calls of a workspace may use it. */
export const hasAccess = (
  { workspace: own, access, globalAccess }: Pick<OwnedIntegration, 'workspace' | 'access' | 'globalAccess'>,
  workspace: string,
): boolean =>
  own === ''
    ? Object.hasOwn(access, workspace)
      ? access[workspace] === true
      : globalAccess
    : own === workspace

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

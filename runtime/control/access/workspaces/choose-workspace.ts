// The workspace that a request acts in: the one that it names, or the only one that its caller belongs to. None is ever guessed for
// callers of the organisation: what they write would be without effect elsewhere.
import { joinNames } from '../../../../schemas/values/format-names.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, isFailure, quoted } from '../../../values/failures.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { workspacesOf } from '../../core/listing.ts'
import {
  findWorkspace,
  isActive,
  manifestWorkspaces,
  WORKSPACE,
  WORKSPACES_BY_SLUG,
  WORKSPACES_BY_STATUS,
} from './model.ts'

type Sources = ReadSources
type Requester = Pick<ApiRequest, 'principal' | 'may'>

/**
 * The slug of the workspace; `name` is its identifier or slug. Without a name it is that of a caller of one workspace; `otherwise` is
 * what others may name besides a workspace.
 */
export function chooseWorkspace(
  request: Requester,
  context: Sources,
  name: string | undefined,
  otherwise = '',
): string | Failure {
  if (name === undefined) return ownWorkspace(request) ?? unnamed(request, context, otherwise)
  const found = findWorkspace(context, name)
  return found !== undefined && request.may(found.workspace.slug) ? found.workspace.slug : noWorkspace(name)
}

/** The workspace that the path of a request names. */
export function workspaceOfPath(request: ApiRequest, context: Sources): string | Failure {
  const name = request.path['workspaceId'] ?? ''
  const slug = findWorkspace(context, name)?.workspace.slug
  return slug !== undefined && request.may(slug)
    ? slug
    : failure('not_found', `There is no workspace ${quoted(name)}.`)
}

/** The workspace of each item of a list that a body has. */
export function chooseWorkspaces(
  items: readonly { readonly workspace_id?: string }[],
  request: Requester,
  context: Sources,
): readonly string[] | Failure {
  const chosen = new Map<string | undefined, string>()
  const slugs: string[] = []
  for (const { workspace_id: name } of items) {
    const slug = chosen.get(name) ?? chooseWorkspace(request, context, name)
    if (isFailure(slug)) return slug
    chosen.set(name, slug)
    slugs.push(slug)
  }
  return slugs
}

/** The same where `null` is the organisation itself: for what it may own. */
export function chooseOwner(
  request: Requester & Pick<ApiRequest, 'mayOrganise'>,
  context: Sources,
  name: string | null | undefined,
): string | null | Failure {
  if (name === null) return request.mayOrganise ? null : ofOrganisation(request)
  return chooseWorkspace(request, context, name, request.mayOrganise ? ', or null for the organisation' : '')
}

/** The workspace of what is made, which is refused in one that is archived. */
export function chooseActiveWorkspace(
  request: Requester,
  context: Sources,
  name: string | undefined,
): string | Failure {
  const slug = chooseWorkspace(request, context, name)
  if (isFailure(slug)) return slug
  return findWorkspace(context, slug)?.workspace.status === 'archived'
    ? failure('conflict', `The workspace ${quoted(slug)} is archived.`, { param: 'workspace_id' })
    : slug
}

/** The only workspace in which a caller of workspaces may use the route. */
function ownWorkspace({ principal, may }: Requester): string | undefined {
  if (principal.organisation !== undefined) return undefined
  const own = [...principal.workspaces.keys()].filter(may)
  return own.length === 1 ? own[0] : undefined
}

const noWorkspace = (name: string): Failure =>
  failure('not_found', `There is no workspace ${quoted(name)}.`, { param: 'workspace_id' })

const ofOrganisation = ({ principal }: Requester): Failure =>
  failure('forbidden', `workspace_id is null, but "${principal.id}" does not act for the organisation.`, {
    param: 'workspace_id',
  })

/** Workspaces that a message names. */
const MAX_NAMED = 20

function unnamed(request: Requester, context: Sources, otherwise: string): Failure {
  const slugs = activeSlugs(request, context, MAX_NAMED + 1)
  const names = slugs.slice(0, MAX_NAMED).map(quoted)
  if (slugs.length > MAX_NAMED) names.push('another workspace')
  const list = names.length === 0 ? 'a workspace' : joinNames(names, 'or')
  return failure('invalid_request', `workspace_id is missing: name ${list}${otherwise}.`, {
    param: 'workspace_id',
  })
}

/** The first active workspaces that the caller may see. */
function activeSlugs(request: Requester, context: Sources, limit: number): readonly string[] {
  const { replica } = context
  const own = manifestWorkspaces(context).map(({ workspace }) => workspace.slug)
  const seen = workspacesOf(request)?.toSorted()
  const stored =
    seen === undefined
      ? (replica?.find(WORKSPACES_BY_STATUS, 'active').slice(0, limit + own.length) ?? [])
      : seen.flatMap(slug => replica?.find(WORKSPACES_BY_SLUG, slug) ?? []).filter(isActive)
  const slugs = new Set([...own.filter(request.may), ...stored.map(({ id }) => id)])
  return [...slugs].slice(0, limit)
}

/** The identifier of a workspace by its slug; that of a slug that is gone stays what it was for the manifest. */
export const workspaceId = (context: Sources, slug: string): string =>
  findWorkspace(context, slug)?.workspace.id ?? derivedUuid(context.hash, WORKSPACE, slug)

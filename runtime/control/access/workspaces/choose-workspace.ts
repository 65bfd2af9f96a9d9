// The workspace that a request acts in: the one that it names, or that of its key.
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ApiRequest } from '../../core/api-request.ts'
import type { ReadSources } from '../../core/control-sources.ts'
import { findWorkspace, WORKSPACE } from './workspace.ts'

type Sources = ReadSources

/** The slug of the workspace; `name` is its identifier or slug. */
export function chooseWorkspace(
  { principal, may }: Pick<ApiRequest, 'principal' | 'may'>,
  context: Sources,
  name: string | undefined,
): string | Failure {
  if (name !== undefined) {
    const found = findWorkspace(context, name)
    return found !== undefined && may(found.workspace.slug)
      ? found.workspace.slug
      : failure('not_found', `There is no workspace ${quoted(name)}.`, { param: 'workspace_id' })
  }
  if (principal.organisation !== undefined) return DEFAULT_WORKSPACE
  const own = [...principal.workspaces.keys()].filter(may)
  const [only] = own
  return only !== undefined && own.length === 1
    ? only
    : failure('invalid_request', 'workspace_id is missing: the caller belongs to several workspaces.', {
        param: 'workspace_id',
      })
}

const DEFAULT_WORKSPACE = 'default'

/** The identifier of a workspace by its slug; that of a slug that is gone stays what it was for the manifest. */
export const workspaceId = (context: Sources, slug: string): string =>
  findWorkspace(context, slug)?.workspace.id ?? derivedUuid(context.hash, WORKSPACE, slug)

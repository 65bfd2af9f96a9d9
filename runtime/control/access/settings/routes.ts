// The routes of settings, of the organisation and of workspaces: each has one document, which is there from the beginning.
import { roleFacts } from '../../../../schemas/generated/control-routes.ts'
import { asObject, isObject, type JsonObject } from '../../../../schemas/values/json.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import type { ApiReply, ApiRequest, SomeHandlers } from '../../core/api-request.ts'
import { commitChange } from '../../core/commit-change.ts'
import type { WriteSources } from '../../core/control-sources.ts'
import { workspaceOfPath } from '../workspaces/choose-workspace.ts'
import { maxSessionTtl, ORGANISATION_SETTINGS, roleSettings, SETTINGS, workspaceSettings } from './model.ts'

type Context = WriteSources

export const settingsHandlers = {
  readOrganisationSettings: async (_request, context) => show(context, undefined),
  updateOrganisationSettings: (request, context) => update(request, context, undefined),
  readWorkspaceSettings: async (request, context) => {
    const slug = workspaceOfPath(request, context)
    return isFailure(slug) ? slug : show(context, slug)
  },
  updateWorkspaceSettings: async (request, context) => {
    const slug = workspaceOfPath(request, context)
    return isFailure(slug) ? slug : await update(request, context, slug)
  },
} satisfies SomeHandlers<Context>

const idOf = (workspace: string | undefined): string =>
  workspace === undefined ? ORGANISATION_SETTINGS : workspaceSettings(workspace)

const show = ({ replica }: Context, workspace: string | undefined): ApiReply => ({
  body: {
    object: 'settings',
    ...roleSettings(replica, workspace),
    ...(workspace === undefined && { session_settings: { max_session_ttl: maxSessionTtl(replica) ?? null } }),
  },
  revision: replica?.get(SETTINGS, idOf(workspace))?.revision ?? 0,
})

async function update(
  request: ApiRequest & { readonly body: JsonObject },
  context: Context,
  workspace: string | undefined,
): Promise<ApiReply | Failure> {
  const id = idOf(workspace)
  const found = context.replica?.get(SETTINGS, id)
  const before = asObject(found?.value)
  const roles = Object.fromEntries(
    Object.keys(roleFacts.settings).flatMap(name => {
      const given = request.body[name] === undefined ? before[name] : request.body[name]
      return typeof given === 'boolean' ? [[name, given]] : []
    }),
  )
  const { session_settings: session = before['session_settings'] } = request.body
  const value: JsonObject = { ...roles, ...(isObject(session) && { session_settings: session }) }
  const revision = await commitChange(context, request, {
    action: 'update',
    resource: SETTINGS,
    id,
    workspace: workspace ?? null,
    before,
    after: value,
    writes: [{ kind: SETTINGS, id, value, expects: request.expects ?? found?.revision ?? 'absent' }],
  })
  return isFailure(revision) ? revision : show(context, workspace)
}

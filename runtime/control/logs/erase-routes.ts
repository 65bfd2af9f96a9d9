// Erases bodies of a workspace or of one user. The entry of the audit log is written first: an erasure that fails in its middle is
// repeated, one that nobody knows of is not.
import { asText } from '../../../schemas/values/json.ts'
import { userIdentities } from '../../gateway/user-identity.ts'
import { isFailure } from '../../values/failures.ts'
import { chooseWorkspace } from '../access/workspaces/choose-workspace.ts'
import type { Handlers } from '../core/api-request.ts'
import { commitChange } from '../core/commit-change.ts'
import type { WriteSources } from '../core/control-sources.ts'
import type { LogSources } from './log-store.ts'
import { LOG_STORE_REQUIRED } from './log-view.ts'

type Context = WriteSources & LogSources

export const eraseHandlers: Handlers<'eraseLogBodies', Context> = {
  eraseLogBodies: async (request, context) => {
    if (context.logs === undefined) return LOG_STORE_REQUIRED
    const workspace = chooseWorkspace(request, context, asText(request.query['workspace_id']))
    if (isFailure(workspace)) return workspace
    const named = asText(request.query['user'])
    const users = named === undefined ? undefined : userIdentities(named, context.hash)
    const user = users?.[0]
    const recorded = await commitChange(context, request, {
      action: 'erase_bodies',
      resource: 'log',
      id: user ?? workspace,
      workspace,
      before: null,
      after: { workspace, user: user ?? null },
      writes: [],
    })
    if (isFailure(recorded)) return recorded
    const erasures = users?.map(each => ({ workspace, user: each })) ?? [{ workspace }]
    let erased = 0
    for (const each of erasures) erased += await context.logs.erase(each)
    return { body: { erased, object: 'erasure' } }
  },
}

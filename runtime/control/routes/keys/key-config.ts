// The config that a key names as its default, by the slug that its calls know.
import type { KeyDefaults } from '../../../../schemas/generated/control-types.ts'
import { type Failure, failure, quoted } from '../../../values/failures.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { configOfWorkspace } from '../../resources/configs/config-of-workspace.ts'

/** The body with the slug of the config, or 404 where its workspace has none of that name. */
export function withConfigOf<Body extends { readonly defaults?: KeyDefaults }>(
  body: Body,
  workspace: string | null,
  context: Pick<ControlSources, 'plans' | 'hash' | 'replica'>,
): Body | Failure {
  const { defaults } = body
  const named = defaults?.config_id
  if (defaults === undefined || typeof named !== 'string' || named === '' || workspace === null) return body
  const slug = configOfWorkspace(context, workspace, named)
  return slug === undefined
    ? failure('not_found', `There is no config ${quoted(named)} in the workspace ${quoted(workspace)}.`, {
        param: 'defaults.config_id',
      })
    : { ...body, defaults: { ...defaults, config_id: slug } }
}

// Configs that calls of a workspace can name: those of the project, and its own of the store.
import { linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed } from '../../core/find-named.ts'
import { CONFIG } from './saved-config.ts'

type Sources = Pick<ControlSources, 'plans' | 'hash' | 'replica'>

/** The slug of a config, by its slug or identifier; undefined where calls of the workspace cannot name one so. */
export function configOfWorkspace(
  { plans, hash, replica }: Sources,
  workspace: string,
  name: string,
): string | undefined {
  const slug = linkDerivedIds(hash, 'config', () => Object.keys(plans))(name)
  if (slug !== undefined || Object.hasOwn(plans, name)) return slug ?? name
  const found = replica && findResourceNamed(replica, CONFIG, name)
  return found?.value['workspace'] === workspace ? found.id : undefined
}

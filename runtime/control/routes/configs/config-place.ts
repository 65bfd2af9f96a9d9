// What a config of a workspace may name when it is written: what is saved later is found by calls.
import { linkDerivedIds } from '../../../../schemas/values/uuid.ts'
import type { ControlSources } from '../../core/control-sources.ts'
import { findResourceNamed, identifiersIn } from '../../core/find-named.ts'
import type { ConfigPlace } from '../../resources/configs/compile-config.ts'
import { PROMPT } from '../../resources/prompts/saved-template.ts'
import { linkProviderIds } from '../../resources/providers/provider-ids.ts'
import { slugsOfWorkspace } from '../../resources/providers/slugs-of-workspace.ts'

/** `text`: that of the config, which may name things by their identifiers. */
export function placeOfConfig(
  context: Pick<ControlSources, 'prompts' | 'replica' | 'hash' | 'gateway'>,
  workspace: string,
  text: string,
): ConfigPlace {
  const { replica, prompts = {}, hash } = context
  const saved = replica?.all(PROMPT).filter(({ value }) => value['workspace'] === workspace)
  const named = identifiersIn(text)
  const providerOf = linkProviderIds(context)
  const promptOf = linkDerivedIds(hash, 'prompt', () => Object.keys(prompts))
  const isPrompt = (id: string): boolean =>
    promptOf(id) !== undefined ||
    (replica && findResourceNamed(replica, PROMPT, id))?.value['workspace'] === workspace
  return {
    workspace,
    slugs: new Set([
      ...slugsOfWorkspace({ replica }, workspace),
      ...named.filter(id => providerOf(id, workspace) !== undefined),
    ]),
    prompts: [...Object.keys(prompts), ...(saved?.map(({ id }) => id) ?? []), ...named.filter(isPrompt)],
  }
}

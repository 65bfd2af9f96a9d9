// What a config of a workspace may name when it is written: what is saved later is found by calls.

import type { ControlSources } from '../../core/control-sources.ts'
import type { ConfigPlace } from '../../resources/configs/compile-config.ts'
import { PROMPT } from '../../resources/prompts/saved-template.ts'
import { slugsOfWorkspace } from '../../resources/providers/slugs-of-workspace.ts'

export function placeOfConfig(
  { replica, prompts }: Pick<ControlSources, 'prompts' | 'replica'>,
  workspace: string,
): ConfigPlace {
  const saved = replica?.all(PROMPT).filter(({ value }) => value['workspace'] === workspace)
  return {
    workspace,
    slugs: slugsOfWorkspace({ replica }, workspace),
    prompts: [...Object.keys(prompts ?? {}), ...(saved?.map(({ id }) => id) ?? [])],
  }
}

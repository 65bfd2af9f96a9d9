// What a config of a workspace may name when it is written: what is saved later is found by calls.

import type { ControlSources } from '../api/control-sources.ts'
import { PROMPT } from '../prompts/saved-template.ts'
import { slugsOfWorkspace } from '../providers/slugs-of-workspace.ts'

export interface ConfigPlace {
  readonly workspace: string
  /** The slugs of the store's providers. */
  readonly slugs: ReadonlySet<string>
  /** The slugs of prompts: of the project, and of the workspace. */
  readonly prompts: readonly string[]
}

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

// Why a prompt is not found, in the words of every source of prompts.
import { failure, quoted } from '../values/failures.ts'

const MAX_LISTED = 8

/**
 * `ids` are those that the caller may use, undefined where it may not list them; `workspace` is its own, where a store has more than
 * those of the project.
 */
export const unknownPrompt = (id: string, ids: readonly string[] | undefined, workspace?: string) =>
  failure(
    'unknown_prompt',
    `Unknown prompt ${quoted(id)}.${ids === undefined ? '' : known(ids, workspace)}`,
    {
      param: 'prompt',
    },
  )

const known = (ids: readonly string[], workspace: string | undefined): string =>
  ids.length === 0
    ? ` ${workspace === undefined ? 'This gateway' : `The workspace ${quoted(workspace)}`} has no saved prompts.`
    : ` Saved prompts${workspace === undefined ? '' : ` of the workspace ${quoted(workspace)}`}: ${ids.toSorted().slice(0, MAX_LISTED).join(', ')}${ids.length > MAX_LISTED ? ', …' : ''}.`

/** `known` is a sentence about the versions that there are. */
export const unknownVersion = (id: string, version: string, known: string) =>
  failure('unknown_prompt', `The prompt ${quoted(id)} has no version or label ${quoted(version)}. ${known}`, {
    param: 'prompt',
  })

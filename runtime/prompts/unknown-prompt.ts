// Why a prompt is not found, in the words of every source of prompts.
import { failure, quoted } from '../values/failures.ts'

const MAX_LISTED = 8

export const unknownPrompt = (id: string, ids: readonly string[]) =>
  failure(
    'unknown_prompt',
    `Unknown prompt ${quoted(id)}. ${
      ids.length === 0
        ? 'This gateway has no saved prompts.'
        : `Saved prompts: ${ids.toSorted().slice(0, MAX_LISTED).join(', ')}${ids.length > MAX_LISTED ? ', …' : ''}.`
    }`,
    { param: 'prompt' },
  )

/** `known` is a sentence about the versions that there are. */
export const unknownVersion = (id: string, version: string, known: string) =>
  failure('unknown_prompt', `The prompt ${quoted(id)} has no version or label ${quoted(version)}. ${known}`, {
    param: 'prompt',
  })

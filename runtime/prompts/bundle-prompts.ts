// The prompts of a bundle. Each has one version, the published one; labels come with a store.

import type { Bundle } from '../../schemas/generated/types.ts'
import { linkDerivedIds } from '../../schemas/values/uuid.ts'
import type { Ports } from '../values/ports.ts'
import { type FindPartial, linkPrompt } from './link-prompt.ts'
import type { PromptSource } from './prompt-source.ts'
import { unknownPrompt, unknownVersion } from './unknown-prompt.ts'

const VERSION = 1
const PUBLISHED: ReadonlySet<string | undefined> = new Set([
  undefined,
  'latest',
  'published',
  String(VERSION),
])

/** `hash`: that of the process, by which the API names them too. */
export function bundlePrompts(
  { prompts = {}, partials = {} }: Pick<Bundle, 'prompts' | 'partials'>,
  hash: Ports['hash'],
): PromptSource {
  const slugOf = linkDerivedIds(hash, 'prompt', () => Object.keys(prompts))
  const partial: FindPartial = (id, version) =>
    PUBLISHED.has(version) && Object.hasOwn(partials, id) ? partials[id] : undefined
  const linked = new Map(
    Object.entries(prompts).map(([id, prompt]) => [id, linkPrompt(id, VERSION, prompt, partial)]),
  )
  return {
    find: (id, version, _workspace, mayList) => {
      const prompt = linked.get(id) ?? linked.get(slugOf(id) ?? '')
      if (prompt === undefined) return unknownPrompt(id, mayList ? [...linked.keys()] : undefined)
      return PUBLISHED.has(version) ? prompt : unknownVersion(id, version ?? '', 'Its only version is 1.')
    },
  }
}

// What a model accepts: the facts of its family (schemas/families/), with what differs at the provider that hosts it.
import { families } from '../../schemas/generated/families.ts'
import type { FamilyLack, ModelFamily, Thinking } from '../../schemas/generated/types.ts'

export interface ModelFacts {
  readonly thinking: Thinking
  /** Parameters that the model rejects at any value. */
  readonly refuses: readonly string[]
  /** What the model cannot be asked for. */
  readonly lacks: readonly FamilyLack[]
}

interface Entry {
  readonly name: string
  readonly isPrefix: boolean
  readonly family: ModelFamily
}

/** The longest names first, so that the first match is the most specific. */
const entries: readonly Entry[] = families
  .flatMap(family =>
    family.models.map(
      (model): Entry => ({
        name: model.endsWith('*') ? model.slice(0, -1) : model,
        isPrefix: model.endsWith('*'),
        family,
      }),
    ),
  )
  .sort((one, other) => other.name.length - one.name.length)

/** The facts of a model at a provider; undefined for a name that belongs to no family, such as that of a deployment. */
export function modelFacts(model: string, provider: string | undefined): ModelFacts | undefined {
  const name = bareName(model)
  const family = entries.find(each =>
    each.isPrefix ? name.startsWith(each.name) : name === each.name,
  )?.family
  if (family === undefined) return undefined
  const host = provider === undefined ? undefined : family.hosts?.[provider]
  return {
    thinking: host?.thinking ?? family.thinking,
    refuses: host?.refuses ?? family.refuses ?? [],
    lacks: host?.lacks ?? family.lacks ?? [],
  }
}

/** The name without path, region, publisher and version: `us.anthropic.claude-opus-4-6-v1:0` is `claude-opus-4-6`. */
const bareName = (model: string): string =>
  model
    .slice(model.lastIndexOf('/') + 1)
    .replace(/^(?:[a-z-]+\.)+/, '')
    .replace(/@.*$/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replaceAll(/(\d)\.(\d)/g, '$1-$2')

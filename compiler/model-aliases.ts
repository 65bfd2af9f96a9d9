// Aliases of models: names that requests may use for other models, possibly through further aliases.
import type { AliasedModel, ModelAliases, PlanAliases } from '../schemas/generated/types.ts'

/** The names from an alias to the model it stands for; a loop ends with the name that it repeats. */
export function traceModelAlias(name: string, aliases: ModelAliases): readonly string[] {
  const names = [name]
  for (let current = name; ; ) {
    const next = Object.hasOwn(aliases, current) ? aliases[current] : undefined
    if (next === undefined) return names
    const repeated = names.includes(next)
    names.push(next)
    if (repeated) return names
    current = next
  }
}

/** The slug and model of `@slug/model`, or of a model without a slug. */
export function parseAliasedModel(text: string): AliasedModel {
  const [, slug, model] = /^@([^/]+)\/(.+)$/s.exec(text) ?? []
  return slug === undefined || model === undefined ? { model: text } : { slug, model }
}

/** Every alias with the model at the end of its chain. */
export const resolveAliases = (aliases: ModelAliases): PlanAliases =>
  Object.fromEntries(
    Object.keys(aliases).map(name => [
      name,
      parseAliasedModel(traceModelAlias(name, aliases).at(-1) ?? name),
    ]),
  )

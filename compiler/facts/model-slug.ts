// How requests and configs write models: `@slug/model` names a stored provider, and its slug is not part of the model that is sent;
// an alias refers to another model, possibly through further aliases.
import type { AliasedModel, PlanAliases } from '../../schemas/generated/types.ts'

/** The models of aliases by name, as they are written. */
export type WrittenAliases = Readonly<Record<string, string>>

export interface ModelSlug {
  readonly slug: string
  readonly model: string
}

const MODEL_SLUG = /^@([^/]+)\/(.+)$/s

/** The two parts of `@slug/model`; undefined for any other value. */
export function parseModelSlug(model: unknown): ModelSlug | undefined {
  const [, slug, name] = (typeof model === 'string' ? MODEL_SLUG.exec(model) : undefined) ?? []
  return slug === undefined || name === undefined ? undefined : { slug, model: name }
}

/** The names from an alias to the model it refers to; a loop ends with the name that it repeats. */
export function traceModelAlias(name: string, aliases: WrittenAliases): readonly string[] {
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
export const parseAliasedModel = (text: string): AliasedModel => parseModelSlug(text) ?? { model: text }

/** Every alias with the model at the end of its chain, which may be a plain name. */
export const resolveAliases = (
  aliases: WrittenAliases,
  findPlain?: (name: string) => AliasedModel | undefined,
): PlanAliases =>
  Object.fromEntries(
    Object.keys(aliases).map(name => {
      const model = traceModelAlias(name, aliases).at(-1) ?? name
      return [name, findPlain?.(model) ?? parseAliasedModel(model)]
    }),
  )

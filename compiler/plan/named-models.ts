// The models that a project names, each at the provider that it is called at, with its life: in overrides of configs, aliases, prompts and
// the embeddings of semantic caches.
import { lives } from '../../schemas/generated/lives.ts'
import type { Binding, Gateway, Plan, PlanPrompt } from '../../schemas/generated/types.ts'
import { createLifeSearch, type ModelLife } from '../../schemas/values/model-life.ts'
import { parseAliasedModel } from '../facts/model-slug.ts'
import { membersWith, modelAt, poolOf } from '../facts/pool-members.ts'

export interface ProjectModel {
  /** The identifier of its provider. */
  readonly provider: string
  /** The only stored provider that it is named at, which may have prices of its own; undefined if there are several. */
  readonly slug: string | undefined
  readonly model: string
  /** Where it is named, such as `config chat`. */
  readonly usedBy: readonly string[]
  readonly life: ModelLife | undefined
}

/** What models are named in. */
export interface NamingProject {
  readonly gateway: Gateway | undefined
  readonly plans: ReadonlyMap<string, Plan>
  readonly prompts: ReadonlyMap<string, { readonly prompt: Pick<PlanPrompt, 'provider' | 'parameters'> }>
}

/** Those that end first, then by name. Models of custom hosts and of providers in a store are not known. */
export function namedModels({ gateway, plans, prompts }: NamingProject): readonly ProjectModel[] {
  const uses = new Map<
    string,
    { provider: string; model: string; usedBy: Set<string>; slugs: Set<string | undefined> }
  >()
  const add = (provider: string | undefined, model: unknown, by: string, slug?: string): void => {
    if (provider === undefined || typeof model !== 'string') return
    const key = `${provider} ${model}`
    const use = uses.get(key) ?? { provider, model, usedBy: new Set(), slugs: new Set() }
    use.usedBy.add(by)
    use.slugs.add(slug)
    uses.set(key, use)
  }
  const providerAt = (slug: string): string | undefined => {
    const stored = gateway?.providers
    const binding = stored !== undefined && Object.hasOwn(stored, slug) ? stored[slug] : undefined
    return binding === undefined || binding.custom ? undefined : binding.provider
  }
  /** A model at a stored provider, or by its name at each member of a pool. */
  const addAt = (slug: string, model: unknown, by: string): void => {
    const pool = gateway && poolOf(slug, gateway)
    if (pool === undefined) return add(providerAt(slug), model, by, slug)
    for (const member of typeof model === 'string' ? membersWith(pool, model) : [])
      add(providerAt(member.slug), modelAt(pool, member, String(model)), by, member.slug)
  }
  /** A model with or without a slug, beside a provider of its own. */
  const addWritten = (
    written: unknown,
    beside: { readonly provider: string | undefined; readonly slug?: string },
    by: string,
  ): void => {
    if (typeof written !== 'string') return
    const { slug = beside.slug, model } = parseAliasedModel(written)
    if (slug === undefined) add(beside.provider, model, by)
    else addAt(slug, model, by)
  }
  const addBound = (binding: Binding, model: unknown, by: string): void => {
    if (binding.from === 'own' && !binding.custom) add(binding.provider, model, by)
    if (binding.from === 'slug' && binding.customHost === undefined) addAt(binding.slug, model, by)
  }
  for (const [id, { nodes }] of plans)
    for (const node of nodes)
      if (node.kind === 'call') addBound(node.binding, node.overrides['model'], `config ${id}`)
  for (const [slug, { models = {} }] of Object.entries(gateway?.pools ?? {}))
    for (const model of Object.keys(models)) addAt(slug, model, `pool ${slug}`)
  for (const [alias, { slug, model }] of Object.entries(gateway?.aliases ?? {}))
    if (slug !== undefined) addAt(slug, model, `alias ${alias}`)
  for (const { id, aliases = {} } of gateway?.apiKeys ?? [])
    for (const [alias, { slug, model }] of Object.entries(aliases))
      if (slug !== undefined && gateway?.aliases?.[alias] === undefined)
        addAt(slug, model, `alias ${alias} of the key ${id}`)
  for (const [
    id,
    {
      prompt: { provider, parameters },
    },
  ] of prompts) {
    const slug = provider?.startsWith('@') ? provider.slice(1) : undefined
    const beside = { provider, ...(slug !== undefined && { slug }) }
    addWritten(parameters['model'], beside, `prompt ${id}`)
  }
  if (gateway?.semantic !== undefined)
    addAt(gateway.semantic.provider, gateway.semantic.model, 'semantic cache')
  const find = createLifeSearch(lives)
  return Array.from(uses.values(), ({ provider, model, usedBy, slugs: [slug, ...others] }) => ({
    provider,
    slug: others.length === 0 ? slug : undefined,
    model,
    usedBy: [...usedBy],
    life: find(provider, model),
  })).toSorted(
    (one, other) =>
      (one.life?.ends ?? NEVER).localeCompare(other.life?.ends ?? NEVER) ||
      one.model.localeCompare(other.model) ||
      one.provider.localeCompare(other.provider),
  )
}

const NEVER = '9999-12-31'

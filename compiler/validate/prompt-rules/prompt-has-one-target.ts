// What serves a prompt is named once: a saved config, a provider, a virtual key, or the slug of the model.
import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { isByCaller } from '../../facts/environment.ts'
import { parseModelSlug } from '../../facts/model-slug.ts'
import { hasProperty, namedSlugOf } from '../nodes/config-node.ts'
import type { PromptRule } from '../nodes/prompt-context.ts'
import { calledProviders, providersAtSlug } from '../nodes/rule-context.ts'
import { knownSlugs } from '../nodes/slugs.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { reportLife } from '../reporting/report-life.ts'
import { providerIsKnown } from '../rules/provider-is-known.ts'
import { slugIsKnown } from '../rules/slug-is-known.ts'
import { ownProperty } from '../values/json-values.ts'

const TARGETS = ['config', 'provider', 'virtual_key'] as const

export const promptHasOneTarget: PromptRule = ({ config, prompt, configs }, report) => {
  providerIsKnown(config, report)
  slugIsKnown(config, report)
  const { parsed, environment } = config
  const named = TARGETS.filter(name => typeof ownProperty(prompt, name) === 'string')
  for (const name of named.slice(1))
    report(
      'ambiguous-prompt-target',
      { key: `/${name}` },
      `The prompt names ${joinNames(
        named.map(each => quoteName(each)),
        'and',
      )}, but one of them serves it.`,
    )
  const id = ownProperty(prompt, 'config')
  if (typeof id === 'string' && id !== '' && !configs.includes(id)) {
    const near = suggest(id, configs)
    report('unknown-config', '/config', `No config is named ${quoteName(id)}.${didYouMean(near)}`, {
      fix: replaceWithOnly(parsed, '/config', id, near),
    })
  }
  const model = parseModelSlug(ownProperty(prompt, 'model'))
  const known = knownSlugs(environment)
  if (model === undefined || known === undefined) return
  const { slug } = model
  const isStored = known.includes(slug)
  const provider = ownProperty(prompt, 'provider') ?? virtualKeyAsProvider(ownProperty(prompt, 'virtual_key'))
  if (typeof provider === 'string' && isStored && provider !== `@${slug}`)
    report(
      'ambiguous-prompt-target',
      '/model',
      `The model names the provider ${quoteName(`@${slug}`)}, but the prompt is served by ${quoteName(provider)}.`,
    )
  if (named.length > 0 || isStored) return
  const near = suggest(slug, known).map(each => `@${each}/${model.model}`)
  report(
    'unknown-slug',
    '/model',
    `No provider of ${isByCaller(environment) ? 'the gateway' : 'the manifest'} has the slug ${quoteName(slug)}.${didYouMean(near)}`,
    { fix: replaceWithOnly(parsed, '/model', `@${slug}/${model.model}`, near) },
  )
}

const virtualKeyAsProvider = (key: unknown): string | undefined =>
  typeof key === 'string' ? `@${key.replace(/^@/, '')}` : undefined

/** The model of a prompt is one that its provider still serves, and will for the days of notice. */
export const promptModelHasNotEnded: PromptRule = ({ config, prompt }, report) => {
  const { parsed, environment, catalog } = config
  const written = ownProperty(prompt, 'model')
  const [node] = config.nodes
  if (catalog.lives === undefined || typeof written !== 'string' || node === undefined) return
  const named = parseModelSlug(written)
  const slug = named?.slug ?? namedSlugOf(node)?.slug
  if (hasProperty(node, 'custom_host')) return
  const called =
    slug === undefined
      ? calledProviders(config, node)
      : providersAtSlug(slug, catalog, environment).filter(({ stored }) => stored?.custom !== true)
  const model = named?.model ?? written
  // Other names than that of the prompt are those of a pool, which are checked where they are written.
  const specs = new Set(called.flatMap(({ spec, modelOf }) => (modelOf(model) === model ? [spec] : [])))
  for (const spec of specs) reportLife(parsed, report, { spec, model, written, at: '/model' }, catalog.lives)
}

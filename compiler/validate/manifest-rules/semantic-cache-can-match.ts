// A semantic cache uses a stored provider with embeddings and a threshold below 1.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { hasProperty, stringProperty } from '../nodes/config-node.ts'
import { externalSlugs, slugOfEntry, slugsOfProviders, slugsReachedBy } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'
import { reportLife } from '../reporting/report-life.ts'
import { reportModel } from '../rules/forced-models.ts'
import { ownProperty } from '../values/json-values.ts'

const SEMANTIC_POINTER = '/cache/semantic'
const MODEL = `${SEMANTIC_POINTER}/model`

export const semanticCacheCanMatch: ManifestRule = ({ parsed, manifest, catalog, storedNodes }, report) => {
  const semantic = ownProperty(ownProperty(manifest, 'cache'), 'semantic')
  const provider = ownProperty(semantic, 'provider')
  if (ownProperty(semantic, 'threshold') === 1)
    report(
      'cache-never-hits',
      `${SEMANTIC_POINTER}/threshold`,
      'Only an identical text has the similarity 1, and that is found without a semantic cache.',
    )
  if (typeof provider !== 'string' || !provider.startsWith('@')) return
  const at = `${SEMANTIC_POINTER}/provider`
  const model = ownProperty(semantic, 'model')
  const slug = provider.slice(1)
  const cannotEmbed = new Set<string>()
  for (const reached of slugsReachedBy(manifest, slug, typeof model === 'string' ? model : '')) {
    const node = storedNodes.find(({ pointer }) => slugOfEntry(pointer) === reached.slug)
    const spec = node && catalog.provider(stringProperty(node, 'provider') ?? '')
    if (node === undefined || spec === undefined) continue
    if (!('embeddings' in spec.routes)) cannotEmbed.add(spec.name)
    if (reached.model === model && !hasProperty(node, 'custom_host')) {
      const advice = catalog.modelAdvice?.(spec, model)
      if (advice !== undefined)
        reportModel(parsed, report, { spec, model, written: model, at: MODEL, advice })
      if (advice?.embeds === false)
        report(
          'model-of-another-kind',
          MODEL,
          `${quoteName(model)} makes no embeddings, and a semantic cache compares them.`,
        )
      reportLife(parsed, report, { spec, model, written: model, at: MODEL }, catalog.lives)
    }
  }
  for (const name of cannotEmbed)
    report(
      'provider-cannot-embed',
      at,
      `${name} has no embeddings endpoint, so it cannot be used for a semantic cache.`,
    )
  const external = externalSlugs(manifest)
  const known = [...slugsOfProviders(manifest), ...external]
  if (known.includes(slug)) return
  const suggestions = suggest(slug, known)
  const list =
    known.length === 0
      ? 'The manifest has no stored providers.'
      : `Known providers: ${joinNames(known.toSorted(), 'and')}.`
  report(
    'unknown-slug',
    at,
    `No provider of the manifest has the slug ${quoteName(slug)}.${didYouMean(suggestions)}`,
    {
      notes: suggestions.length > 0 || known.length > 20 ? [] : [{ message: list }],
      fix: replaceWithOnly(
        parsed,
        at,
        provider,
        suggestions.map(name => `@${name}`),
      ),
    },
  )
}

// A semantic cache uses a stored provider with embeddings and a threshold below 1.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { lastToken } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { rewriteToOnly } from '../rewrite.ts'
import { textOf } from '../site.ts'

const AT = '/cache/semantic'

export const semanticCacheCanCompare: ManifestRule = ({ parsed, manifest, catalog, stored }, tell) => {
  const semantic = own(own(manifest, 'cache'), 'semantic')
  const provider = own(semantic, 'provider')
  if (own(semantic, 'threshold') === 1)
    tell(
      'cache-never-hits',
      `${AT}/threshold`,
      'Only an identical text has the similarity 1, and that is found without a semantic cache.',
    )
  if (typeof provider !== 'string' || !provider.startsWith('@')) return
  const at = `${AT}/provider`
  const site = stored.find(({ pointer }) => `@${lastToken(pointer)}` === provider)
  const row = site && catalog.provider(textOf(site, 'provider') ?? '')
  if (row !== undefined && !('embeddings' in row.routes))
    tell(
      'provider-cannot-embed',
      at,
      `${row.name} has no embeddings endpoint, so it cannot be used for a semantic cache.`,
    )
  if (site !== undefined) return
  const slug = provider.slice(1)
  const known = stored.map(({ pointer }) => lastToken(pointer) ?? '')
  const near = suggest(slug, known)
  const list =
    known.length === 0
      ? 'The manifest has no stored providers.'
      : `Known providers: ${listed(known.toSorted(), 'and')}.`
  tell('unknown-slug', at, `No provider of the manifest has the slug ${quoted(slug)}.${didYouMean(near)}`, {
    notes: near.length > 0 || known.length > 20 ? [] : [{ message: list }],
    fix: rewriteToOnly(
      parsed,
      at,
      provider,
      near.map(name => `@${name}`),
    ),
  })
}

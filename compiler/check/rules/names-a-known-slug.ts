// A slug, written `@slug` or as a virtual key, is defined in the manifest. For a file without a manifest this is a
// note, since the gateway may know the slug.
import { didYouMean, suggest } from '../../diagnostics/suggest.ts'
import { listed, quoted } from '../../diagnostics/words.ts'
import { child, type Pointer } from '../../pointer.ts'
import { rewriteToOnly } from '../rewrite.ts'
import type { Rule } from '../rule.ts'
import { slugOf } from '../site.ts'
import { isSlugForm, SLUG_WORDS } from '../slug.ts'

export const namesAKnownSlug: Rule = ({ parsed, sites, surroundings }, tell) => {
  const known = Object.keys(surroundings.providers).sort()
  const alone: { readonly at: Pointer; readonly slug: string }[] = []
  for (const site of sites) {
    const named = slugOf(site)
    if (named === undefined || known.includes(named.slug) || named.slug.includes('${')) continue
    const { slug, property } = named
    const at = child(site.pointer, property)
    if (property === 'provider' && !isSlugForm(slug)) {
      tell('malformed-slug', at, `${quoted(`@${slug}`)} is not a slug: ${SLUG_WORDS}.`)
      continue
    }
    if (surroundings.door === 'file') {
      alone.push({ at, slug })
      continue
    }
    if (surroundings.unsettled) continue
    const near = suggest(slug, known)
    const written = property === 'provider' ? '@' : ''
    const where = surroundings.door === 'project' ? 'the manifest' : 'the gateway'
    const list =
      known.length === 0
        ? `There are no stored providers in ${where}.`
        : `Known providers: ${listed(known, 'and')}.`
    tell('unknown-slug', at, `No provider of ${where} has the slug ${quoted(slug)}.${didYouMean(near)}`, {
      notes: near.length > 0 || known.length > 20 ? [] : [{ message: list }],
      fix: rewriteToOnly(
        parsed,
        at,
        written + slug,
        near.map(name => written + name),
      ),
    })
  }
  const [first] = alone
  if (first === undefined) return
  const slugs = Array.from(new Set(alone.map(({ slug }) => quoted(slug))))
  const message = `Without a manifest it is unknown whether the gateway has the ${slugs.length === 1 ? 'provider' : 'providers'} ${listed(slugs, 'and')}.`
  tell('unknown-slug', first.at, message, { severity: 'note' })
}

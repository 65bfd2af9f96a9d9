// A slug, written `@slug` or as a virtual key, is defined in the manifest. For a file without a manifest this is a
// note, since the gateway may know the slug.

import { joinNames, quoteName } from '../../../schemas/values/format-names.ts'
import type { Pointer } from '../../../schemas/values/pointer.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import { type ConfigNode, type NamedSlug, overriddenSlugOf, slugOf } from '../nodes/config-node.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { isValidSlug, knownSlugs, SLUG_SYNTAX } from '../nodes/slugs.ts'
import { replaceWithOnly } from '../reporting/replacement-fix.ts'

/** The text before and after the slug in the value that contains it. */
const AROUND_SLUG: {
  readonly [property in NamedSlug['property']]: (node: ConfigNode) => readonly [string, string]
} = {
  provider: () => ['@', ''],
  virtual_key: () => ['', ''],
  override_params: node => ['@', `/${overriddenSlugOf(node)?.model ?? ''}`],
}

export const slugIsKnown: Rule = ({ parsed, nodes, environment }, report) => {
  const known = knownSlugs(environment)
  // A slug that is not one was reported where the manifest defines it, and may be any of those that are unknown here.
  const mayBeMalformed = environment.written?.providers.some(slug => !isValidSlug(slug)) === true
  const unresolved: { readonly at: Pointer; readonly slug: string }[] = []
  for (const node of nodes) {
    const slugProperty = slugOf(node)
    if (slugProperty === undefined || slugProperty.slug.includes('${')) continue
    const { slug, property, at } = slugProperty
    if (known?.includes(slug) === true) continue
    if (property !== 'virtual_key' && !isValidSlug(slug)) {
      const [, name, model] = property === 'provider' ? (/^([^/]+)\/(.+)$/s.exec(slug) ?? []) : []
      const advice =
        name === undefined
          ? `: ${SLUG_SYNTAX}`
          : `, but one with a model. Write provider: ${quoteName(`@${name}`)} and override_params: { model: ${quoteName(model ?? '')} }`
      report('malformed-slug', at, `${quoteName(`@${slug}`)} is not a slug${advice}.`)
      continue
    }
    if (environment.origin === 'file') {
      unresolved.push({ at, slug })
      continue
    }
    if (known === undefined || mayBeMalformed) continue
    const suggestions = suggest(slug, known)
    const [prefix, suffix] = AROUND_SLUG[property](node)
    const holder = environment.origin === 'project' ? 'the manifest' : 'the gateway'
    const list =
      known.length === 0
        ? `There are no stored providers in ${holder}.`
        : `Known providers: ${joinNames(known, 'and')}.`
    report(
      'unknown-slug',
      at,
      `No provider of ${holder} has the slug ${quoteName(slug)}.${didYouMean(suggestions)}`,
      {
        notes: suggestions.length > 0 || known.length > 20 ? [] : [{ message: list }],
        fix: replaceWithOnly(
          parsed,
          at,
          prefix + slug + suffix,
          suggestions.map(name => prefix + name + suffix),
        ),
      },
    )
  }
  const [first] = unresolved
  if (first === undefined) return
  const slugs = Array.from(new Set(unresolved.map(({ slug }) => quoteName(slug))))
  const message = `Without a manifest it is unknown whether the gateway has the ${slugs.length === 1 ? 'provider' : 'providers'} ${joinNames(slugs, 'and')}.`
  report('unknown-slug', first.at, message, { severity: 'note' })
}

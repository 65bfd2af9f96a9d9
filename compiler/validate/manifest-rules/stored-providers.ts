// Rules about stored providers and their slugs.
import { quoteName } from '../../../schemas/values/format-names.ts'
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, lastToken, type Pointer } from '../../../schemas/values/pointer.ts'
import { isSecretSlug } from '../../facts/secret.ts'
import { stringProperty } from '../nodes/config-node.ts'
import { externalSlugs } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isValidSlug, SLUG_SYNTAX } from '../nodes/slugs.ts'
import type { ReportAt } from '../reporting/report.ts'
import { isJsonObject, ownProperty } from '../values/json-values.ts'

/** The stored providers whose slugs have no form that can be written as @slug and in a model name. */
export function malformedSlugs(manifest: Json): readonly Pointer[] {
  const providers = ownProperty(manifest, 'providers')
  return (isJsonObject(providers) ? Object.keys(providers) : []).flatMap(slug =>
    isValidSlug(slug) ? [] : [childPointer('/providers', slug)],
  )
}

/** They are reported before the rules, which would report each use of them. */
export const slugIsMalformed = (pointer: Pointer, report: ReportAt): void =>
  report(
    'malformed-slug',
    { key: pointer },
    `${quoteName(lastToken(pointer) ?? '')} is not a slug: ${SLUG_SYNTAX}.`,
  )

/** The slugs that a project expects in the store are slugs, each listed once. */
export const externalSlugsAreDistinct: ManifestRule = ({ manifest }, report) => {
  const slugs = externalSlugs(manifest)
  for (const [index, slug] of slugs.entries()) {
    const at = childPointer('/external', index)
    if (!isValidSlug(slug) && !isSecretSlug(slug))
      report('malformed-slug', at, `${quoteName(slug)} is not a slug: ${SLUG_SYNTAX}.`)
    else if (slugs.indexOf(slug) < index)
      report(
        'setting-without-effect',
        at,
        `${quoteName(slug)} is listed twice in "external"; once is enough.`,
      )
  }
}

/** A stored provider names a provider of the catalog: slugs cannot refer to slugs. */
export const storedProviderIsKnown: ManifestRule = ({ storedNodes }, report) => {
  for (const node of storedNodes) {
    const name = stringProperty(node, 'provider')
    if (name?.startsWith('@'))
      report(
        'unknown-provider',
        childPointer(node.pointer, 'provider'),
        `${quoteName(name)} is a slug. A stored provider must name a provider of the catalog, such as "openai".`,
      )
  }
}

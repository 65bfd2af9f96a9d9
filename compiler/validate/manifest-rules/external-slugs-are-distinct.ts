// The slugs that a project expects in the store are slugs, each listed once.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { isSecretSlug } from '../../facts/secret.ts'
import { externalSlugs } from '../nodes/manifest-parts.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isValidSlug, SLUG_SYNTAX } from '../nodes/slugs.ts'

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

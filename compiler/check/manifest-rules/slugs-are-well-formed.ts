// Slugs of stored providers have a form that can be written as @slug and in a model name.
import { quoted } from '../../diagnostics/words.ts'
import { lastToken } from '../../pointer.ts'
import type { ManifestRule } from '../manifest-rule.ts'
import { isSlugForm, SLUG_WORDS } from '../slug.ts'

export const slugsAreWellFormed: ManifestRule = ({ stored }, tell) => {
  for (const { pointer } of stored) {
    const slug = lastToken(pointer) ?? ''
    if (!isSlugForm(slug))
      tell('malformed-slug', { key: pointer }, `${quoted(slug)} is not a slug: ${SLUG_WORDS}.`)
  }
}

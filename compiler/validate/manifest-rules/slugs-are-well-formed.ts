// Slugs of stored providers have a form that can be written as @slug and in a model name.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { lastToken } from '../../../schemas/values/pointer.ts'
import type { ManifestRule } from '../nodes/rule-context.ts'
import { isValidSlug, SLUG_SYNTAX } from '../nodes/slugs.ts'

export const slugsAreWellFormed: ManifestRule = ({ storedNodes }, report) => {
  for (const { pointer } of storedNodes) {
    const slug = lastToken(pointer) ?? ''
    if (!isValidSlug(slug))
      report('malformed-slug', { key: pointer }, `${quoteName(slug)} is not a slug: ${SLUG_SYNTAX}.`)
  }
}

// The syntax of slugs, which name stored providers.

const FORM = /^[a-z0-9][a-z0-9._-]*$/

export const isSlugForm = (slug: string): boolean => FORM.test(slug)

/** The syntax as text, to follow a colon. */
export const SLUG_WORDS =
  'it must start with a lower-case letter or digit and contain only lower-case letters, digits, dots, hyphens and underscores'

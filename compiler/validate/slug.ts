// The syntax of slugs, which name stored providers.

const SLUG_PATTERN = /^[a-z0-9][a-z0-9._-]*$/

export const isValidSlug = (slug: string): boolean => SLUG_PATTERN.test(slug)

/** The syntax as text, to follow a colon. */
export const SLUG_SYNTAX =
  'it must start with a lower-case letter or digit and contain only lower-case letters, digits, dots, hyphens and underscores'

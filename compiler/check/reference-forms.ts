// The forms of secret references in words, and how one is recognised where none belongs.

/** A text that holds a reference somewhere. */
export const NAMES_A_REFERENCE = /\$\{(?:env|file|secret):/

export const REFERENCE_FORMS =
  'The forms are ${env:NAME} and ${file:/absolute/path}; the reference stands alone in its property.'

// The forms of secret references in words, and how one is recognised where none belongs.

/** A text that holds a reference somewhere. */
export const NAMES_A_REFERENCE = /\$\{(?:env|file|secret):/

export const REFERENCE_FORMS =
  'The forms are ${env:NAME} and ${file:/absolute/path}; the reference stands alone in its property.'

/** What is wrong with a text that means to be a reference and is none, without quoting it: it may hold a secret. */
export function referenceFault(text: string): string {
  if (!/^\$\{[^{}]*\}$/.test(text)) return 'something stands before or behind it, or a brace is missing'
  if (!/^\$\{(?:env|file|secret):/.test(text)) return 'it does not say env or file'
  if (text.startsWith('${file:')) return 'the path must be absolute'
  return 'a name begins with a letter or underscore and goes on with letters, digits and underscores'
}

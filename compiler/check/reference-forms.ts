// The forms of secret references in words, and how one is recognised where none belongs.

/** A text that holds a reference somewhere. */
export const NAMES_A_REFERENCE = /\$\{(?:env|file|secret):/

export const REFERENCE_FORMS =
  'Supported forms are ${env:NAME} and ${file:/absolute/path}; the reference must be the whole value.'

/** What is wrong with a text that means to be a reference and is none, without quoting it: it may hold a secret. */
export function referenceFault(text: string): string {
  if (!/^\$\{[^{}]*\}$/.test(text)) return 'there is text before or after it, or a brace is missing'
  if (!/^\$\{(?:env|file|secret):/.test(text)) return 'it names neither env nor file'
  if (text.startsWith('${file:')) return 'the path must be absolute'
  return 'a name must start with a letter or underscore and contain only letters, digits and underscores'
}

// The syntax of secret references for messages, and a pattern that finds references where they are not allowed.

/** Matches a string that contains a secret reference. */
export const SECRET_REFERENCE = /\$\{(?:env|file|secret):/

export const REFERENCE_SYNTAX =
  'Supported forms are ${env:NAME}, ${file:/absolute/path} and ${secret:NAME}; the reference must be the whole value.'

/** Of secrets that are read when the gateway starts. */
export const OPERATOR_REFERENCE_SYNTAX =
  'Supported forms are ${env:NAME} and ${file:/absolute/path}; the reference must be the whole value.'

/** Why a malformed secret reference is invalid, without quoting it: it may contain a secret. */
export function referenceError(text: string): string {
  if (!/^\$\{[^{}]*\}$/.test(text)) return 'there is text before or after it, or a brace is missing'
  if (!/^\$\{(?:env|file|secret):/.test(text)) return 'it names neither env, file nor secret'
  if (text.startsWith('${file:')) return 'the path must be absolute'
  if (text.startsWith('${secret:'))
    return 'a slug must start with a letter or digit and contain only letters, digits, hyphens and underscores'
  return 'a name must start with a letter or underscore and contain only letters, digits and underscores'
}

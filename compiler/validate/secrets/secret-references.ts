// Secret references: their syntax in messages, a pattern that finds them where they are not allowed, and the strings and references of a
// secret, which is a string, an object or a list.
import type { Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { parseSecretReference } from '../../facts/secret.ts'
import { isJsonArray, isJsonObject } from '../values/json-values.ts'

/** Matches a string that contains a secret reference. */
export const SECRET_REFERENCE_PATTERN = /\$\{(?:env|file|secret):/

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

export interface SecretText {
  readonly pointer: Pointer
  readonly text: string
}

export function* secretTexts(value: Json, pointer: Pointer): Generator<SecretText> {
  if (typeof value === 'string') yield { pointer, text: value }
  else if (isJsonArray(value))
    for (const [index, item] of value.entries()) yield* secretTexts(item, childPointer(pointer, index))
  else if (isJsonObject(value))
    for (const [name, item] of Object.entries(value)) yield* secretTexts(item, childPointer(pointer, name))
}

export interface NamedReference {
  readonly pointer: Pointer
  readonly slug: string
}

/** The secret references that a secret names. */
export const referencesNamedIn = (value: Json, pointer: Pointer): readonly NamedReference[] =>
  Array.from(secretTexts(value, pointer)).flatMap(({ pointer: at, text }) => {
    const reference = parseSecretReference(text)
    return reference?.source === 'secret' ? [{ pointer: at, slug: reference.name }] : []
  })

// The strings of a secret: itself, or those of an object or list.
import type { Json } from '../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../schemas/values/pointer.ts'
import { parseSecretReference } from '../facts/secret.ts'
import { isJsonArray, isJsonObject } from './json-values.ts'

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

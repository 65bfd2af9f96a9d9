// The literal secrets of a value: below secret properties, and below unknown ones that may have been meant as such.
// Where anything may stand (override_params, queries) no name means a secret.
import { shapes } from '../../schemas/generated/facts.ts'
import { mayNameASecret } from '../diagnostics/secret-names.ts'
import { child, type Pointer } from '../pointer.ts'
import { secretReference } from '../secret.ts'
import type { Json } from '../source.ts'
import { isList, isObject } from './kind.ts'

export interface LiteralSecret {
  /** The place of the property's value, or of one inside it. */
  readonly pointer: Pointer
  readonly texts: readonly string[]
}

/** Every text and number below a secret property that is no reference; numbers, since a key may be written as one. */
function* literalsIn(value: Json, pointer: Pointer): Generator<LiteralSecret> {
  if (isList(value))
    for (const [index, item] of value.entries()) yield* literalsIn(item, child(pointer, index))
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) yield* literalsIn(item, child(pointer, name))
  else if (typeof value === 'string' || typeof value === 'number') {
    const text = String(value)
    if (text !== '' && secretReference(text) === undefined)
      yield { pointer, texts: [text, ...text.split(/[\r\n]+/)] }
  }
}

/**
 * The literal secrets of a value of a kind, which is the title of its schema. Below a property that no schema knows the
 * kind is unknown, and every name is looked at.
 */
export function* secretsOf(
  value: Json,
  kind: string | undefined,
  pointer: Pointer = '',
): Generator<LiteralSecret> {
  if (isList(value))
    for (const [index, item] of value.entries()) yield* secretsOf(item, kind, child(pointer, index))
  if (!isObject(value)) return
  const shape = kind === undefined ? {} : (shapes[kind] ?? {})
  for (const [name, item] of Object.entries(value)) {
    const at = child(pointer, name)
    const below = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (mayNameASecret(name)) yield* literalsIn(item, at)
    else if (below === undefined || typeof below === 'string') yield* secretsOf(item, below, at)
    else if (below !== null && typeof item === 'object' && item !== null)
      for (const [key, each] of Object.entries(item)) yield* secretsOf(each, below[0], child(at, key))
  }
}

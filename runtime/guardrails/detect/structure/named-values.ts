// The one reader of structure: every value that its text names by a header, a key, a label above it, or in a declaration.

import { declaredValues } from './declared-values.ts'
import { keyValues } from './key-values.ts'
import { tableValues } from './line-tables.ts'
import { markupValues } from './markup-values.ts'
import type { IsWanted, NamedValue, ReadNamedValues } from './named-value.ts'
import { insertedValues } from './sql-inserts.ts'

const READERS: readonly ReadNamedValues[] = [tableValues, markupValues, insertedValues, declaredValues]

/** In order within each form. A name is judged once. `keys`: also those of several words, directly before their values. */
export function* namedValues(text: string, isWanted: IsWanted, keys: boolean): Iterable<NamedValue> {
  const judged = new Map<string, boolean>()
  const isWantedOnce = (name: string): boolean => {
    const known = judged.get(name)
    if (known !== undefined) return known
    const wanted = isWanted(name)
    judged.set(name, wanted)
    return wanted
  }
  if (keys) yield* keyValues(text, isWantedOnce)
  for (const read of READERS) yield* read(text, isWantedOnce)
}

// The cap on distinct values: each workspace has a dictionary for each group, and values beyond its cap count as `other`. What
// callers may send is unbounded, and what is counted of it must not be.

import { maximumOf } from './log-tables.ts'
import { METADATA, metadataName, OTHER, type SeenValue, seenKey } from './seen-value.ts'

export interface ValueCap {
  /** The values of a batch that may be new to the dictionary. */
  readonly unknown: (values: readonly SeenValue[]) => readonly SeenValue[]
  /** Dictionaries whose sizes are not known, of these values. */
  readonly unmeasured: (values: readonly SeenValue[]) => readonly Dictionary[]
  readonly measured: (dictionary: Dictionary, size: number) => void
  /** `found`: those of the unknown values that the dictionary has. Returns what is beyond the cap, by `seenKey`. */
  readonly admit: (unknown: readonly SeenValue[], found: ReadonlySet<string>) => ReadonlySet<string>
  /** Forgets everything: a transaction has failed, or the dictionary was shortened. */
  readonly clear: () => void
}

export interface Dictionary {
  readonly workspace: string
  readonly name: string
}

/** Values that are remembered; then they are looked up again. */
const MAX_REMEMBERED = 200_000

export function createValueCap(): ValueCap {
  const known = new Set<string>()
  const sizes = new Map<string, number>()
  const keyOf = ({ workspace, name }: Dictionary): string => seenKey(workspace, name, '')
  const clear = (): void => {
    known.clear()
    sizes.clear()
  }
  return {
    unknown: values => values.filter(each => !known.has(seenKey(each.workspace, each.name, each.value))),
    unmeasured: values => [
      ...new Map(
        values.filter(each => !sizes.has(keyOf(each))).map(each => [keyOf(each), each] as const),
      ).values(),
    ],
    measured: (dictionary, size) => sizes.set(keyOf(dictionary), size),
    admit: (unknown, found) => {
      if (known.size > MAX_REMEMBERED) known.clear()
      const refused = new Set<string>()
      for (const { workspace, name, value } of unknown) {
        const key = seenKey(workspace, name, value)
        const dictionary = keyOf({ workspace, name })
        const size = sizes.get(dictionary) ?? 0
        if (!found.has(key)) {
          if (size >= maximumOf(name)) {
            refused.add(key)
            continue
          }
          sizes.set(dictionary, size + 1)
        }
        known.add(key)
      }
      return refused
    },
    clear,
  }
}

/** What is written to the dictionary: refused values as one, and nothing of refused keys of the metadata. */
export function dictionaryOf(
  values: readonly SeenValue[],
  refused: ReadonlySet<string>,
): readonly SeenValue[] {
  if (refused.size === 0) return values
  const written = new Map<string, SeenValue>()
  const refusedNames = new Set(
    values
      .filter(
        ({ workspace, name, value }) => name === METADATA && refused.has(seenKey(workspace, name, value)),
      )
      .map(({ workspace, value }) => seenKey(workspace, metadataName(value), '')),
  )
  for (const each of values) {
    const { workspace, name } = each
    if (refusedNames.has(seenKey(workspace, name, ''))) continue
    const isRefused = refused.has(seenKey(workspace, name, each.value))
    if (isRefused && name === METADATA) continue
    const value = isRefused ? OTHER : each.value
    const key = seenKey(workspace, name, value)
    const { uses = 0, last = 0 } = written.get(key) ?? {}
    written.set(key, { ...each, value, uses: uses + each.uses, last: Math.max(last, each.last) })
  }
  return [...written.values()]
}

// A field that the config sets must not be set again under a name that differs in case only: servers that match names
// case-insensitively take the later one.
import { type Failure, failure, quoted } from '../../values/failures.ts'

/** The names that overrides set, by their folded form. */
export type PinnedFields = ReadonlyMap<string, string>

export const pinnedFields = (names: readonly string[]): PinnedFields =>
  new Map(names.map(name => [fold(name), name]))

/** Why a body with these field names is refused; undefined when it is not. */
export function refuseVariants(names: Iterable<string>, pinned: PinnedFields): Failure | undefined {
  for (const name of names) {
    const set = pinned.get(fold(name))
    if (set === undefined || set === name) continue
    return failure(
      'invalid_request',
      `The body has ${quoted(name)}, but the config sets ${quoted(set)}: some providers read names that differ in case only as one.`,
      { param: set },
    )
  }
  return undefined
}

/** Some letters without a case pair are folded as well: \u017f, \u212a. */
const fold = (name: string): string => name.toUpperCase().toLowerCase()

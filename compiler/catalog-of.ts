// Builds a catalog from rows and judges. The composition roots and the tests use it; nothing here knows a library.
import type { ProviderSpec } from '../schemas/generated/types.ts'
import type { Catalog, CheckFacts } from './catalog.ts'

export type Judges = Pick<
  Catalog,
  | 'address'
  | 'addressFault'
  | 'lostOverrides'
  | 'judgePattern'
  | 'judgeSchema'
  | 'judgeHost'
  | 'judgeTrustedHost'
>

/** A catalog of the rows, found by their identifiers and aliases, and of the checks. */
export function catalogOf(
  rows: readonly ProviderSpec[],
  judges: Judges,
  checks: readonly CheckFacts[] = [],
): Catalog {
  const byName = new Map(
    rows.flatMap(row => [row.id, ...(row.aliases ?? [])].map(name => [name, row] as const)),
  )
  const checkById = new Map(checks.map(check => [check.id, check] as const))
  return {
    ...judges,
    providerNames: Array.from(byName.keys()).sort(),
    provider: name => byName.get(name),
    checkNames: Array.from(checkById.keys()).sort(),
    check: id => checkById.get(id),
  }
}

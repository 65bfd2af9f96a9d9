// Adds custom checks to a catalog. They never replace built-in checks.
import type { CheckFacts, ServedCatalog } from './catalog.ts'

/** The catalog with these custom checks added. */
export function withCustomChecks<Known extends ServedCatalog>(
  catalog: Known,
  customChecks: readonly CheckFacts[],
): Known {
  const added = new Map(
    customChecks.flatMap(facts =>
      catalog.check(facts.id) === undefined ? [[facts.id, facts] as const] : [],
    ),
  )
  if (added.size === 0) return catalog
  return {
    ...catalog,
    checkNames: [...catalog.checkNames, ...added.keys()].sort(),
    check: (id: string) => catalog.check(id) ?? added.get(id),
  }
}

// Checks of one's own in a catalog. They stand beside those of the gateway and never in the place of one.
import type { Catalog, CheckFacts } from './catalog.ts'

/** The catalog with these checks. */
export function withOwnChecks(catalog: Catalog, own: readonly CheckFacts[]): Catalog {
  const added = new Map(
    own.flatMap(facts => (catalog.check(facts.id) === undefined ? [[facts.id, facts] as const] : [])),
  )
  if (added.size === 0) return catalog
  return {
    ...catalog,
    checkNames: [...catalog.checkNames, ...added.keys()].sort(),
    check: id => catalog.check(id) ?? added.get(id),
  }
}

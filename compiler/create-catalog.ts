// Builds a catalog from provider specs and validators. Used by composition roots and tests; imports no library.
import type { ProviderSpec } from '../schemas/generated/types.ts'
import type { Catalog, CheckFacts } from './catalog.ts'
import { DEFAULT_OWNER_PREFIX } from './lower/check.ts'

export type CatalogValidators = Pick<
  Catalog,
  | 'baseUrl'
  | 'baseUrlError'
  | 'resourceOrigins'
  | 'unsupportedOverrides'
  | 'alwaysDroppedOverrides'
  | 'chatFit'
  | 'analyzePattern'
  | 'validateJsonSchema'
  | 'validateHost'
  | 'validateTrustedHost'
>

/** The owner that the nearest peer writes before checks of its own. */
const PEER_OWNER = /^portkey\./

/** A catalog of providers, looked up by identifier or alias, and of checks. */
export function createCatalog(
  specs: readonly ProviderSpec[],
  validators: CatalogValidators,
  checks: readonly CheckFacts[] = [],
): Catalog {
  const byName = new Map(
    specs.flatMap(row => [row.id, ...(row.aliases ?? [])].map(name => [name, row] as const)),
  )
  const checkById = new Map(checks.map(check => [check.id, check] as const))
  const checkByAlias = new Map(checks.map(check => [check.id.toLowerCase(), check] as const))
  return {
    ...validators,
    providerNames: Array.from(byName.keys()).sort(),
    settingNames: new Set(specs.flatMap(({ settings = {} }) => Object.keys(settings))),
    provider: name => byName.get(name),
    checkNames: Array.from(checkById.keys()).sort(),
    check: id =>
      checkById.get(id) ?? checkByAlias.get(id.toLowerCase().replace(PEER_OWNER, DEFAULT_OWNER_PREFIX)),
  }
}

// Builds catalogs from provider specs and validators, and adds custom checks to them. Used by composition roots and tests; imports no library.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Catalog, CheckFacts, ServedCatalog, ServedCheckFacts } from './catalog.ts'

type ServedValidators = Pick<ServedCatalog, 'baseUrl' | 'baseUrlError' | 'validateHost'>

export type CatalogValidators = Pick<
  Catalog,
  | keyof ServedValidators
  | 'resourceOrigins'
  | 'unsupportedOverrides'
  | 'alwaysDroppedOverrides'
  | 'chatFit'
  | 'analyzePattern'
  | 'validateJsonSchema'
  | 'validateTrustedHost'
  | 'noProxyFault'
  | 'leavesDirectly'
>

/** The owner prefix of the built-in checks, which may be omitted. */
export const DEFAULT_OWNER_PREFIX = 'default.'

/** The owner that Portkey writes before checks of its own. */
const PEER_OWNER = /^portkey\./

/** A catalog of providers, looked up by identifier or alias, and of checks. */
export const createCatalog = (
  specs: readonly ProviderSpec[],
  validators: CatalogValidators,
  checks: readonly CheckFacts[] = [],
): Catalog => ({
  ...validators,
  ...lookUps(specs, checks),
  settingNames: new Set(specs.flatMap(({ settings = {} }) => Object.keys(settings))),
})

/** What serving a plan needs of a catalog. */
export const createServedCatalog = (
  specs: readonly ProviderSpec[],
  validators: ServedValidators,
  checks: readonly ServedCheckFacts[],
): ServedCatalog => ({ ...validators, ...lookUps(specs, checks) })

function lookUps<Facts extends ServedCheckFacts>(
  specs: readonly ProviderSpec[],
  checks: readonly Facts[],
): Pick<ServedCatalog, 'providerNames' | 'provider' | 'checkNames'> & {
  readonly check: (id: string) => Facts | undefined
} {
  const byName = new Map(
    specs.flatMap(row => [row.id, ...(row.aliases ?? [])].map(name => [name, row] as const)),
  )
  const checkById = new Map(checks.map(check => [check.id, check] as const))
  const checkByAlias = new Map(checks.map(check => [check.id.toLowerCase(), check] as const))
  return {
    providerNames: Array.from(byName.keys()).sort(),
    provider: name => byName.get(name),
    checkNames: Array.from(checkById.keys()).sort(),
    check: id =>
      checkById.get(id) ?? checkByAlias.get(id.toLowerCase().replace(PEER_OWNER, DEFAULT_OWNER_PREFIX)),
  }
}

/** The catalog with these custom checks added; they never replace built-in checks. */
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

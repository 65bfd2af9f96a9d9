// Why a bundle cannot be served by this runtime, before anything of it is linked.
import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import { withCustomChecks } from '../../compiler/facts/create-catalog.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import type { Check } from '../guardrails/check.ts'
import { missingChecks, missingParts, missingProviders } from '../link/requires.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import type { Secrets } from '../stores/secrets.ts'
import type { LoadedParts } from './load-parts.ts'
import { refuseOpenListener } from './refuse-open-listener.ts'

export interface CheckLookUp {
  readonly catalog: ServedCatalog
  readonly check: (id: string) => Check | undefined
}

/** The loaded built-in checks and a bundle's custom checks. */
export const checksOf = (
  { check, catalog }: Pick<LoadedParts, 'check' | 'catalog'>,
  custom: CustomChecks,
): CheckLookUp => ({
  catalog: withCustomChecks(catalog, custom.facts),
  check: id => check(id) ?? custom.check(id),
})

/** Sentences for the operator; none if the bundle can be linked. `hosts` are where it would be served. */
export const bundleFaults = (
  { gateway, plans }: Bundle,
  { catalog, check }: CheckLookUp,
  secrets: Pick<Secrets, 'missing'>,
  hosts: readonly (string | undefined)[],
): readonly string[] => [
  ...Object.entries(plans).flatMap(([id, plan]) =>
    missingParts(plan, gateway, catalog, check).map(
      sentence => `The plan "${id}" cannot be loaded. ${sentence}`,
    ),
  ),
  ...missingProviders(gateway, catalog),
  ...missingChecks(gateway, check),
  ...secrets.missing,
  ...refuseOpenListener({ gateway }, ...hosts),
]

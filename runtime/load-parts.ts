// What a process has loaded of the parts that are chosen by name. Those that a bundle names are loaded before it is linked, what only
// callers may name behind the listener; a call that comes sooner waits for that.
import type { Bundle, Gateway } from '../schemas/generated/types.ts'
import type { Check } from './guardrails/check.ts'
import { loadAllChecks, loadChecks } from './guardrails/checks/registry.ts'
import type { CustomChecks } from './stores/custom-checks/load-custom-checks.ts'
import { type Canary, withCanaryPlans } from './values/canary.ts'

export interface LoadedParts {
  /** The built-in check with this identifier, where it is loaded. */
  readonly check: (id: string) => Check | undefined
  /** Loads what a bundle and another release beside it name; its custom checks, or sentences that say why they cannot be loaded. */
  readonly loadFor: (bundle: Bundle, canary: Canary | undefined) => Promise<CustomChecks | readonly string[]>
  /** Loads what callers of a gateway may name beside that; undefined once it is there. */
  readonly loadForCallers: (gateway: Gateway) => Promise<void> | undefined
}

/** `hasStore`: what is saved there may name anything, so all is loaded before the first bundle is linked. */
export function createLoadedParts(
  hasStore: boolean,
  loadCustom: (gateway: Gateway) => Promise<CustomChecks | readonly string[]>,
): LoadedParts {
  const checks = new Map<string, Check>()
  let all: Promise<void> | undefined
  let hasAll = false
  const add = (loaded: ReadonlyMap<string, Check>): void => {
    for (const [id, check] of loaded) checks.set(id, check)
  }
  const loadAll = (): Promise<void> => {
    all ??= loadAllChecks().then(loaded => {
      add(loaded)
      hasAll = true
    })
    return all
  }
  return {
    check: id => checks.get(id),
    loadFor: async ({ gateway, plans }, canary) => {
      if (hasStore) await loadAll()
      else add(await loadChecks(checksOf(gateway, withCanaryPlans(plans, canary))))
      return await loadCustom(gateway)
    },
    loadForCallers: gateway => (hasAll || !acceptsInlineConfigs(gateway) ? undefined : loadAll()),
  }
}

const acceptsInlineConfigs = ({ inlineConfigs = true, apiKeys }: Gateway): boolean =>
  inlineConfigs || apiKeys.some(key => key.inlineConfigs === true)

/** The identifiers of the checks that plans and guardrails of the manifest run. */
const checksOf = ({ guardrails }: Pick<Gateway, 'guardrails'>, plans: Bundle['plans']): readonly string[] => [
  ...Object.values(plans).flatMap(plan => plan.requires.checks),
  ...Object.values(guardrails).flatMap(guard => guard.checks.map(check => check.id)),
]

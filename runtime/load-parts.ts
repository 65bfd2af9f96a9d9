// What a process has loaded of the parts that are chosen by name. Those that a bundle names are loaded before it is linked, what only
// callers may name behind the listener; a call that comes sooner waits for that.
import type { ServedCatalog } from '../compiler/catalog.ts'
import type { Bundle, Gateway, PlanDefaults } from '../schemas/generated/types.ts'
import type { Check } from './guardrails/check.ts'
import { loadAllChecks, loadChecks } from './guardrails/checks/registry.ts'
import { createLoadedAdapters } from './providers/registry.ts'
import type { CustomChecks } from './stores/custom-checks/load-custom-checks.ts'
import type { Adapters } from './values/adapter.ts'
import { type Canary, withCanaryPlans } from './values/canary.ts'

export interface LoadedParts {
  /** Adapters of the providers that are named, and of all once callers may name any. */
  readonly adapters: Adapters
  /** The built-in check with this identifier, where it is loaded. */
  readonly check: (id: string) => Check | undefined
  /** Loads what a bundle and another release beside it name; its custom checks, or sentences that say why they cannot be loaded. */
  readonly loadFor: (bundle: Bundle, canary: Canary | undefined) => Promise<CustomChecks | readonly string[]>
  /** Loads what callers of a gateway may name beside that; undefined once it is there. */
  readonly loadForCallers: (gateway: Gateway) => Promise<void> | undefined
}

export interface LoadPartsOptions {
  /** What is saved in a store may name anything, so all is loaded before the first bundle is linked. */
  readonly hasStore: boolean
  readonly catalog: Pick<ServedCatalog, 'provider'>
  readonly loadCustom: (gateway: Gateway) => Promise<CustomChecks | readonly string[]>
}

export function createLoadedParts({ hasStore, catalog, loadCustom }: LoadPartsOptions): LoadedParts {
  const adapters = createLoadedAdapters()
  const checks = new Map<string, Check>()
  const add = (loaded: ReadonlyMap<string, Check>): void => {
    for (const [id, check] of loaded) checks.set(id, check)
  }
  const allChecks = loadOnce(async () => add(await loadAllChecks()))
  const allAdapters = loadOnce(adapters.loadAll)
  return {
    adapters,
    check: id => checks.get(id),
    loadFor: async ({ gateway, plans }, canary) => {
      const served = withCanaryPlans(plans, canary)
      const specs = providersOf(gateway, served).flatMap(name => catalog.provider(name) ?? [])
      const named = hasStore
        ? [allChecks.load(), allAdapters.load()]
        : [loadChecks(checksOf(gateway, served)).then(add), adapters.load(specs)]
      await Promise.all(named)
      return await loadCustom(gateway)
    },
    loadForCallers: gateway => {
      const parts = [
        ...(acceptsInlineConfigs(gateway) && !allChecks.isLoaded() ? [allChecks.load()] : []),
        ...(acceptsProviders(gateway) && !allAdapters.isLoaded() ? [allAdapters.load()] : []),
      ]
      return parts.length === 0 ? undefined : Promise.all(parts).then(() => {})
    },
  }
}

function loadOnce(load: () => Promise<void>): {
  readonly load: () => Promise<void>
  readonly isLoaded: () => boolean
} {
  let loading: Promise<void> | undefined
  let loaded = false
  return {
    load: () => {
      loading ??= load().then(() => {
        loaded = true
      })
      return loading
    },
    isLoaded: () => loaded,
  }
}

const acceptsInlineConfigs = ({ inlineConfigs = true, apiKeys }: Gateway): boolean =>
  inlineConfigs || apiKeys.some(key => key.inlineConfigs === true)

/** Whether a caller may name a provider of the catalog: those whose config is fixed may not. */
const acceptsProviders = ({ apiKeys }: Gateway): boolean =>
  apiKeys.length === 0 || apiKeys.some(key => key.configOverride !== false)

/** The identifiers of the checks that plans and guardrails of the manifest run. */
const checksOf = ({ guardrails }: Pick<Gateway, 'guardrails'>, plans: Bundle['plans']): readonly string[] => [
  ...Object.values(plans).flatMap(plan => plan.requires.checks),
  ...Object.values(guardrails).flatMap(guard => guard.checks.map(check => check.id)),
]

/** The providers that plans, the manifest and its defaults name. */
const providersOf = (
  { providers, defaults, apiKeys }: Pick<Gateway, 'providers' | 'defaults' | 'apiKeys'>,
  plans: Bundle['plans'],
): readonly string[] => [
  ...Object.values(plans).flatMap(plan => plan.requires.providers),
  ...Object.values(providers).map(({ provider }) => provider),
  ...[defaults, ...apiKeys.map(key => key.defaults)].flatMap((each?: PlanDefaults) => each?.provider ?? []),
]

// Links a bundle into what the listeners of a process serve, with what the process shares between bundles.

import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import { withCustomChecks } from '../../compiler/facts/create-catalog.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { linkAdmission } from '../gateway/admit-request.ts'
import { createGateway } from '../gateway/gateway.ts'
import type { GatewayParts } from '../gateway/gateway-parts.ts'
import type { Check } from '../guardrails/check.ts'
import { createTextMemory } from '../guardrails/engine/text-memory.ts'
import type { MetricsText } from '../http/serving-gateway.ts'
import { missingChecks, missingParts, missingProviders } from '../link/requires.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import type { Secrets } from '../stores/secrets.ts'
import { type Canary, withCanaryPlans } from '../values/canary.ts'
import type { ConfigVersions } from '../values/config-versions.ts'
import type { LoadedParts } from './load-parts.ts'
import type { OpenServices } from './open-services.ts'
import { type ProcessMemory, withProcessLimits } from './process-limits.ts'
import { refuseOpenListener } from './refuse-open-listener.ts'
import {
  controlOfMain,
  type Division,
  type ServedGateways,
  servedMain,
  toAdmin,
  toConsole,
} from './served-parts.ts'
import { findWaitingRequests } from './waiting-requests.ts'

type SharedParts = Pick<GatewayParts, 'ports' | 'tokens' | 'through' | 'backgroundQueue' | 'onEvent'>

export interface GatewayProcess extends SharedParts {
  readonly machine: ProcessMemory
  /** Versions of configs that are not in use; absent if no store is followed. */
  readonly versions: ConfigVersions | undefined
  readonly parts: LoadedParts
  readonly division: Division
  /** Where the process listens. */
  readonly hosts: readonly (string | undefined)[]
  /** Loads the control plane, and serves with it what is served now. */
  readonly loadControl: () => Promise<void>
}

/** A bundle with its custom checks, and what another release serves of it. */
export interface LoadedBundle {
  readonly bundle: Bundle
  readonly custom: CustomChecks
  readonly canary: Canary | undefined
}

export interface GatewayBuilder {
  /** Sentences that say why a bundle cannot be served; none where it can. */
  readonly faults: (loaded: LoadedBundle, secrets: Pick<Secrets, 'missing'>) => readonly string[]
  /** `metrics`: the text of /metrics on the main listener; undefined where it has none. */
  readonly build: (
    loaded: LoadedBundle,
    secrets: Secrets,
    services: OpenServices,
    metrics: MetricsText | undefined,
  ) => ServedGateways | readonly string[]
}

export function createGatewayBuilder(process: GatewayProcess): GatewayBuilder {
  const { machine, parts, division, hosts, versions, loadControl, ...shared } = process
  const { ports } = shared
  const textMemory = createTextMemory(ports.hash)
  const faults: GatewayBuilder['faults'] = ({ bundle, custom, canary }, secrets) =>
    bundleFaults(
      { ...bundle, plans: withCanaryPlans(bundle.plans, canary) },
      checksOf(parts, custom),
      // A control plane calls no models: their credentials may be missing.
      division.part === 'control' ? { missing: [] } : secrets,
      hosts,
    )
  return {
    faults,
    build: (loaded, secrets, { control, limits: { limiter, claimBatch }, state }, metrics) => {
      const found = faults(loaded, secrets)
      if (found.length > 0) return found
      const { bundle, custom, canary } = loaded
      const gateway = withProcessLimits(bundle.gateway, machine)
      const resources = control.serve(bundle, custom.facts, limiter, secrets.lookUp)
      const {
        keys,
        storedConfigs: configs,
        storedProviders: providers,
        externalSecrets: secretsOfStore,
      } = resources
      const { catalog, check } = checksOf(parts, custom)
      const core = createGateway(bundle, {
        ...shared,
        gateway,
        catalog,
        checks: { find: check, memory: textMemory, linkGuards: parts.linkGuards },
        linkErrorKinds: parts.linkErrorKinds,
        limitReplies: parts.limitReplies,
        linkPooled: parts.linkPooled(),
        state,
        stored: { keys, configs, providers, secrets: secretsOfStore, versions, claimBatch },
        features: parts.features(bundle, custom.facts, resources),
        loadForCallers: () => parts.loadForCallers(bundle.gateway),
        control: controlOfMain(resources.control, division),
        ...(canary && { canary }),
        adapters: parts.adapters,
        limits: limiter,
        secret: secrets.lookUp,
      })
      const unlinked = custom.unlinked()
      if (unlinked.length > 0) return unlinked
      const hold = control.isLoaded()
        ? undefined
        : findWaitingRequests(bundle, resources.storedConfigs !== undefined, loadControl)
      const main = servedMain(core, bundle, division, metrics, hold)
      const whole = division.hasAdmin ? linkAdmission(gateway, ports, resources.control, keys) : undefined
      const api =
        bundle.gateway.console &&
        division.part !== 'inference' &&
        toConsole(main, core.admit, whole, division)
      return {
        main,
        ...(whole && { admin: toAdmin(main, whole, division) }),
        ...(api && {
          console: {
            api,
            bundle: {
              ...{ gateway: bundle.gateway, plan: api.plan, keys, sources: resources.console },
              servesWorkspace: division.servesWorkspace,
              servesCalls: division.part === 'all',
            },
          },
        }),
      }
    },
  }
}

// Why a bundle cannot be served by this runtime, before anything of it is linked.

interface CheckLookUp {
  readonly catalog: ServedCatalog
  readonly check: (id: string) => Check | undefined
}

/** The loaded built-in checks and a bundle's custom checks. */
const checksOf = (
  { check, catalog }: Pick<LoadedParts, 'check' | 'catalog'>,
  custom: CustomChecks,
): CheckLookUp => ({
  catalog: withCustomChecks(catalog, custom.facts),
  check: id => check(id) ?? custom.check(id),
})

/** Sentences for the operator; none if the bundle can be linked. `hosts` are where it would be served. */
const bundleFaults = (
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

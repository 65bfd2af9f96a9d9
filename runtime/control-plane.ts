// Assembles the control plane of a process: the store that the manifest names, a replica of what it holds, and the surface that
// serves it beside the calls of the same gateway.
import type { Catalog } from '../compiler/catalog.ts'
import type { Bundle, Gateway } from '../schemas/generated/types.ts'
import { derivedUuid } from '../schemas/values/uuid.ts'
import type { ControlContext } from './control/api/api-request.ts'
import { createControlSurface } from './control/api/control-surface.ts'
import { linkIdentification } from './control/api/identify.ts'
import { CONFIG } from './control/configs/saved-config.ts'
import { createStoredConfigs } from './control/configs/stored-configs.ts'
import { DEPLOYMENT } from './control/deployments/deployment.ts'
import { INTEGRATION } from './control/integrations/integration.ts'
import { API_KEY } from './control/keys/api-key.ts'
import type { KeyIndex } from './control/keys/key-index.ts'
import { followKeyLimits } from './control/keys/key-limits.ts'
import { openKeys } from './control/keys/open-keys.ts'
import { MEMBER, USER } from './control/members/member.ts'
import { followPolicies } from './control/policies/enforced-policies.ts'
import { RATE_LIMIT, USAGE_LIMIT } from './control/policies/policy.ts'
import { createStoredLedger } from './control/policies/stored-ledger.ts'
import { USAGE_RESET } from './control/policies/usage-entity.ts'
import { PROMPT_COLLECTION } from './control/prompts/collection.ts'
import { PROMPT_LABEL } from './control/prompts/label.ts'
import type { ReadText } from './control/prompts/prompt-content.ts'
import { PARTIAL, PROMPT, versionKindOf } from './control/prompts/saved-template.ts'
import { createStoredPrompts } from './control/prompts/stored-prompts.ts'
import { PROVIDER } from './control/providers/saved-provider.ts'
import { createStoredProviders } from './control/providers/stored-providers.ts'
import { openReplica, type Replica } from './control/replica.ts'
import type { ResourceStore } from './control/resource-store.ts'
import { SCIM_GROUP } from './control/scim/group.ts'
import { SECRET_REFERENCE } from './control/secrets/saved-reference.ts'
import type { Sealing } from './control/secrets/sealing.ts'
import { openStoredReferences, type StoredReferences } from './control/secrets/stored-references.ts'
import { SETTINGS } from './control/settings/role-settings.ts'
import { linkSignIn } from './control/sign-in/link-sign-in.ts'
import { StoreError } from './control/store-error.ts'
import { WORKSPACE } from './control/workspaces/workspace.ts'
import type { Limiter } from './limits/limiter.ts'
import type { UsageLedger } from './limits/usage-journal.ts'
import { bundlePrompts } from './prompts/bundle-prompts.ts'
import type { PromptSource } from './prompts/prompt-source.ts'
import { readEncryptionKeys } from './stores/encryption-keys.ts'
import { type OpenSecretsOptions, openSavedSource, secretEvent } from './stores/open-secrets.ts'
import { openResourceStore } from './stores/resources/open-resource-store.ts'
import { storeAddress } from './stores/resources/store-address.ts'
import { nodeSecretCipher } from './stores/secret-cipher.ts'
import type { StoredConfigs } from './values/config-versions.ts'
import type { ControlSurface } from './values/control-surface.ts'
import type { Ports } from './values/ports.ts'
import { KEY_PREFIX } from './values/stored-keys.ts'
import type { StoredProviders } from './values/stored-providers.ts'

/** The kinds of resources that are held in memory. */
export const REPLICATED: readonly string[] = [
  API_KEY,
  MEMBER,
  SETTINGS,
  USER,
  WORKSPACE,
  CONFIG,
  DEPLOYMENT,
  INTEGRATION,
  PROVIDER,
  SCIM_GROUP,
  SECRET_REFERENCE,
  RATE_LIMIT,
  USAGE_LIMIT,
  USAGE_RESET,
  // Calls may name any version of a prompt, also while the store is away.
  ...([PROMPT, PARTIAL] as const).flatMap(kind => [kind, versionKindOf(kind)]),
  PROMPT_LABEL,
  PROMPT_COLLECTION,
]

export interface ControlPlaneOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Pick<Ports, 'clock' | 'randomId' | 'hash' | 'keyedHash' | 'upstream'> &
    OpenSecretsOptions['ports']
  readonly onEvent: OpenSecretsOptions['onEvent']
  /** A store that is open already, because the runtime follows it. */
  readonly store?: ResourceStore
  /** Reads templates that are written in YAML; absent in a runtime without the compiler, which takes JSON. */
  readonly readYaml?: ReadText | undefined
  readonly tell: (level: 'info' | 'error', message: string) => void
}

export interface ControlPlane {
  /** What serves saved resources beside a bundle; made anew for each that is loaded. */
  readonly serve: (bundle: Bundle, catalog: Catalog, limits: Limiter) => ServedResources
  /** What budgets have used; absent without a store. */
  readonly ledger?: UsageLedger
  /** Enforces the policies of the store. */
  readonly follow: (limits: Limiter, gateway: Gateway) => void
  readonly stop: () => Promise<void>
}

export interface ServedResources {
  readonly control: ControlSurface
  /** The keys of the store; absent without one. */
  readonly keys?: KeyIndex
  /** Configs that were saved by API; absent without a store. */
  readonly storedConfigs?: StoredConfigs
  /** The prompts of the project and of the store; absent without a store. */
  readonly prompts?: PromptSource
  /** Providers that were saved by API; absent without a store. */
  readonly storedProviders?: StoredProviders
}

/** Milliseconds for which keys are accepted while the store is away, where the manifest does not say. */
const MAX_STALE = 3_600_000

const ADMIN_KEY_FORM = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`)

const variable = (environment: ControlPlaneOptions['environment'], name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name]

/** Sentences where the store cannot be used: without it, nobody knows which keys are let in. */
export async function openControlPlane(
  gateway: Gateway,
  { folder, environment, ports, store: followed, readYaml, tell, onEvent }: ControlPlaneOptions,
): Promise<ControlPlane | readonly string[]> {
  const adminKey = variable(environment, 'GATEWAY_ADMIN_KEY')
  if (adminKey !== undefined && !ADMIN_KEY_FORM.test(adminKey))
    return [`GATEWAY_ADMIN_KEY must be a key as "portolan key" makes it, which begins with ${KEY_PREFIX}.`]
  let own: ResourceStore | undefined
  let replica: Replica | undefined
  let references: StoredReferences | undefined
  const ring = readEncryptionKeys(gateway.encryptionKey, environment)
  if (typeof ring === 'string') return [ring]
  const sealing: Sealing | undefined = ring && { ring, cipher: nodeSecretCipher }
  try {
    if (followed === undefined && gateway.store !== undefined)
      own = await openResourceStore(storeAddress(gateway.store, environment), {
        folder,
        environment,
        clock: ports.clock,
      })
    const store = followed ?? own
    if (store?.holds === 'all')
      replica = await openReplica(store, { kinds: REPLICATED, clock: ports.clock, tell })
    if (replica !== undefined) {
      references = openStoredReferences({
        replica,
        sealing,
        clock: ports.clock,
        random: ports.random,
        openSource: (reference, credential) => openSavedSource(reference, credential, { environment, ports }),
        onChange: (slug, fault, failing) => onEvent(secretEvent(slug, fault, failing)),
      })
      await references.loaded()
    }
  } catch (error) {
    references?.stop()
    replica?.stop()
    await own?.close()
    if (error instanceof StoreError) return [error.message]
    throw error
  }
  const store = followed ?? own
  let { maxStale = MAX_STALE } = gateway
  const keys =
    store &&
    replica &&
    openKeys(store, replica, {
      ports,
      pepper: variable(environment, 'PORTOLAN_KEY_PEPPER'),
      adminKey,
      maxStale: () => maxStale,
    })
  if (adminKey !== undefined && keys === undefined)
    tell('error', 'GATEWAY_ADMIN_KEY has no effect, since the gateway has no store that could be written.')
  return {
    ...(store && replica && { ledger: createStoredLedger(store, ports.hash, ports.randomId()) }),
    follow: (limits, served) => {
      if (replica === undefined) return
      followPolicies(limits, replica, served)
      followKeyLimits(limits, replica)
    },
    serve: (bundle, catalog, limits) => {
      const { gateway: served, plans, prompts, partials } = bundle
      maxStale = served.maxStale ?? MAX_STALE
      const compiler = { gateway: served, catalog, hash: ports.hash }
      const context: ControlContext = {
        clock: ports.clock,
        randomId: ports.randomId,
        hash: ports.hash,
        sealing,
        gateway: served,
        plans,
        prompts,
        partials,
        readYaml,
        catalog,
        organisation: derivedUuid(ports.hash, 'organisation', 'default'),
        loadedAt: ports.clock.now(),
        store,
        replica,
        keys,
        limits,
      }
      const signIn = linkSignIn(served, ports, replica)
      return {
        control: createControlSurface(context, linkIdentification(served, ports.hash, keys, replica, signIn)),
        ...(keys && { keys }),
        ...(replica &&
          references && {
            storedProviders: createStoredProviders({
              replica,
              references,
              sealing,
              gateway: served,
              catalog,
              clock: ports.clock,
              tell,
            }),
          }),
        ...(store &&
          replica && {
            storedConfigs: createStoredConfigs(store, replica, compiler),
            prompts: createStoredPrompts(bundlePrompts(bundle), context, replica),
          }),
      }
    },
    stop: async () => {
      references?.stop()
      replica?.stop()
      await own?.close()
    },
  }
}

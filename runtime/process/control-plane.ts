// Assembles the control plane of a process: the store that the manifest names, a replica of what it holds, and the surface that
// serves it beside the calls of the same gateway.
import { withCustomChecks } from '../../compiler/custom-checks.ts'
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import { derivedUuid } from '../../schemas/values/uuid.ts'
import type { StoredAgents } from '../agents/stored-agents.ts'
import type { KeyIndex } from '../control/access/keys/key-index.ts'
import { followKeyLimits } from '../control/access/keys/key-limits.ts'
import { openKeys } from '../control/access/keys/open-keys.ts'
import { followWorkspaceLimits } from '../control/access/workspaces/workspace-limits.ts'
import { keepAuditLog } from '../control/core/expire-entries.ts'
import type { ResourceStore } from '../control/core/resource-store.ts'
import { ENCRYPTION_KEY_ADVICE } from '../control/core/sealing/key-ring.ts'
import type { Sealing } from '../control/core/sealing/sealing.ts'
import type { StoredLogPorts } from '../control/logs/log-ports.ts'
import type { LogStore } from '../control/logs/log-store.ts'
import type { ConnectPages } from '../control/mcp-oauth/connect-flow.ts'
import { type FindOAuthServer, type McpOAuth, openMcpOAuth } from '../control/mcp-oauth/open-mcp-oauth.ts'
import { reportLacking } from '../control/releases/external-resources.ts'
import { createStoredAgents } from '../control/resources/agents/create-stored-agents.ts'
import { createStoredConfigs } from '../control/resources/configs/stored-configs.ts'
import { linkDirectory, type ServedMcp } from '../control/resources/mcp/probe-server.ts'
import { createStoredMcpServers, type StoredMcpServers } from '../control/resources/mcp/stored-mcp-servers.ts'
import { createStoredPins } from '../control/resources/mcp/stored-pins.ts'
import { followPolicies } from '../control/resources/policies/enforced-policies.ts'
import { createStoredLedger } from '../control/resources/policies/stored-ledger.ts'
import type { ReadText } from '../control/resources/prompts/prompt-content.ts'
import { createStoredPrompts } from '../control/resources/prompts/stored-prompts.ts'
import { followProviderLimits } from '../control/resources/providers/provider-limits.ts'
import { createStoredProviders } from '../control/resources/providers/stored-providers.ts'
import type { ControlContext } from '../control/serve/control-context.ts'
import { createControlSurface } from '../control/serve/control-surface.ts'
import { type Identify, linkIdentification } from '../control/serve/identify.ts'
import { linkOperations } from '../control/serve/run-operation.ts'
import { linkMcpSignIn } from '../control/sign-in/identify-mcp-caller.ts'
import { linkSignIn, linkToolSignIn, type SignInPerson } from '../control/sign-in/link-sign-in.ts'
import { linkControlTools } from '../control/tools/control-tools.ts'
import { parseOpenApi } from '../http/open-api.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { UsageLedger } from '../limits/usage-journal.ts'
import type { PinStore } from '../mcp/catalogue/tool-pins.ts'
import { bundlePrompts } from '../prompts/bundle-prompts.ts'
import type { PromptSource } from '../prompts/prompt-source.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import { readEncryptionKeys } from '../stores/encryption-keys.ts'
import type { ManagedSecretOptions } from '../stores/open-secret-cache.ts'
import { nodeSecretCipher } from '../stores/secret-cipher.ts'
import type { StoredConfigs } from '../values/config-versions.ts'
import type { ControlSurface } from '../values/control-surface.ts'
import type { Ports } from '../values/ports.ts'
import { KEY_PREFIX } from '../values/stored-keys.ts'
import type { StoredProviders } from '../values/stored-providers.ts'
import type { ExternalSecrets } from '../values/stored-secrets.ts'
import type { IdentifyToken } from '../values/token-callers.ts'
import { runtimeCatalog } from './catalog.ts'
import { openControlStore } from './open-control-store.ts'
import { linkSharedCounting, type SharedCounting } from './shared-counting.ts'

export interface ControlPlaneOptions {
  readonly folder: string
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly ports: Pick<
    Ports,
    'endOfTurn' | 'clock' | 'randomId' | 'hash' | 'keyedHash' | 'upstream' | 'nextTurn'
  > &
    ManagedSecretOptions['ports']
  readonly onEvent: ManagedSecretOptions['onEvent']
  /** A store that is open already, because the runtime follows it. */
  readonly store?: ResourceStore
  /** Reads templates that are written in YAML; absent in a runtime without the compiler, which takes JSON. */
  readonly readYaml?: ReadText | undefined
  /** The number of the version of a config that is in use, where a label is followed. */
  readonly configNumber?: ControlContext['configNumber']
  readonly tell: (level: 'info' | 'error', message: string) => void
  /** Records of requests; absent where the manifest has no `log_store`. */
  readonly logs?: LogStore
  readonly logPorts?: StoredLogPorts
}

export interface ControlPlane extends SharedCounting {
  /** Loads it behind the listener, where that was put off: calls do not need it. */
  readonly ready?: () => Promise<void>
  /** What serves saved resources beside a bundle; made anew for each that is loaded. */
  readonly serve: (
    bundle: Bundle,
    customChecks: CustomChecks['facts'],
    limits: Limiter,
    mcp: ServedMcp,
  ) => ServedResources
  /** Trusted definitions of tools; absent without a store. */
  readonly pins?: PinStore
  /** OAuth towards MCP servers. */
  readonly mcpAuth: (gateway: Gateway) => ReturnType<McpOAuth['authOf']> | undefined
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
  /** Secret references that were saved by API; absent without a store. */
  readonly externalSecrets?: ExternalSecrets
  /** Agents that were saved by API; absent without a store. */
  readonly storedAgents?: StoredAgents
  /** MCP servers that were saved by API; absent without a store. */
  readonly storedMcp?: StoredMcpServers
  /** Who tokens of calls are of; absent where none are accepted. */
  readonly identifyToken?: IdentifyToken
  /** Where people connect accounts. */
  readonly connectPages?: ConnectPages
}

/** Milliseconds for which keys are accepted while the store is away, where the manifest does not say. */
const MAX_STALE = 3_600_000

const ADMIN_KEY_FORM = new RegExp(`^${KEY_PREFIX}[\\w-]{43}$`)

const variable = (environment: ControlPlaneOptions['environment'], name: string): string | undefined =>
  environment[name] === '' ? undefined : environment[name]

/** Sentences where the store cannot be used: without it, nobody knows which keys are let in. */
export async function openControlPlane(
  gateway: Gateway,
  {
    folder,
    environment,
    ports,
    store: followed,
    readYaml,
    configNumber,
    tell,
    onEvent,
    logs,
    logPorts,
  }: ControlPlaneOptions,
): Promise<ControlPlane | readonly string[]> {
  const adminKey = variable(environment, 'GATEWAY_ADMIN_KEY')
  if (adminKey !== undefined && !ADMIN_KEY_FORM.test(adminKey))
    return [`GATEWAY_ADMIN_KEY must be a key as "portolan key" makes it, which begins with ${KEY_PREFIX}.`]
  const ring = readEncryptionKeys(gateway.encryptionKey, environment)
  if (typeof ring === 'string') return [ring]
  const sealing: Sealing | undefined = ring && { ring, cipher: nodeSecretCipher }
  const unsealed = Object.entries(gateway.mcp?.servers ?? {}).find(([, { auth }]) => auth?.kind === 'user')
  if (unsealed !== undefined && sealing === undefined)
    return [
      `Tokens of people for the MCP server "${unsealed[0]}" are not stored without an encryption key. ${ENCRYPTION_KEY_ADVICE}`,
    ]
  const opened = await openControlStore(
    gateway,
    { folder, environment, ports, store: followed, onEvent },
    sealing,
  )
  if (!('stop' in opened)) return opened
  const { store, replica, references } = opened
  let { maxStale = MAX_STALE, auditRetention } = gateway
  const { clock, randomId } = ports
  const expiry =
    store && replica && keepAuditLog(store, { clock, randomId, retention: () => auditRetention, tell })
  const keys =
    store &&
    replica &&
    openKeys(store, replica, {
      ports,
      pepper: variable(environment, 'PORTOLAN_KEY_PEPPER'),
      adminKey,
      maxStale: () => maxStale,
    })
  const builtInCatalog = runtimeCatalog()
  const oauth = openMcpOAuth({ store, replica, sealing, ports, tell })
  if (adminKey !== undefined && keys === undefined)
    tell('error', 'GATEWAY_ADMIN_KEY has no effect, since the gateway has no store that could be written.')
  return {
    ...(store && replica && { ledger: createStoredLedger(store, ports.hash, ports.randomId()) }),
    follow: (limits, served) => {
      if (replica === undefined) return
      followPolicies(limits, replica, served)
      followKeyLimits(limits, replica)
      followWorkspaceLimits(limits, replica)
      followProviderLimits(limits, replica, served)
    },
    ...(store &&
      replica && {
        pins: createStoredPins(store, replica, tell),
      }),
    mcpAuth: oauth.authOf,
    ...linkSharedCounting(gateway, store, ports, onEvent),
    serve: (bundle, customChecks, limits, mcp) => {
      const catalog = withCustomChecks(builtInCatalog, customChecks)
      const { gateway: served, plans, prompts, partials } = bundle
      maxStale = served.maxStale ?? MAX_STALE
      auditRetention = served.auditRetention
      reportLacking(store, bundle, tell)
      const compiler = { gateway: served, catalog, hash: ports.hash, references }
      const storedMcp =
        replica && createStoredMcpServers({ replica, sealing, tell, authOf: oauth.savedAuthOf(served) })
      const storedAgents =
        replica &&
        references &&
        createStoredAgents({ replica, references, sealing, gateway: served, ports, tell })
      /** A server of the store is linked when it is first asked for. */
      const oauthServer: FindOAuthServer = slug =>
        mcp.entries.has(slug) || storedMcp?.server(slug) !== undefined ? oauth.server(slug) : undefined
      const context: ControlContext = {
        agents: storedAgents,
        mcp: linkDirectory(storedMcp, mcp, ports.clock),
        mcpOAuth: { call: oauth.call, server: oauthServer },
        clock: ports.clock,
        randomId: ports.randomId,
        hash: ports.hash,
        sealing,
        gateway: served,
        plans,
        prompts,
        partials,
        readYaml,
        configNumber,
        catalog,
        organisation: derivedUuid(ports.hash, 'organisation', 'default'),
        loadedAt: ports.clock.now(),
        store,
        replica,
        references,
        keys,
        limits,
        logs,
        logPorts,
      }
      const identifyWith = (signIn: SignInPerson | undefined): Identify =>
        linkIdentification(served, ports.hash, keys, replica, signIn)
      const tools = linkControlTools({
        gateway: served,
        identify: identifyWith(linkToolSignIn(served, ports, replica)),
        run: linkOperations(context),
        openApi: parseOpenApi,
        state: mcp.state,
        ports,
      })
      const connectPages = oauth.pagesOf(served, oauthServer)
      const identifyToken = linkMcpSignIn(served, ports, replica)
      return {
        control: createControlSurface(context, identifyWith(linkSignIn(served, ports, replica)), tools),
        ...(keys && { keys }),
        ...(storedAgents && { storedAgents }),
        ...(storedMcp && { storedMcp }),
        ...(identifyToken && { identifyToken }),
        ...(connectPages && { connectPages }),
        ...(replica &&
          references && {
            externalSecrets: references,
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
      expiry?.stop()
      await opened.stop()
    },
  }
}

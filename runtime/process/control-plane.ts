// Assembles the control plane of a process, on the access that was opened before: what was saved by API for the calls of the gateway,
// and the surface that serves it beside them.
import { withCustomChecks } from '../../compiler/facts/create-catalog.ts'
import type { Bundle, Gateway } from '../../schemas/generated/types.ts'
import { derivedUuid } from '../../schemas/values/uuid.ts'
import type { StoredAgents } from '../agents/stored-agents.ts'
import type { ConsoleSources } from '../console/console-caller.ts'
import type { KeyIndex } from '../control/access/keys/key-index.ts'
import { linkBindings } from '../control/access/members/sign-in-binding.ts'
import type { StoredLogPorts } from '../control/logs/log-ports.ts'
import type { LogStore } from '../control/logs/log-store.ts'
import type { ConnectPages } from '../control/mcp-oauth/connect-flow.ts'
import type { FindOAuthServer } from '../control/mcp-oauth/oauth-server.ts'
import { type McpOAuth, openMcpOAuth } from '../control/mcp-oauth/open-mcp-oauth.ts'
import type { ProcessState } from '../control/plans/live-state.ts'
import { reportLacking } from '../control/releases/external-resources.ts'
import type { FollowedRelease } from '../control/releases/label-routes.ts'
import { createStoredAgents } from '../control/resources/agents/create-stored-agents.ts'
import { createStoredConfigs } from '../control/resources/configs/stored-configs.ts'
import { linkDirectory, type ServedMcp } from '../control/resources/mcp/probe-server.ts'
import { createStoredMcpServers, type StoredMcpServers } from '../control/resources/mcp/stored-mcp-servers.ts'
import { createStoredPins } from '../control/resources/mcp/stored-pins.ts'
import type { ReadText } from '../control/resources/prompts/prompt-content.ts'
import { createStoredPrompts } from '../control/resources/prompts/stored-prompts.ts'
import { createStoredProviders } from '../control/resources/providers/stored-providers.ts'
import { openStoredReferences } from '../control/resources/secret-references/stored-references.ts'
import type { ControlContext } from '../control/serve/control-context.ts'
import { createControlSurface } from '../control/serve/control-surface.ts'
import { type Identify, linkIdentification } from '../control/serve/identify.ts'
import { linkOperations } from '../control/serve/run-operation.ts'
import {
  linkMcpSignIn,
  linkSignIn,
  linkToolSignIn,
  type SignInPerson,
} from '../control/sign-in/link-sign-in.ts'
import { linkControlTools } from '../control/tools/control-tools.ts'
import { parseOpenApi } from '../http/open-api.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { PinStore } from '../mcp/catalogue/tool-pins.ts'
import { bundlePrompts } from '../prompts/bundle-prompts.ts'
import type { PromptSource } from '../prompts/prompt-source.ts'
import type { CustomChecks } from '../stores/custom-checks/load-custom-checks.ts'
import { type ManagedSecretOptions, openSavedSource, secretEvent } from '../stores/open-secret-cache.ts'
import type { StoredConfigs } from '../values/config-versions.ts'
import type { ControlSurface } from '../values/control-surface.ts'
import type { Ports } from '../values/ports.ts'
import type { StoredProviders } from '../values/stored-providers.ts'
import type { ExternalSecrets } from '../values/stored-secrets.ts'
import type { IdentifyToken } from '../values/token-callers.ts'
import { runtimeCatalog } from './catalog.ts'
import type { Access, AccessOptions } from './open-access.ts'

export interface ControlPlaneOptions extends AccessOptions {
  readonly ports: AccessOptions['ports'] &
    Pick<Ports, 'upstream' | 'nextTurn'> &
    ManagedSecretOptions['ports']
  /** Reads templates that are written in YAML; absent in a runtime without the compiler, which takes JSON. */
  readonly readYaml?: ReadText | undefined
  /** The number of the version of a config that is in use, where a label is followed. */
  readonly configNumber?: ControlContext['configNumber']
  /** Records of requests; absent if the manifest has no `log_store`. */
  readonly logs?: LogStore
  readonly logPorts?: StoredLogPorts
  /** What the process knows of its circuits and pools, but for the bundle in use. */
  readonly live: Omit<ProcessState, 'plan'>
  /** The label that the process follows; absent if it serves a file. */
  readonly followed?: FollowedRelease
}

/** Undefined without a store, or if it holds only releases. */
export type ControlStores = Pick<Access, 'sealing' | 'store' | 'replica' | 'keys' | 'denied'>

export interface ControlPlane {
  /** What serves saved resources beside a bundle; created again for each that is loaded. */
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
  readonly stop: () => void
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
  /** Who tokens of calls are of; absent if none are accepted. */
  readonly identifyToken?: IdentifyToken
  /** Where people connect accounts. */
  readonly connectPages?: ConnectPages
  /** What the console identifies its callers with; absent if none is served. */
  readonly console?: ConsoleSources
}

export async function openControlPlane(
  { sealing, store, replica, keys, denied }: ControlStores,
  {
    environment,
    ports,
    readYaml,
    configNumber,
    writeLog,
    onEvent,
    logs,
    logPorts,
    live,
    followed,
  }: ControlPlaneOptions,
): Promise<ControlPlane> {
  const references =
    replica &&
    openStoredReferences({
      replica,
      sealing,
      clock: ports.clock,
      random: ports.random,
      openSource: (reference, credential) => openSavedSource(reference, credential, { environment, ports }),
      onChange: (slug, fault, failing) => onEvent(secretEvent(slug, fault, failing)),
    })
  await references?.loaded()
  const builtInCatalog = runtimeCatalog()
  const oauth = openMcpOAuth({ store, replica, sealing, ports, writeLog })
  return {
    ...(store &&
      replica && {
        pins: createStoredPins(store, replica, writeLog),
      }),
    mcpAuth: oauth.authOf,
    serve: (bundle, customChecks, limits, mcp) => {
      const catalog = withCustomChecks(builtInCatalog, customChecks)
      const { gateway: served, plans, prompts, partials } = bundle
      reportLacking(store, bundle, writeLog)
      oauth.endLeft(served)
      const compiler = { gateway: served, catalog, hash: ports.hash, references }
      const storedMcp =
        replica && createStoredMcpServers({ replica, sealing, writeLog, authOf: oauth.savedAuthOf(served) })
      const storedAgents =
        replica &&
        references &&
        createStoredAgents({ replica, references, sealing, gateway: served, ports, writeLog })
      /** A server of the store is linked when it is first requested. */
      const oauthServer: FindOAuthServer = slug =>
        mcp.entries.has(slug) || storedMcp?.server(slug) !== undefined ? oauth.server(slug) : undefined
      const context: ControlContext = {
        agents: storedAgents,
        mcp: linkDirectory(storedMcp, mcp, ports.clock),
        mcpOAuth: { call: oauth.call, server: oauthServer },
        clock: ports.clock,
        randomId: ports.randomId,
        hash: ports.hash,
        nextTurn: ports.nextTurn,
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
        denied,
        replica,
        references,
        keys,
        limits,
        logs,
        logPorts,
        servedPlan: bundle.digest.slice(0, 12),
        live: { ...live, plan: bundle.digest },
        followed,
      }
      const identifyWith = (signIn: SignInPerson | undefined): Identify =>
        linkIdentification(served, ports.hash, keys, replica, signIn)
      const bind = linkBindings(context)
      const tools = linkControlTools({
        gateway: served,
        identify: identifyWith(linkToolSignIn(served, ports, replica, bind)),
        run: linkOperations(context),
        openApi: parseOpenApi,
        state: mcp.state,
        ports,
      })
      const connectPages = oauth.pagesOf(served, oauthServer)
      const identifyToken = linkMcpSignIn(served, ports, replica, bind)
      const identify = identifyWith(linkSignIn(served, ports, replica, bind))
      return {
        control: createControlSurface(context, identify, tools),
        ...(served.console && { console: { context, identify } }),
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
              hash: ports.hash,
              writeLog,
            }),
          }),
        ...(store &&
          replica && {
            storedConfigs: createStoredConfigs(store, replica, compiler),
            prompts: createStoredPrompts(bundlePrompts(bundle, ports.hash), context, replica),
          }),
      }
    },
    stop: () => references?.stop(),
  }
}

// What linkers get besides the plan: the ports, the catalog, the gateway's manifest and its resolved secrets.
import type { Catalog } from '../../compiler/catalog.ts'
import type { Gateway, PlanNode, Secret } from '../../schemas/generated/types.ts'
import type { StoredAgents } from '../agents/stored-agents.ts'
import type { Check } from '../guardrails/check.ts'
import type { BackgroundQueue } from '../guardrails/engine/background-queue.ts'
import type { TextMemory } from '../guardrails/engine/text-memory.ts'
import type { Limiter } from '../limits/limiter.ts'
import type { LinkedEntry } from '../mcp/catalogue/link-servers.ts'
import type { StoredMcp } from '../mcp/catalogue/stored-mcp.ts'
import type { McpState } from '../mcp/mcp-service.ts'
import type { PromptSource } from '../prompts/prompt-source.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { Adapters } from '../values/adapter.ts'
import type { Call, Reply } from '../values/call.ts'
import type { Canary } from '../values/canary.ts'
import type { ConfigVersions, StoredConfigs } from '../values/config-versions.ts'
import type { AdmittedControl, ControlRequest, ControlSurface } from '../values/control-surface.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import type { StoredKeys } from '../values/stored-keys.ts'
import type { StoredProvider, StoredProviders } from '../values/stored-providers.ts'
import type { ExternalSecrets } from '../values/stored-secrets.ts'
import type { IdentifyToken } from '../values/token-callers.ts'
import type { PropagateTrace } from './call/propagate-trace.ts'
import type { GetToken } from './target/tokens.ts'

/** What requests to MCP servers need of the process. */
export interface McpParts {
  readonly state: McpState
  /** The servers of the manifest. */
  readonly entries: ReadonlyMap<string, LinkedEntry>
  /** Servers that were saved by API; absent without a store. */
  readonly stored?: StoredMcp
  /** Who tokens are of; absent where none are accepted. */
  readonly identifyToken?: IdentifyToken
  /** The pages on which people connect accounts; absent where they cannot. */
  readonly connectPages?: (
    request: Pick<ControlRequest, 'method' | 'path' | 'headers'>,
  ) => AdmittedControl | undefined
}

/** Follows the calls through one node of a plan. */
export interface NodeObserver {
  readonly enter: (call: Call) => void
  readonly leave: (call: Call, reply: Reply) => void
}

export type ObserveNode = (node: PlanNode, name: string, config: string) => NodeObserver | undefined

export interface LinkContext {
  readonly ports: Ports
  readonly gateway: Gateway
  /** Set while a config that a caller sent is linked: the hosts that it names are the caller's. */
  readonly byCaller?: true
  /** Set while a provider with models that are switched off is linked. */
  readonly allowsModel?: StoredProvider['allowsModel']
  readonly catalog: Catalog
  /** Adapters of the providers that the bundle names, and of all once callers may name any. */
  readonly adapters: Adapters
  /** Exchanges credentials for access tokens. */
  readonly tokens: GetToken
  /** The store of cached replies. */
  readonly cache: CacheStore
  /** The index of cached requests' embeddings; absent where no plan has a semantic cache. */
  readonly vectors?: Vectors
  /** The circuits of targets. */
  readonly circuits: Circuits
  /** Guardrail checks by id. */
  readonly check: (id: string) => Check | undefined
  /** Loads what callers may name beside what plans do; undefined once it is there. */
  readonly loadForCallers?: () => Promise<void> | undefined
  /** What checks found in texts of earlier calls; absent where nothing is remembered. */
  readonly textMemory?: TextMemory
  /** Versions of saved configs that are not in use; absent where no store is followed. */
  readonly versions?: ConfigVersions
  /** Keys of the store; absent without one. */
  readonly keys?: StoredKeys
  /** The release that serves a part of the traffic; absent where all is served by one. */
  readonly canary?: Canary
  /** The limits of rates and usage; absent where nothing is limited. */
  readonly limits?: Limiter
  /** Saved prompts; absent where the bundle has all of them. */
  readonly prompts?: PromptSource
  /** Configs that were saved by API; absent without a store. */
  readonly storedConfigs?: StoredConfigs
  /** What serves saved resources; absent where there is no server. */
  readonly control?: ControlSurface
  /** Providers that were saved by API; absent without a store. */
  readonly storedProviders?: StoredProviders
  /** Secret references that were saved by API; absent without a store. */
  readonly externalSecrets?: ExternalSecrets
  /** Agents that were saved by API; absent without a store. */
  readonly storedAgents?: StoredAgents
  /** What serves MCP: links, sessions and pins; absent where there is no server. */
  readonly mcp?: McpParts
  /** Adds the trace to requests; absent where no provider receives it. */
  readonly propagateTrace?: PropagateTrace
  /** Runs guards after the reply was sent. */
  readonly backgroundQueue: BackgroundQueue
  /** Reports what happens outside of single requests. */
  readonly onEvent: (onEvent: GatewayEvent) => void
  /** Observes the nodes of a config at places such as `config.targets[0]`, for simulations; without it nothing is wrapped. */
  readonly observe?: ObserveNode
  /** The value of a secret: resolved when the bundle was loaded, or what its manager has last said; undefined while there is none. */
  readonly secret: (secret: Secret) => string | undefined
}

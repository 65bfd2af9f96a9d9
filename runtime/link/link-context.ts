// What linkers get besides the plan: the ports, the catalog, the gateway's manifest and its resolved secrets.
import type { ServedCatalog } from '../../compiler/catalog.ts'
import type { Gateway, PlanNode, Secret } from '../../schemas/generated/types.ts'
import type { Check } from '../guardrails/check.ts'
import type { BackgroundQueue } from '../guardrails/engine/background-queue.ts'
import type { TextMemory } from '../guardrails/engine/text-memory.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { Adapters } from '../values/adapter.ts'
import type { Call, Reply } from '../values/call.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import type { StoredProvider, StoredProviders } from '../values/stored-providers.ts'
import type { ExternalSecrets } from '../values/stored-secrets.ts'
import type { PropagateTrace } from './call/propagate-trace.ts'
import type { GetToken } from './target/tokens.ts'

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
  readonly catalog: ServedCatalog
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
  /** What checks found in texts of earlier calls; absent where nothing is remembered. */
  readonly textMemory?: TextMemory
  /** Providers that were saved by API; absent without a store. */
  readonly storedProviders?: StoredProviders
  /** Secret references that were saved by API; absent without a store. */
  readonly externalSecrets?: ExternalSecrets
  /** Adds the trace to requests; absent where no provider receives it. */
  readonly propagateTrace?: PropagateTrace
  /** Runs guards after the reply was sent. */
  readonly backgroundQueue: BackgroundQueue
  /** Reports what happens outside of single requests. */
  readonly onEvent: (event: GatewayEvent) => void
  /** Observes the nodes of a config at places such as `config.targets[0]`, for simulations; without it nothing is wrapped. */
  readonly observe?: ObserveNode
  /** The value of a secret: resolved when the bundle was loaded, or what its manager has last said; undefined while there is none. */
  readonly secret: (secret: Secret) => string | undefined
}

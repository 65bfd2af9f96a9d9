// What linkers get besides the plan: the ports, the catalog, the gateway's manifest and its resolved secrets.
import type { ServedCatalog } from '../../compiler/facts/catalog.ts'
import type {
  CallNode,
  ErrorKind,
  Gateway,
  GuardNode,
  PlanNode,
  PlanOutbound,
  Secret,
} from '../../schemas/generated/types.ts'
import type { Check } from '../guardrails/check.ts'
import type { BackgroundQueue } from '../guardrails/engine/background-queue.ts'
import type { TextMemory } from '../guardrails/engine/text-memory.ts'
import type { CacheStore } from '../state/cache-store.ts'
import type { Circuits } from '../state/circuits.ts'
import type { SharedFlights } from '../state/shared-flights.ts'
import type { Vectors } from '../state/vectors/vectors.ts'
import type { Adapter, Adapters, Endpoint, EndpointAdapter } from '../values/adapter.ts'
import type { Call, Reply } from '../values/call.ts'
import type { GatewayEvent } from '../values/event.ts'
import type { Ports } from '../values/ports.ts'
import type { StoredProvider, StoredProviders } from '../values/stored-providers.ts'
import type { ExternalSecrets } from '../values/stored-secrets.ts'
import type { PropagateTrace } from './call/propagate-trace.ts'
import type { GuardedChild, LinkedCall, LinkedNode } from './nodes/linked-node.ts'
import type { GetToken } from './target/tokens.ts'

/** Follows the calls through one node of a plan. */
export interface NodeObserver {
  readonly enter: (call: Call) => void
  readonly leave: (call: Call, reply: Reply) => void
}

export type ObserveNode = (node: PlanNode, name: string, config: string) => NodeObserver | undefined

/** The state that instances of a gateway may share. */
export interface LinkedState {
  /** The store of cached replies. */
  readonly cache: CacheStore
  /** The index of cached requests' embeddings; absent if no plan has a semantic cache. */
  readonly vectors?: Vectors | undefined
  /** The circuits of targets. */
  readonly circuits: Circuits
  /** Calls that fill the cache, shared by the threads of a process; absent if it has one thread. */
  readonly flights?: SharedFlights | undefined
}

/** What was saved by API; nothing without a store. */
export interface StoredTargets {
  readonly providers?: StoredProviders | undefined
  /** Secret references. */
  readonly secrets?: ExternalSecrets | undefined
  /** Whether the usage of a finished batch is to be counted by this call; absent if none is counted. */
  readonly claimBatch?: ((batch: string) => Promise<boolean>) | undefined
}

/** How replies of an endpoint are read when they may have the vendor's fields only: `translated` is how they are read otherwise. */
export type LimitReplies = (
  endpoint: Endpoint,
  translated: EndpointAdapter | undefined,
  target: LimitedTarget,
) => EndpointAdapter | undefined

/** What is needed of a target for that. */
export interface LimitedTarget {
  readonly adapter: Adapter | undefined
}

/** What guardrails run. */
export interface CheckParts {
  /** Checks by id. */
  readonly find: (id: string) => Check | undefined
  /** Results of checks on content of earlier calls; absent if nothing is remembered. */
  readonly memory?: TextMemory
  /** Links guard nodes: loaded where a plan or a caller may have one. */
  readonly linkGuards: LinkGuards
}

export type LinkGuards = (
  uses: Pick<GuardNode, 'before' | 'after'>,
  at: string,
  below: GuardedChild,
  parts: LinkContext,
) => LinkedNode

/** Finds the kind of the error that a reply is, if it is one of these. */
export type LinkErrorKinds = (kinds: readonly ErrorKind[]) => (reply: Reply) => ErrorKind | undefined

/** Links the calls of a node to a pool; undefined where its binding cannot name one. */
export type LinkPooled = (
  node: CallNode,
  targetName: string,
  parts: LinkContext,
  config: string,
) => LinkedCall | undefined

/** A member of a pool, and the slug of its own stored provider. */
export interface LinkedPool {
  readonly slug: string
  readonly member: string
  readonly provider: string
}

/** Whose part of a plan is linked; absent for what the operator wrote. */
export interface LinkedScope {
  /** The hosts that it names are the caller's, who sent it. */
  readonly byCaller?: true
  /** Which models a provider that was saved by API serves, where some are switched off. */
  readonly allowsModel?: StoredProvider['allowsModel']
  /** The pool whose member is linked: limits and logs know it by its slug, prices by its slug and the name of the member. */
  readonly pool?: LinkedPool
}

export interface LinkContext {
  readonly ports: Ports
  readonly gateway: Gateway
  readonly catalog: ServedCatalog
  /** Adapters of the providers that the bundle names, and of all once callers may name any. */
  readonly adapters: Adapters
  /** Exchanges credentials for access tokens. */
  readonly tokens: GetToken
  /** The client of a provider with outbound settings of its own; absent if no request leaves the process. */
  readonly through?: (outbound: PlanOutbound) => Pick<LinkContext, 'ports' | 'tokens'>
  /** The value of a secret: resolved when the bundle was loaded, or last returned by its manager; undefined while there is none. */
  readonly secret: (secret: Secret) => string | undefined
  readonly state: LinkedState
  readonly stored: StoredTargets
  readonly checks: CheckParts
  /** Loaded where a plan or a caller may list kinds of errors. */
  readonly linkErrorKinds: LinkErrorKinds
  /** Limits replies to the vendor's fields; undefined while no plan needs it, so that a call that does loads it. */
  readonly limitReplies: () => LimitReplies | undefined
  readonly scope?: LinkedScope
  /** Absent while there is no pool, so that other calls pay nothing for them. */
  readonly linkPooled?: LinkPooled | undefined
  /** Adds the trace to requests; absent if no provider receives it. */
  readonly propagateTrace?: PropagateTrace
  /** Runs guards after the reply was sent. */
  readonly backgroundQueue: BackgroundQueue
  /** Reports what happens outside of single requests. */
  readonly onEvent: (event: GatewayEvent) => void
  /** Observes the nodes of a config at places such as `config.targets[0]`, for simulations; without it nothing is wrapped. */
  readonly observe?: ObserveNode
}

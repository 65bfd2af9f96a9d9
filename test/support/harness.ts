// A gateway without sockets: configs are compiled, linked and called with scripted providers, a virtual clock and
// scripted draws. `call` gives the reply as values that tests compare.
import { createHash, createHmac, createSign } from 'node:crypto'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { callFeatures } from '../../runtime/gateway/call-features.ts'
import { createGateway } from '../../runtime/gateway/gateway.ts'
import type { Gateway } from '../../runtime/gateway/request.ts'
import { loadAllChecks } from '../../runtime/guardrails/checks/registry.ts'
import { createBackgroundQueue } from '../../runtime/guardrails/engine/background-queue.ts'
import { createTextMemory } from '../../runtime/guardrails/engine/text-memory.ts'
import type { LimitCounters } from '../../runtime/limits/counters.ts'
import { createLimiter, type Limiter } from '../../runtime/limits/limiter.ts'
import { createMemoryCounters } from '../../runtime/limits/memory-counters.ts'
import type { UsageAlert } from '../../runtime/limits/policy-counter.ts'
import { linkClaims, NO_JOURNAL, type UsageJournal } from '../../runtime/limits/usage-journal.ts'
import { withVendorFieldsOnly } from '../../runtime/link/call/vendor-fields-only.ts'
import { linkGuards } from '../../runtime/link/guard/guard.ts'
import { linkErrorKinds } from '../../runtime/link/nodes/error-kinds.ts'
import { linkPooledWith } from '../../runtime/link/pool/link-pool.ts'
import { createTokens } from '../../runtime/link/target/tokens.ts'
import { createPools } from '../../runtime/pools/create-pools.ts'
import type { Pools } from '../../runtime/pools/pool-health.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { withProcessLimits } from '../../runtime/process/process-limits.ts'
import { allAdapters } from '../../runtime/providers/all-adapters.ts'
import { createPriceList } from '../../runtime/providers/model-prices.ts'
import '../../runtime/simulation/loaded-parts.ts'
import { createLocalVectors } from '../../runtime/simulation/simulated-state.ts'
import type { CacheStore } from '../../runtime/state/cache-store.ts'
import type { Circuits } from '../../runtime/state/circuits.ts'
import { createMemoryCache } from '../../runtime/state/memory-cache.ts'
import { createMemoryCircuits } from '../../runtime/state/memory-circuits.ts'
import type { Vectors } from '../../runtime/state/vectors/vectors.ts'
import type { BodyRemainder } from '../../runtime/values/body/body.ts'
import { type CancellationSource, createCancellation } from '../../runtime/values/cancellation.ts'
import type { ConfigVersions } from '../../runtime/values/config-versions.ts'
import { failureReply } from '../../runtime/values/error-reply.ts'
import type { GatewayEvent } from '../../runtime/values/event.ts'
import { failure } from '../../runtime/values/failures.ts'
import type { MemoryLease } from '../../runtime/values/memory-budget.ts'
import type { Ports } from '../../runtime/values/ports.ts'
import type { StoredKeys } from '../../runtime/values/stored-keys.ts'
import type { StoredProviders } from '../../runtime/values/stored-providers.ts'
import type { Plan } from '../../schemas/generated/types.ts'
import { expectDocumentedInference } from './documented-inference.ts'
import { bytesOf, type HarnessReply, readReply } from './read-harness-reply.ts'
import { CHAT } from './sample-bodies.ts'
import { type ScriptedUpstream, type Step, scriptedUpstream } from './scripted-upstream.ts'
import { type StubChecks, stubOr, withStubs } from './stub-checks.ts'
import { type VirtualClock, virtualClock } from './virtual-clock.ts'

const builtInChecks = await loadAllChecks()

export interface HarnessOptions {
  readonly manifest?: object
  readonly configs?: Readonly<Record<string, object>>
  readonly prompts?: Readonly<Record<string, object>>
  /** The texts of partials. */
  readonly partials?: Readonly<Record<string, string>>
  /** Plans beside those of the configs, by identifier: they are not validated. */
  readonly plans?: Readonly<Record<string, Plan>>
  readonly script?: readonly Step[]
  /** Configs of another release, by identifier, that serve a part of the traffic. */
  readonly canary?: { readonly percent: number; readonly configs: Readonly<Record<string, object>> }
  /** Random numbers in the order of use; 0.5 when they run out. */
  readonly draws?: readonly number[]
  /** Secrets by the names of variables, files and secret references; looked up when they are used. */
  readonly environment?: Readonly<Record<string, string>>
  /** The cache store; by default a small one in memory. */
  readonly cache?: CacheStore
  readonly vectors?: Vectors
  /** Checks of guardrails that win over those of the runtime. */
  readonly checks?: StubChecks
  /** Versions of configs beside those in use. */
  readonly versions?: ConfigVersions
  /** Providers that were saved by API. */
  readonly storedProviders?: StoredProviders
  /** Keys of a store. */
  readonly keys?: StoredKeys
  /** The limits of another harness, where calls and saved resources share them. */
  readonly limits?: Limiter
  /** Providers that do not answer in the order of a script. */
  readonly upstream?: ScriptedUpstream
  /** Who counts a finished batch; by default this harness does, once. */
  readonly claimBatch?: (batch: string) => Promise<boolean>
  /** Counts limits; by default in memory. */
  readonly counters?: (clock: VirtualClock) => LimitCounters
  /** What budgets have used before, and use. */
  readonly journal?: UsageJournal
  /** Observes the circuits. */
  readonly circuits?: (inner: Circuits) => Circuits
  /** The state of pools; by default that of a process. */
  readonly pools?: Pools
  /** Who waits for a turn of the event loop; by default little is done at once. */
  readonly turns?: Pick<Ports, 'nextTurn' | 'fitsTurn'>
  /** Providers reply with what no API documents, such as events to a request for a batch. */
  readonly undocumented?: true
}

export interface CallInput {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON, texts and bytes as they are. */
  readonly body?: unknown
  readonly cancellation?: CancellationSource
  /** What is still to come of a body that is streamed through. */
  readonly remainder?: BodyRemainder
  /** What the request may buffer. */
  readonly memory?: MemoryLease
  /** The client wants a WebSocket. */
  readonly upgrade?: boolean
}

export interface Harness {
  readonly call: (input?: CallInput) => Promise<HarnessReply>
  readonly gateway: Gateway
  readonly upstream: ScriptedUpstream
  readonly clock: VirtualClock
  readonly limiter: Limiter
  /** Usage limits that have reached their thresholds. */
  readonly alerts: readonly UsageAlert[]
  /** What happened beside single requests, in order. */
  readonly notices: readonly GatewayEvent[]
}

const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex')
const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

const inputs = (values: Readonly<Record<string, object>>) =>
  new Map(Object.entries(values).map(([id, value]) => [id, input(`${id}.json`, value)]))
const mapTexts = (texts: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(texts).map(([id, template]) => [id, { template }]))

/** Two stored providers, one of each dialect. */
export const STORED_PROVIDERS = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    claude: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}' },
    mock: { provider: 'mock' },
  },
}

/** With one provider of each dialect that chats are translated to. */
export const TRANSLATED_PROVIDERS = {
  providers: {
    ...STORED_PROVIDERS.providers,
    gemini: { provider: 'google', api_key: '${env:CLAUDE_KEY}' },
    command: { provider: 'cohere', api_key: '${env:CLAUDE_KEY}' },
    llama: { provider: 'ollama-native' },
  },
}

export function createHarness({
  manifest = STORED_PROVIDERS,
  configs = {},
  prompts = {},
  partials = {},
  plans = {},
  script = [],
  draws = [],
  environment = { MAIN_KEY: 'main-key', CLAUDE_KEY: 'claude-key' },
  cache,
  vectors,
  checks: stubs = {},
  versions,
  storedProviders,
  canary,
  keys,
  limits,
  turns = { nextTurn: action => void setImmediate(action), fitsTurn: () => true },
  upstream = scriptedUpstream(script),
  counters = createMemoryCounters,
  journal = NO_JOURNAL,
  claimBatch = linkClaims(undefined),
  circuits = inner => inner,
  pools,
  undocumented,
}: HarnessOptions): Harness {
  const catalog = withStubs(runtimeCatalog(), stubs)
  const compiled = compileProject(
    {
      manifest: input('gateway.json', manifest),
      configs: inputs(configs),
      prompts: { prompts: inputs(prompts), partials: inputs(mapTexts(partials)) },
    },
    catalog,
    sha256,
  )
  if (compiled.bundle === undefined)
    throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'))
  const plansOf = (others: Readonly<Record<string, object>>): Readonly<Record<string, Plan>> =>
    Object.fromEntries(
      compileProject({ manifest: input('gateway.json', manifest), configs: inputs(others) }, catalog, sha256)
        .plans,
    )
  const clock = virtualClock()
  const pendingDraws = [...draws]
  const notices: GatewayEvent[] = []
  let identifiers = 0
  const ports: Ports = {
    clock,
    ...turns,
    turn: () => 0,
    // A turn ends before its caller sees the reply.
    endOfTurn: queueMicrotask,
    upstream: upstream.send,
    connect: (_request, receiver) => {
      receiver.fail(failure('upstream_unreachable', 'A scene has no tunnels.'))
      return () => {}
    },
    random: () => pendingDraws.shift() ?? 0.5,
    randomId: () => {
      identifiers += 1
      return String(identifiers).padStart(32, '0')
    },
    hash: sha256,
    keyedHash: (key, text) => createHmac('sha256', key).update(text).digest(),
    signRsa: (privateKey, text) => createSign('RSA-SHA256').update(text).sign(privateKey),
  }
  const alerts: UsageAlert[] = []
  const prices = createPriceList(compiled.bundle.gateway.prices)
  const own = createLimiter({
    counters: counters(clock),
    clock,
    endOfTurn: ports.endOfTurn,
    price: (provider, model, reply, slug) => prices.find(provider, model, clock.now(), reply, slug),
    journal,
    onAlert: alert => void alerts.push(alert),
  })
  own.replace('bundle', compiled.bundle.gateway.policies)
  const limiter = limits ?? own
  const gateway = withProcessLimits(compiled.bundle.gateway, { total: 2 ** 30, heap: 2 ** 28 })
  const core = createGateway(
    { ...compiled.bundle, plans: { ...compiled.bundle.plans, ...plans } },
    {
      ports,
      tokens: createTokens(ports),
      gateway,
      features: callFeatures(compiled.bundle, gateway, catalog, storedProviders !== undefined),
      catalog,
      adapters: allAdapters,
      state: {
        cache: cache ?? createMemoryCache({ entries: 100, bytes: 1_000_000 }, clock),
        vectors: vectors ?? createLocalVectors(),
        circuits: circuits(createMemoryCircuits(clock, notice => void notices.push(notice))),
      },
      stored: { keys, versions, providers: storedProviders, claimBatch },
      checks: {
        find: stubOr(stubs, id => builtInChecks.get(id)),
        memory: createTextMemory(ports.hash),
        linkGuards,
      },
      linkErrorKinds,
      ...((compiled.bundle.gateway.pools ?? storedProviders?.pool) !== undefined && {
        linkPooled: linkPooledWith(pools ?? createPools(ports)),
      }),
      limitReplies: () => withVendorFieldsOnly,
      limits: limiter,
      backgroundQueue: createBackgroundQueue(clock),
      ...(canary && {
        canary: { release: 2, plan: '2'.repeat(12), percent: canary.percent, plans: plansOf(canary.configs) },
      }),
      onEvent: notice => void notices.push(notice),
      secret: secret => (secret.source === 'literal' ? secret.name : environment[secret.name]),
    },
  )
  const call = async ({
    method = 'POST',
    path = '/chat/completions',
    headers = {},
    body = CHAT,
    cancellation = createCancellation(),
    ...more
  }: CallInput = {}): Promise<HarnessReply> => {
    const raw = Object.entries({ 'content-type': 'application/json', ...headers }).flat()
    const admitted = core.admit({ method, path, pathname: `/v1${path.split('?', 1)[0]}`, headers: raw })
    const outcome =
      'refused' in admitted
        ? undefined
        : await core.handle(admitted, bytesOf(method, body), cancellation, more)
    const reply = 'refused' in admitted ? failureReply(admitted.refused) : outcome?.reply
    if (reply === undefined) throw new Error('The gateway has no reply.')
    const read = await readReply(reply, outcome, cancellation)
    if (undocumented === undefined && compiled.bundle?.gateway.spelling !== 'peer')
      expectDocumentedInference(method, path, reply, read)
    return read
  }
  return { call, gateway: core, upstream, clock, limiter, alerts, notices }
}

// A gateway without sockets: the same nodes that serve requests in production, with a virtual clock, scripted providers
// and given draws. One request at a time; caches and circuits remember the earlier ones.
import type { Catalog } from '../../compiler/facts/catalog.ts'
import { livingModel } from '../../compiler/facts/living-model.ts'
import { bundleSecrets } from '../../compiler/plan/bundle-secrets.ts'
import { externalUses } from '../../compiler/plan/external-uses.ts'
import type {
  Bundle,
  Gateway,
  GivenRequest,
  Secret,
  StaticBinding,
  UpstreamScripts,
} from '../../schemas/generated/types.ts'
import { isObject, type JsonObject } from '../../schemas/values/json.ts'
import { GOOGLE_TOKEN_ORIGIN, GOOGLE_TOKEN_PATH } from '../../schemas/values/token-origins.ts'
import { needsKey } from '../gateway/authenticate.ts'
import { callFeatures } from '../gateway/call-features.ts'
import { createGateway } from '../gateway/gateway.ts'
import type { CallResult, RequestHead } from '../gateway/request.ts'
import type { Check } from '../guardrails/check.ts'
import { createBackgroundQueue } from '../guardrails/engine/background-queue.ts'
import { linkGatewayHeaders, replyHeaders } from '../http/respond.ts'
import { createLimiter } from '../limits/limiter.ts'
import { NO_JOURNAL } from '../limits/usage-journal.ts'
import { withVendorFieldsOnly } from '../link/call/vendor-fields-only.ts'
import { linkGuards } from '../link/guard/guard.ts'
import type { NodeObserver, ObserveNode } from '../link/link-context.ts'
import { linkErrorKinds } from '../link/nodes/error-kinds.ts'
import { linkPooledWith } from '../link/pool/link-pool.ts'
import { createPools } from '../pools/create-pools.ts'
import type { Pools } from '../pools/pool-health.ts'
import { allAdapters } from '../providers/all-adapters.ts'
import { createMock } from '../providers/mock/create-mock.ts'
import { createPriceList } from '../providers/model-prices.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import type { Ports, Upstream } from '../values/ports.ts'
import { createCallFollower } from './call-follower.ts'
import { collectBody, readReply } from './read-reply.ts'
import { createSimulatedState } from './simulated-state.ts'
import type { Trace, TracedReply } from './trace.ts'
import { createTracedUpstream, type TracedUpstream } from './traced-upstream.ts'
import { type NextStep, playScripts } from './upstream-script.ts'
import { createVirtualClock, type SettlePromises } from './virtual-clock.ts'

import './loaded-parts.ts'

/** What a simulation takes from its host. */
export interface SimulationHost extends Pick<Ports, 'hash' | 'keyedHash'> {
  readonly catalog: Catalog
  readonly check: (id: string) => Check | undefined
  /** Waits for all promises, also those that the event loop settles. */
  readonly settle: SettlePromises
}

export interface SimulationOptions {
  /** Values of secrets by name that a placeholder cannot replace. */
  readonly environment?: Readonly<Record<string, string>>
  /** Follows the request through its plan. */
  readonly observe?: ObserveNode
}

export interface SimulatedRequest {
  /** The identifier of the saved config; undefined where the request names none. */
  readonly config: string | undefined
  readonly given: GivenRequest
  readonly upstreams: UpstreamScripts
  /** Answers the calls instead of the scripts. */
  readonly stepOf?: NextStep
}

export interface Simulation {
  readonly run: (request: SimulatedRequest) => Promise<Trace>
  /** Lets time pass between requests. */
  readonly pause: (milliseconds: number) => Promise<void>
  /** Sets the time of the next request, in milliseconds from the beginning: it may arrive before the last one ended. */
  readonly moveTo: (milliseconds: number) => void
  /** Forgets all earlier requests, which costs less than another simulation. */
  readonly restart: () => void
}

/** A request that takes longer is given up. */
const DAY = 86_400_000
const MOCK_ORIGIN = 'mock://mock'
const JITTER_RANGE = 0.5

export function createSimulation(
  bundle: Bundle,
  host: SimulationHost,
  { environment, observe }: SimulationOptions = {},
): Simulation {
  const clock = createVirtualClock(host.settle)
  const gateway = withSimulatedKeys(withExternalProviders(bundle), host.hash)
  const follower = createCallFollower(gateway)
  const secrets = placeholderSecrets(bundle, environment)
  const mock = createMock(clock)
  const state = createSimulatedState(clock)
  let given: GivenRequest = {}
  let draws = 0
  let identifiers = 0
  let network: TracedUpstream | undefined
  const upstream: Upstream = (request, receiver) => {
    if (network === undefined) throw new Error('A call was made outside of a request.')
    return network.send(request, receiver)
  }
  const nextDraw = (): number => {
    const list = [given.draw ?? 0].flat()
    const draw = list[Math.min(draws, list.length - 1)] ?? 0
    draws += 1
    return draw
  }
  const ports: Ports = {
    hash: host.hash,
    keyedHash: host.keyedHash,
    signRsa: () => new Uint8Array(256),
    clock,
    nextTurn: action => void clock.after(0, action),
    fitsTurn: () => true,
    turn: () => clock.monotonic(),
    endOfTurn: action => void clock.after(0, action),
    upstream,
    connect: (_request, receiver) => {
      receiver.fail(failure('upstream_unreachable', 'A simulation has no tunnels.', { cause: 'refused' }))
      return () => {}
    },
    random: () => (follower.isDrawing() ? nextDraw() : ((given.jitter ?? 1) - JITTER_RANGE) / JITTER_RANGE),
    randomId: () => {
      identifiers += 1
      return String(identifiers).padStart(32, '0')
    },
  }
  const pools = createForgetfulPools({ clock, random: nextDraw }, () => given.draw !== undefined)
  const prices = createPriceList(gateway.prices, gateway.pools)
  const limits = createLimiter({
    counters: state.counters,
    clock,
    endOfTurn: ports.endOfTurn,
    price: (provider, model, reply, slug) => prices.find(provider, model, clock.now(), reply, slug),
    journal: NO_JOURNAL,
    onAlert: () => {},
  })
  limits.replace('bundle', gateway.policies)
  const core = createGateway(
    { ...bundle, gateway },
    {
      ports,
      gateway,
      features: callFeatures(bundle, gateway, host.catalog),
      catalog: host.catalog,
      checks: { find: host.check, linkGuards },
      linkErrorKinds,
      limitReplies: () => withVendorFieldsOnly,
      ...(gateway.pools && { linkPooled: linkPooledWith(pools.pools) }),
      adapters: allAdapters,
      tokens: async () => 'simulated-access-token',
      state,
      stored: {},
      limits,
      backgroundQueue: createBackgroundQueue(clock),
      onEvent: () => {},
      secret: secrets.secret,
      observe: (node, name, config) =>
        bothObservers(follower.observe(node, name), observe?.(node, name, config)),
    },
  )
  const appendHeaders = linkGatewayHeaders(gateway.headerPrefix, bundle.digest.slice(0, 12))

  const serve = async (request: SimulatedRequest, done: (reply: TracedReply) => void): Promise<void> => {
    const { head, body } = composeRequest(request.given, request.config, gateway)
    const admitted = core.admit(head)
    const result: Partial<CallResult> & Pick<CallResult, 'reply'> =
      'refused' in admitted
        ? { reply: failureReply(admitted.refused) }
        : await core.handle(admitted, body, createCancellation())
    const { reply, record, model } = result
    const headers = replyHeaders(reply)
    appendHeaders(headers, admitted.trace, reply, record && { model, record })
    collectBody(reply.body, (bytes, broken) => done(readReply(reply.status, headers, bytes, broken)))
  }

  const run = async (request: SimulatedRequest): Promise<Trace> => {
    const problems: string[] = []
    given = request.given
    draws = 0
    const started = clock.monotonic()
    network = createTracedUpstream({
      clock,
      calleeOf: follower.calleeOf,
      stepOf: request.stepOf ?? playScripts(request.upstreams),
      inProcess: origin => (origin === MOCK_ORIGIN ? mock : undefined),
      withReferences: secrets.withReferences,
      reportProblem: sentence => void problems.push(sentence),
    })
    let reply: TracedReply | undefined
    let time = 0
    let bug: unknown
    serve(request, received => {
      reply = received
      time = clock.monotonic() - started
    }).catch((error: unknown) => {
      bug = error
    })
    const ended = await clock.runUntil(() => reply !== undefined || bug !== undefined, DAY)
    if (bug !== undefined) throw bug
    if (!ended) problems.push('The reply is not complete after a day: the call has no time limit.')
    const { calls } = network
    return { calls, waits: waitsBetween(calls), reply: reply ?? NO_REPLY, time, problems }
  }
  const restart = (): void => {
    clock.restart()
    state.forget()
    pools.forget()
    identifiers = 0
  }
  return { run, pause: clock.advance, moveTo: clock.moveTo, restart }
}

const NO_REPLY: TracedReply = {
  status: 0,
  headers: {},
  text: '',
  json: undefined,
  events: [],
  content: undefined,
  complete: false,
}

const waitsBetween = (calls: Trace['calls']): readonly number[] =>
  calls.slice(1).map((call, index) => call.started - (calls[index]?.ended ?? 0))

/**
 * Pools whose members are as at the start again once what was learned of them is forgotten. A draw that a test gives decides among members,
 * whatever session its request belongs to.
 */
function createForgetfulPools(ports: Parameters<typeof createPools>[0], isDrawn: () => boolean) {
  let inner = createPools(ports)
  const pools: Pools = {
    status: () => inner.status(),
    share: async () => {},
    pool: (id, plan) => ({
      choose: request =>
        inner.pool(id, plan).choose(isDrawn() ? { ...request, session: undefined } : request),
      hedge: request => inner.pool(id, plan).hedge(request),
      hedgeAfter: member => inner.pool(id, plan).hedgeAfter(member),
      status: () => inner.pool(id, plan).status(),
    }),
  }
  return {
    pools,
    forget: () => {
      inner = createPools(ports)
    },
  }
}

/** Only the hashes of keys are known: placeholders take their place. */
const withSimulatedKeys = (gateway: Bundle['gateway'], hash: Ports['hash']): Bundle['gateway'] => ({
  ...gateway,
  apiKeys: gateway.apiKeys.map(key => ({ ...key, hash: hash(simulatedKey(key.id)) })),
})

const bothObservers = (first: NodeObserver, second: NodeObserver | undefined): NodeObserver =>
  second === undefined
    ? first
    : {
        enter: call => {
          first.enter(call)
          second.enter(call)
        },
        leave: (call, reply) => {
          first.leave(call, reply)
          second.leave(call, reply)
        },
      }

// Providers of the store in a simulation, which has none: each is one that speaks the interface's own schema, at an address that
// does not exist, so that what a config does around them can be tested.

/** Of the catalog: what it takes is sent as clients wrote it. */
const PROVIDER = 'openai'

export const withExternalProviders = (bundle: Bundle): Gateway => ({
  ...bundle.gateway,
  providers: {
    ...bundle.gateway.providers,
    ...Object.fromEntries(externalUses(bundle).providers.map(slug => [slug, standIn(slug)] as const)),
  },
})

const standIn = (slug: string): StaticBinding => {
  const origin = `https://${slug.replaceAll(/[^a-z0-9-]/g, '-')}.external.invalid`
  return {
    from: 'own',
    provider: PROVIDER,
    baseUrl: `${origin}/v1`,
    custom: true,
    settings: {},
    credentials: { api_key: { source: 'literal', name: 'simulated', origins: [origin] } },
    allowedOrigins: [],
  }
}

// Secrets of a simulation: every reference has a placeholder, so that no real one is read, sent or shown. Traces show the
// references in their place.

export interface PlaceholderSecrets {
  readonly secret: (secret: Secret) => string | undefined
  /** The text with every placeholder replaced by its reference. */
  readonly withReferences: (text: string) => string
}

/** Service accounts are objects. Nothing is signed with this key. */
const serviceAccount = (name: string): string =>
  JSON.stringify({
    type: 'service_account',
    project_id: 'simulated-project',
    private_key_id: name,
    private_key: `PRIVATE KEY-----simulated-key-${name}`,
    client_email: 'simulated@simulated-project.example',
    token_uri: GOOGLE_TOKEN_ORIGIN + GOOGLE_TOKEN_PATH,
  })

/** Values of credentials longer than this are replaced in traces; shorter ones would occur in other strings. */
const SHORTEST = 4

/** `given`: values by name that a placeholder cannot replace. */
export function placeholderSecrets(
  bundle: Pick<Bundle, 'gateway' | 'plans'>,
  given: Readonly<Record<string, string>> = {},
): PlaceholderSecrets {
  const values = new Map<string, string>()
  const references = new Map<string, string>()
  for (const { secret, location } of bundleSecrets(bundle)) {
    const key = keyOf(secret)
    if (secret.source === 'literal' || values.has(key)) continue
    const value =
      given[secret.name] ??
      (/_json$|Json$/.test(location)
        ? serviceAccount(secret.name)
        : `simulated-${key.replace(/[^\w-]/g, '-')}`)
    values.set(key, value)
    if (value.length >= SHORTEST) references.set(value, `\${${key}}`)
  }
  // The longer first: one placeholder may begin another.
  const known = [...references.keys()].sort((left, right) => right.length - left.length)
  const pattern = known.length === 0 ? undefined : new RegExp(known.map(escapePattern).join('|'), 'g')
  return {
    secret: secret => (secret.source === 'literal' ? secret.name : values.get(keyOf(secret))),
    withReferences: text =>
      pattern === undefined ? text : text.replaceAll(pattern, value => references.get(value) ?? value),
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')

const keyOf = ({ source, name }: Pick<Secret, 'source' | 'name'>): string => `${source}:${name}`

// The request of a case as the gateway receives it: what is not given is that of a short chat.

const MESSAGES = [{ role: 'user', content: 'Hello' }]

/** Bodies that every provider understands, by path. */
const DEFAULT_BODIES: Readonly<Record<string, JsonObject>> = {
  'chat/completions': { model: livingModel('openai') ?? '', messages: MESSAGES },
  completions: { model: livingModel('openai') ?? '', prompt: 'Hello' },
  embeddings: { model: 'text-embedding-3-small', input: 'Hello' },
  responses: { model: livingModel('openai') ?? '', input: 'Hello' },
  messages: { model: livingModel('anthropic') ?? '', max_tokens: 100, messages: MESSAGES },
}

/** The placeholder of an API key: its hash replaces that of the key in the simulated gateway. */
export const simulatedKey = (id: string): string => `ptl_simulated_${id}`

export interface ComposedRequest {
  readonly head: RequestHead
  readonly body: Uint8Array
}

/** `config` is the identifier of the config to send; undefined where the request names none. */
export function composeRequest(
  given: GivenRequest,
  config: string | undefined,
  gateway: Gateway,
): ComposedRequest {
  const { method = 'POST', path = 'chat/completions', metadata } = given
  const { headerPrefix: prefix } = gateway
  const sent = new Map(
    Object.entries(given.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined && !sent.has(name)) sent.set(name, value)
  }
  const [route = ''] = path.replace(/^\/+/, '').split('?', 1)
  const body = bodyOf(given, method, route)
  if (body.length > 0) add('content-type', 'application/json')
  add(`${prefix}config`, config)
  add(`${prefix}metadata`, metadata === undefined ? undefined : JSON.stringify(metadata))
  const key = given.caller ?? (needsKey(gateway) ? gateway.apiKeys[0]?.id : undefined)
  add(`${prefix}api-key`, key === undefined ? undefined : simulatedKey(key))
  const rooted = `/${path.replace(/^\/+/, '')}`
  const head = { method, path: rooted, pathname: `/v1/${route}`, headers: [...sent].flat() }
  return { head, body: new TextEncoder().encode(body) }
}

function bodyOf({ body }: GivenRequest, method: string, route: string): string {
  if (typeof body === 'string') return body
  if (body === undefined && method === 'GET') return ''
  const defaults = DEFAULT_BODIES[route] ?? {}
  return JSON.stringify(body === undefined || isObject(body) ? { ...defaults, ...body } : body)
}

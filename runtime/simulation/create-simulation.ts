// A gateway without sockets: the same nodes that serve requests in production, with a virtual clock, scripted providers
// and given draws. One request at a time; caches and circuits remember the earlier ones.
import type { Catalog } from '../../compiler/facts/catalog.ts'
import type { Bundle, GivenRequest, UpstreamScripts } from '../../schemas/generated/types.ts'
import { callFeatures } from '../gateway/call-features.ts'
import { createGateway } from '../gateway/gateway.ts'
import type { CallResult } from '../gateway/request.ts'
import type { Check } from '../guardrails/check.ts'
import { createBackgroundQueue } from '../guardrails/engine/background-queue.ts'
import { linkGatewayHeaders, replyHeaders } from '../http/respond.ts'
import { createLimiter } from '../limits/limiter.ts'
import { NO_JOURNAL } from '../limits/usage-journal.ts'
import { withVendorFieldsOnly } from '../link/call/vendor-fields-only.ts'
import { linkGuards } from '../link/guard/guard.ts'
import type { NodeObserver, ObserveNode } from '../link/link-context.ts'
import { linkErrorKinds } from '../link/nodes/error-kinds.ts'
import { allAdapters } from '../providers/all-adapters.ts'
import { createMock } from '../providers/mock/create-mock.ts'
import { createPriceList } from '../providers/model-prices.ts'
import { createCancellation } from '../values/cancellation.ts'
import { failureReply } from '../values/error-reply.ts'
import { failure } from '../values/failures.ts'
import type { Ports, Upstream } from '../values/ports.ts'
import { createCallFollower } from './call-follower.ts'
import { composeRequest, simulatedKey } from './compose-request.ts'
import { withExternalProviders } from './external-providers.ts'
import './loaded-parts.ts'
import { placeholderSecrets } from './placeholder-secrets.ts'
import { collectBody, readReply } from './read-reply.ts'
import { createSimulatedState } from './simulated-state.ts'
import type { Trace, TracedReply } from './trace.ts'
import { createTracedUpstream, type TracedUpstream } from './traced-upstream.ts'
import { type NextStep, playScripts } from './upstream-script.ts'
import { createVirtualClock, type SettlePromises } from './virtual-clock.ts'

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
  const ports: Ports = {
    hash: host.hash,
    keyedHash: host.keyedHash,
    signRsa: () => new Uint8Array(256),
    clock,
    nextTurn: action => void clock.after(0, action),
    turn: () => clock.monotonic(),
    endOfTurn: action => void clock.after(0, action),
    upstream,
    connect: (_request, receiver) => {
      receiver.fail(failure('upstream_unreachable', 'A simulation has no tunnels.', { cause: 'refused' }))
      return () => {}
    },
    random: () => {
      if (!follower.isDrawing()) return ((given.jitter ?? 1) - JITTER_RANGE) / JITTER_RANGE
      const list = [given.draw ?? 0].flat()
      const draw = list[Math.min(draws, list.length - 1)] ?? 0
      draws += 1
      return draw
    },
    randomId: () => {
      identifiers += 1
      return String(identifiers).padStart(32, '0')
    },
  }
  const prices = createPriceList(gateway.prices)
  const limits = createLimiter({
    counters: state.counters,
    clock,
    endOfTurn: ports.endOfTurn,
    price: (provider, model, reply) => prices.find(provider, model, clock.now(), reply),
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

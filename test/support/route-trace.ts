// A plan run on the runtime's own linked nodes, with a provider per host whose attempts all end in one class of outcomes:
// which targets were called how often, what their circuits counted, and what the client got.
import '../../runtime/simulation/loaded-parts.ts'
import type { Outcome } from '../../compiler/analyse/outcome.ts'
import type { Circuits } from '../../runtime/state/circuits.ts'
import type { Config, Plan } from '../../schemas/generated/types.ts'
import { createHarness } from './harness.ts'
import { REPLY_LIMIT, stepOf } from './outcome-steps.ts'
import { CHAT } from './sample-bodies.ts'
import { steppedUpstream } from './scripted-upstream.ts'
import type { StubCheck } from './stub-checks.ts'

/** The hosts of targets: fewer than targets, so that equal sub-plans stay frequent. */
const HOSTS = ['one', 'two', 'three', 'four'].map(name => `https://${name}.example.com`)

export interface RouteScript {
  readonly stream: boolean
  /** The draws of load balancers and waits, and where in their classes statuses are, in [0, 1). */
  readonly draws: readonly number[]
  /** The outcome of a host, by its place in the list. */
  readonly outcomeOf: (host: number) => Outcome
  readonly requestFails: boolean
  readonly replyFails: boolean
  /** Which circuits are open from the start, in the order of their creation; all are closed without any. */
  readonly circuits?: readonly boolean[]
  readonly body?: object
  readonly metadata?: object
}

export interface Visit {
  /** The target as replies name it: `config.targets[1]`. */
  readonly at: string
  readonly attempts: number
  /** Attempts that its circuit counted as failures. */
  readonly counted: number
  readonly outcome: Outcome
  /** When the first attempt was sent, in milliseconds. */
  readonly from: number
  /** Milliseconds from the first attempt to the end of the last. */
  readonly milliseconds: number
}

export interface RouteTrace {
  readonly visits: readonly Visit[]
  readonly status: number
  readonly code: unknown
  readonly target: string | undefined
  readonly endsWithErrorEvent: boolean
  readonly milliseconds: number
}

const slugOf = { provider: 'openai', api_key: '${env:MAIN_KEY}', allowed_hosts: HOSTS }

export const TRACE_MANIFEST = {
  providers: { fast: slugOf, slow: slugOf },
  limits: { reply_bytes: REPLY_LIMIT },
}

/** The config with a host for each target, at providers of the vendor's schema. */
export function onHosts(config: Config, hostOf: (leaf: number) => number): Config {
  let leaves = 0
  const place = ({ custom_host: _, ...config }: Config): Config => {
    if (config.targets !== undefined) return { ...config, targets: config.targets.map(place) }
    leaves += 1
    const { provider } = config
    const isOwn = provider !== undefined && !provider.startsWith('@')
    return {
      ...config,
      ...(isOwn ? { provider: 'openai' } : {}),
      custom_host: `${HOSTS[hostOf(leaves - 1) % HOSTS.length]}/v1`,
    }
  }
  return place(config)
}

export async function traceRoute(plan: Plan, script: RouteScript): Promise<RouteTrace> {
  const { stream, draws, outcomeOf } = script
  const starts: { readonly host: number; readonly at: number }[] = []
  const hostOf = (origin: string): number => Math.max(0, HOSTS.indexOf(origin))
  let positions = 0
  const upstream = steppedUpstream(({ origin }) => {
    positions += 1
    starts.push({ host: hostOf(origin), at: stage.clock.monotonic() })
    // What guards fail has the same status each time: whether a reply is streamed follows from it.
    const position = script.requestFails || script.replyFails ? 0 : (draws[positions % draws.length] ?? 0)
    const step = stepOf(outcomeOf(hostOf(origin)), position, stream)
    if (step === undefined) throw new Error('A provider cannot do what guards do.')
    return step
  })
  const counted = new Map<string, number>()
  const scripted: StubCheck = {
    evaluate: ({ side }) => ({
      passed: !(side === 'request' ? script.requestFails : script.replyFails),
      reason: 'as scripted',
    }),
  }
  const stage = createHarness({
    manifest: TRACE_MANIFEST,
    plans: { c: plan },
    draws,
    environment: { MAIN_KEY: 'k', ONE: 'k', THREE: 'k' },
    upstream,
    circuits: inner =>
      counting(opened(inner, script.circuits ?? []), id => counted.set(id, (counted.get(id) ?? 0) + 1)),
    checks: { 'default.wordCount': scripted, 'default.regexMatch': scripted, 'default.notNull': scripted },
  })
  const reply = await untilReply(
    stage.call({
      headers: {
        'x-gateway-config': 'c',
        'x-gateway-provider': '@fast',
        'x-gateway-cache-force-refresh': 'true',
        ...(script.metadata === undefined ? {} : { 'x-gateway-metadata': JSON.stringify(script.metadata) }),
      },
      body: { ...CHAT, ...script.body, stream },
    }),
    stage.clock,
  )
  const attempts = reply.outcome?.record.attempts ?? []
  const last = reply.events.at(-1)
  const error = errorOf(reply.json)
  return {
    visits: visitsOf(attempts, starts, outcomeOf, counted),
    status: reply.status,
    code: error?.['code'],
    target: reply.outcome?.reply.target,
    endsWithErrorEvent: last !== undefined && last !== '[DONE]' && last.includes('"error"'),
    milliseconds: stage.clock.monotonic(),
  }
}

function visitsOf(
  attempts: readonly { readonly at: string; readonly milliseconds: number }[],
  starts: readonly { readonly host: number; readonly at: number }[],
  outcomeOf: RouteScript['outcomeOf'],
  counted: ReadonlyMap<string, number>,
): readonly Visit[] {
  const visits: Visit[] = []
  for (const [index, { at, milliseconds }] of attempts.entries()) {
    const { host, at: start } = starts[index] ?? { host: 0, at: 0 }
    const last = visits.at(-1)
    const from = last?.at === at ? last.from : start
    const visit = {
      at,
      from,
      attempts: last?.at === at ? last.attempts + 1 : 1,
      counted: countedAt(at, counted),
      outcome: outcomeOf(host),
      milliseconds: start + milliseconds - from,
    }
    if (last?.at === at) visits[visits.length - 1] = visit
    else visits.push(visit)
  }
  return visits
}

/** The circuit of a target that the request names has its provider in its identifier. */
const countedAt = (at: string, counted: ReadonlyMap<string, number>): number =>
  [...counted].reduce(
    (sum, [id, count]) => (id === `c ${at}` || id.startsWith(`c ${at} `) ? sum + count : sum),
    0,
  )

/** Some circuits stay open, as after failures of other requests. */
function opened(inner: Circuits, open: readonly boolean[]): Circuits {
  const known = new Map<string, boolean>()
  return {
    ...inner,
    circuit: (id, rule) => {
      const isOpen = known.get(id) ?? open[known.size % open.length] ?? false
      known.set(id, isOpen)
      const circuit = inner.circuit(id, rule)
      return isOpen ? { ...circuit, isOpen: () => true, admit: () => 'open' } : circuit
    },
  }
}

const counting = (inner: Circuits, count: (id: string) => void): Circuits => ({
  ...inner,
  circuit: (id, rule) => {
    const circuit = inner.circuit(id, rule)
    return {
      ...circuit,
      fail: admission => {
        count(id)
        circuit.fail(admission)
      },
    }
  },
})

const errorOf = (json: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof json === 'object' && json !== null && 'error' in json
    ? (json.error as Readonly<Record<string, unknown>>)
    : undefined

async function untilReply<T>(
  reply: Promise<T>,
  clock: { readonly next: () => Promise<boolean> },
): Promise<T> {
  let over = false
  const done = reply.finally(() => {
    over = true
  })
  while (!over && (await clock.next()));
  return await done
}

// A gateway with one pool whose members play scripts, and whose state is scripted too: what it is told is recorded as lines.
import type { PoolHealth, PoolRequest, Pools } from '../../../../runtime/pools/pool-health.ts'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { createHarness, type Harness } from '../../../support/harness.ts'
import { completion } from '../../../support/sample-bodies.ts'
import { type SentRequest, type Step, steppedUpstream } from '../../../support/scripted-upstream.ts'

export interface PoolStageOptions {
  /** Settings of the pool beside its members. */
  readonly pool?: object
  /** The members by name; by default two of OpenAI. */
  readonly members?: Readonly<Record<string, object>>
  /** What each member answers, in order; a completion when the script is over. */
  readonly steps?: Readonly<Record<string, readonly Step[]>>
  /** What a member answers a request, instead of a script. */
  readonly answer?: (member: string, request: SentRequest) => Step
  /** The order in which members are chosen, by index. */
  readonly order?: readonly number[]
  /** Milliseconds after which a call is sent twice. */
  readonly hedgeAfter?: number
  readonly manifest?: object
  readonly config?: object
}

export interface PoolStage extends Harness {
  /** `a chosen`, `a answered 200`, `a began`, `a ended succeeded 200`, in order. */
  readonly told: string[]
  /** The requests that members were chosen for. */
  readonly requests: readonly PoolRequest[]
  /** The members that were called, in order. */
  readonly called: () => readonly string[]
  /** Calls that have not ended. */
  readonly inFlight: () => number
}

export const MEMBERS = {
  a: { provider: 'openai', api_key: '${env:KEY_A}' },
  b: { provider: 'openai', api_key: '${env:KEY_B}' },
}

/** The member whose key a request has. */
const memberOf = ({ headers }: Pick<SentRequest, 'headers'>): string =>
  /key-(\w+)/.exec(headerValue(headers, 'authorization') ?? headerValue(headers, 'x-api-key') ?? '')?.[1] ??
  headerValue(headers, 'x-goog-api-key')?.slice(4) ??
  '?'

export function poolStage({
  pool = {},
  members = MEMBERS,
  steps = {},
  answer,
  order,
  hedgeAfter,
  manifest = {},
  config = {},
}: PoolStageOptions): PoolStage {
  const names = Object.keys(members)
  const told: string[] = []
  const requests: PoolRequest[] = []
  const counts: Record<string, number> = {}
  let inFlight = 0
  const upstream = steppedUpstream(request => {
    const member = memberOf(request)
    const count = counts[member] ?? 0
    counts[member] = count + 1
    return answer?.(member, request) ?? steps[member]?.[count] ?? { status: 200, body: completion(member) }
  })
  const pick = (request: PoolRequest): number | undefined =>
    (order ?? names.map((_, index) => index)).find(index => !request.isExcluded(index))
  const choose = (member: number, because: string): ReturnType<PoolHealth['choose']> => {
    const name = names[member]
    let hasEnded = false
    inFlight += 1
    told.push(`${name} chosen`)
    const tell = (line: string): void => {
      if (hasEnded) throw new Error(`${line} after its end`)
      told.push(`${name} ${line}`)
    }
    return {
      member,
      because,
      lease: {
        answered: status => tell(`answered ${status}`),
        began: () => tell('began'),
        ended: ({ result, status, about, outputTokens }) => {
          tell(
            [
              'ended',
              result,
              status,
              about,
              outputTokens === undefined ? undefined : `${outputTokens} tokens`,
            ]
              .filter(part => part !== undefined)
              .join(' '),
          )
          hasEnded = true
          inFlight -= 1
        },
      },
    }
  }
  const pins = new Map<string, number>()
  const health: PoolHealth = {
    choose: request => {
      requests.push(request)
      const pinned = request.session === undefined ? undefined : pins.get(request.session)
      if (pinned !== undefined && !request.isExcluded(pinned)) return choose(pinned, 'pinned')
      const member = pick(request)
      if (member === undefined) return { retryAfter: 7000 }
      if (request.session !== undefined) pins.set(request.session, member)
      return choose(member, 'picked')
    },
    hedge: request => {
      const member = pick(request)
      const choice = member === undefined ? undefined : choose(member, 'picked')
      return choice !== undefined && 'member' in choice ? choice : undefined
    },
    hedgeAfter: () => hedgeAfter,
    status: () => [],
  }
  const pools: Pools = { pool: () => health, status: () => [], share: async () => {} }
  const harness = createHarness({
    manifest: { providers: { main: { pool: { ...pool, members } } }, ...manifest },
    configs: { main: { provider: '@main', ...config } },
    environment: Object.fromEntries(names.map(name => [`KEY_${name.toUpperCase()}`, `key-${name}`])),
    upstream,
    pools,
    undocumented: true,
  })
  return {
    ...harness,
    // Without the config of the stage, where the header is empty.
    call: ({ headers, ...input } = {}) =>
      harness.call({
        ...input,
        headers: Object.fromEntries(
          Object.entries({ 'x-gateway-config': 'main', ...headers }).filter(([, value]) => value !== ''),
        ),
      }),
    told,
    requests,
    called: () => upstream.sent.map(memberOf),
    inFlight: () => inFlight,
  }
}

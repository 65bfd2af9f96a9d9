// Sends the requests of a traffic model through a simulation, one after the other at their times of arrival.
import type { GivenRequest, TrafficKind, TrafficModel } from '../../../schemas/generated/types.ts'
import type { Simulation } from '../create-simulation.ts'
import type { TracedCall } from '../trace.ts'
import { type CallIdentity, playScripts } from '../upstream-script.ts'
import { exponential, type Random, sampleStep, seededRandom } from './sample-step.ts'
import { createTrafficSummary, type TrafficSummary } from './traffic-summary.ts'

/** Dollars of one call; undefined where the price of the model is unknown. */
export type PriceCall = (
  call: Pick<TracedCall, 'provider' | 'slug' | 'model'>,
  kind: Pick<TrafficKind, 'input_tokens' | 'output_tokens'>,
) => number | undefined

export interface TrafficOptions {
  readonly config: string | undefined
  readonly price: PriceCall
  readonly progress?: (done: number) => void
}

/** Enough for load balancers at any depth. */
const DRAWS = 8

export async function runTraffic(
  model: TrafficModel,
  simulation: Simulation,
  { config, price, progress }: TrafficOptions,
): Promise<TrafficSummary> {
  const { requests = 5000, rate = 10, mix = [{}], seed = 1 } = model
  // Providers draw from numbers of their own, so that another plan meets the same requests.
  const random = seededRandom(seed)
  const behaviorOf = linkBehaviors(model)
  const summary = createTrafficSummary(seed)
  let arrival = 0
  for (let index = 0; index < requests; index += 1) {
    arrival += exponential(random, 1000 / rate)
    const kind = pickKind(mix, random())
    const given = withDraws(kind.given ?? {}, random)
    const outcomes = seededRandom((seed ^ Math.imul(index + 1, 0x9e3779b1)) >>> 0)
    simulation.moveTo(Math.round(arrival))
    const trace = await simulation.run({
      config,
      given,
      upstreams: {},
      stepOf: identity => {
        const behavior = behaviorOf(identity)
        return behavior && sampleStep(behavior, outcomes)
      },
    })
    summary.add(trace, call => price(call, kind))
    progress?.(index + 1)
  }
  return summary.summarize()
}

/** The most specific behavior that names a call, as with scripts of tests. */
function linkBehaviors({ providers }: TrafficModel) {
  const names = Object.keys(providers)
  const pick = playScripts(Object.fromEntries(names.map(name => [name, { content: name }])))
  return (identity: CallIdentity) => {
    const name = pick(identity)?.content
    return name === undefined ? undefined : providers[name]
  }
}

function pickKind(mix: readonly TrafficKind[], draw: number): TrafficKind {
  const total = mix.reduce((sum, { share = 1 }) => sum + share, 0)
  let left = draw * total
  for (const kind of mix) {
    left -= kind.share ?? 1
    if (left < 0) return kind
  }
  return mix.at(-1) ?? {}
}

const withDraws = (given: GivenRequest, random: Random): GivenRequest => {
  const draws = Array.from({ length: DRAWS }, random)
  const jitter = 0.5 + random() / 2
  return { ...given, draw: given.draw ?? draws, jitter: given.jitter ?? jitter }
}

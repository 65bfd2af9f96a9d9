// Walks the plan of a canary beside the plan in use, without calls: where they would send a call differently is counted, and some of
// it is logged.
import type { Plan } from '../../schemas/generated/types.ts'
import { linkDecision } from '../link/decide.ts'
import type { LinkContext } from '../link/link-context.ts'
import type { Call } from '../values/call.ts'

/** Compares the decisions for a call, after its reply. */
export type CompareDecisions = (call: Call) => void

/** Differences of a config that are logged in one period, and its milliseconds. */
const MAX_SAMPLES = 10
const PERIOD = 60_000

export function linkComparison(
  config: string,
  release: number,
  plans: { readonly stable: Plan; readonly canary: Plan },
  { ports, backgroundQueue, onEvent }: Pick<LinkContext, 'ports' | 'backgroundQueue' | 'onEvent'>,
): CompareDecisions {
  const [stable, canary] = [linkDecision(plans.stable), linkDecision(plans.canary)]
  let samples = 0
  let periodEnds = 0
  const isSampled = (): boolean => {
    const now = ports.clock.monotonic()
    if (now >= periodEnds) {
      samples = 0
      periodEnds = now + PERIOD
    }
    samples += 1
    return samples <= MAX_SAMPLES
  }
  return call => {
    // One draw for both: what differs is the plan, and not chance.
    const draw = ports.random()
    const decide = async (): Promise<void> => {
      const [own, other] = await Promise.all([stable(call, draw), canary(call, draw)])
      const differs = own !== other
      onEvent({
        kind: 'decision',
        config,
        release,
        differs,
        ...(differs && isSampled() && { sample: { trace: call.trace, stable: own, canary: other } }),
      })
    }
    backgroundQueue.run(() =>
      decide().catch((bug: unknown) => onEvent({ kind: 'bug', trace: call.trace, bug })),
    )
  }
}

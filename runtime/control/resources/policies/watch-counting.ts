// Whether other processes of the same store count limits apart from this one: without a Redis each admits a limit for itself. Processes
// find each other by heartbeats; nothing is refused, since policies that are made while processes run must not stop them.
import type { GatewayEvent } from '../../../values/event.ts'
import type { Clock } from '../../../values/ports.ts'
import { waitAtMost } from '../../../values/wait-at-most.ts'
import type { Heartbeat, ResourceStore } from '../../core/resource-store.ts'

export interface CountingWatch {
  readonly look: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface CountingOptions {
  /** Names the process among those of the store. */
  readonly process: string
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** Whether there are limits at the moment. */
  readonly hasLimits: () => boolean
  /** Told how many processes count apart, when that begins, changes and ends (1). */
  readonly onChange: (processes: number) => void
}

/** What the heartbeats of processes that count for themselves begin with. */
const PREFIX = 'limits/'
/** Milliseconds between two heartbeats, without one until a process counts as gone, and until it is forgotten. */
const INTERVAL = 10_000
const LIFE = 30_000
const FORGOTTEN = 86_400_000
/** Milliseconds that a process which stops waits for its store. */
const LEAVING = 2_000

/** Whether a heartbeat is about limits, and not about what a runtime serves. */
export const isOfCounting = ({ id }: Pick<Heartbeat, 'id'>): boolean => id.startsWith(PREFIX)

/** How many processes with limits count them for themselves. */
export const countingProcesses = (heartbeats: readonly Heartbeat[], now: number): number =>
  heartbeats.filter(each => isOfCounting(each) && each.value['limits'] === true && now - each.at <= LIFE)
    .length

/** For the log and the metrics; one process is this one. */
export const countingEvent = (processes: number, store: string): GatewayEvent => ({
  kind: 'service',
  service: 'limits',
  available: processes === 1,
  message:
    processes === 1
      ? 'No other process counts limits apart from this one any more.'
      : `${processes} processes share ${store} and count limits apart, so a limit admits up to ${processes} times as much. With "state: redis://HOST:6379" in gateway.yaml they count together.`,
})

export function watchCounting(
  store: Pick<ResourceStore, 'heartbeat' | 'heartbeats' | 'endHeartbeat'>,
  { process, clock, hasLimits, onChange }: CountingOptions,
): CountingWatch {
  const own = `${PREFIX}${process}`
  let reported = 1
  let stopped = false
  let stopTimer = (): void => {}
  let looking: Promise<void> = Promise.resolve()
  const lookOnce = async (): Promise<void> => {
    const now = clock.now()
    // Asked once: limits that are there a moment later are not in the heartbeat, and it would be missing among those that count.
    const isCounting = hasLimits()
    await store.heartbeat({ id: own, value: { limits: isCounting }, at: now })
    const all = await store.heartbeats()
    const others = all.filter(({ id }) => id !== own)
    const processes = isCounting ? 1 + countingProcesses(others, now) : 1
    if (processes !== reported && !stopped) onChange(processes)
    reported = processes
    for (const each of all)
      if (isOfCounting(each) && now - each.at > FORGOTTEN) await store.endHeartbeat(each.id)
  }
  const look = (): Promise<void> => {
    // An unavailable store is reported elsewhere.
    looking = looking.then(() => (stopped ? undefined : lookOnce().catch(() => {})))
    return looking
  }
  const wait = (): void => {
    stopTimer = clock.after(INTERVAL, () => {
      void look()
      wait()
    })
  }
  void look()
  wait()
  return {
    look,
    stop: async () => {
      stopped = true
      stopTimer()
      await waitAtMost(
        LEAVING,
        looking.then(() => store.endHeartbeat(own)),
        clock,
      )
    },
  }
}

// Counters of limits shared by all processes of a gateway: one script for all limits of a call. A Redis that does not answer in
// time is replaced by the process's own counters, with its share of each limit: they count along all the time.
import {
  amountOf,
  type CallAmounts,
  type CounterGrant,
  CounterGroup,
  type CounterReading,
  type CounterRefusal,
  isEstimated,
  type LimitCounter,
  type LimitCounters,
  measuredAmount,
  NOTHING_USED,
  RESERVATION_LIFE,
} from '../../limits/counters.ts'
import { createMemoryCounters } from '../../limits/memory-counters.ts'
import type { Ports } from '../../values/ports.ts'
import { ENTRY_FORMAT } from './entry-bytes.ts'
import { PROCESSES_SCRIPT, RESERVE_SCRIPT, SETTLE_SCRIPT } from './limit-scripts.ts'
import { loadedScript } from './loaded-script.ts'
import type { RedisValue } from './redis-connection.ts'
import type { RedisClient } from './resilient-client.ts'

const LIMIT_KEY_PREFIX = `portolan:${ENTRY_FORMAT}:limit:`

/** How often a process reports itself, and after how long a silent one is gone, in milliseconds. */
const REPORT_INTERVAL = 5_000
const PROCESS_LIFE = 30_000

/** How long the keys of a budget outlive its period, and live where it has none. */
const DAY = 86_400_000
const WITHOUT_END = 400 * DAY

/** Told when the server does not count, with a short reason, and when it does again. */
export type OnSharedCounting = (available: boolean, reason: string) => void

export function createRedisCounters(
  redis: Pick<RedisClient, 'call'>,
  gateway: string,
  { clock, hash, randomId }: Pick<Ports, 'clock' | 'hash' | 'randomId'>,
  onSharedCounting: OnSharedCounting,
  keyPrefix = LIMIT_KEY_PREFIX,
): LimitCounters {
  const local = createMemoryCounters(clock)
  const reserveScript = loadedScript(RESERVE_SCRIPT, redis)
  const settleScript = loadedScript(SETTLE_SCRIPT, redis)
  const processesScript = loadedScript(PROCESSES_SCRIPT, redis)
  const process = randomId()
  let processes = 1
  let reportedAt = Number.NEGATIVE_INFINITY
  let isAvailable = true

  const setAvailable = (available: boolean, reason: string): void => {
    if (available === isAvailable) return
    isAvailable = available
    onSharedCounting(available, reason)
  }
  /** Also without calls: others would take the share of a process that is idle. */
  const reportAgain = (): void => {
    stopTimer = clock.after(REPORT_INTERVAL, () => {
      reportProcess()
      reportAgain()
    })
  }
  let stopTimer = (): void => {}
  const reportProcess = (): void => {
    if (clock.monotonic() - reportedAt < REPORT_INTERVAL) return
    reportedAt = clock.monotonic()
    const keys = [`${keyPrefix}{${gateway}}:processes`]
    void processesScript.run(keys, [process, String(PROCESS_LIFE)]).then(reply => {
      if (reply !== undefined && 'value' in reply && typeof reply.value === 'number')
        processes = Math.max(1, reply.value)
    })
  }
  /** The tag in braces keeps the counters of a call on one server of a cluster. Entities may be anything, so they are hashed. */
  const keysOf = (counters: readonly LimitCounter[]): readonly string[] =>
    counters.flatMap(({ key, tag }) => {
      const name = `${keyPrefix}{${tag}}:${hash(key).slice(0, 32)}`
      return [name, `${name}:estimates`]
    })
  const restOf = ({ rule: { length, width, until } }: LimitCounter): string =>
    String(
      length > 0
        ? length + width + RESERVATION_LIFE
        : until === undefined
          ? WITHOUT_END
          : Math.max(DAY, until - clock.now() + DAY),
    )
  /** No process knows what the others admit now, so each admits its part. */
  const shareOf = (counter: LimitCounter): LimitCounter => {
    const { rule } = counter
    const limit = Math.max(Math.min(1, rule.limit), Math.floor(rule.limit / processes))
    return { ...counter, rule: { ...rule, limit } }
  }

  const grantOf = (
    group: CounterGroup,
    reserved: CallAmounts,
    keys: readonly string[],
    id: string,
    results: readonly ScriptReading[],
  ): CounterGrant => {
    const { counters } = group
    const mirrored = local.record(group, reserved)
    let isSettled = false
    return {
      granted: true,
      used: results.map(({ used }) => used),
      settle: used => {
        if (isSettled) return
        isSettled = true
        mirrored.settle(used)
        const isFinal = counters.every(
          counter =>
            !isEstimated(counter) &&
            counter.threshold === undefined &&
            amountOf(counter, reserved) === measuredAmount(counter.measure, used),
        )
        if (isFinal) return
        const args = counters.flatMap((counter, index) => [
          String(counter.rule.length),
          String(counter.rule.width),
          String(results[index]?.slot ?? 0),
          String(amountOf(counter, reserved)),
          isEstimated(counter) ? '1' : '0',
          String(measuredAmount(counter.measure, used)),
          restOf(counter),
          String(counter.threshold?.amount ?? 0),
        ])
        void settleScript.run(keys, [id, ...args]).then(reply => {
          const reached = reply !== undefined && 'value' in reply ? numbersOf(reply.value) : []
          for (const [index, used] of reached.entries())
            if (used > 0) counters[index]?.threshold?.onReached(used)
        })
      },
    }
  }

  const reserve = async (
    group: CounterGroup,
    amounts: CallAmounts,
  ): Promise<CounterGrant | CounterRefusal> => {
    const { counters } = group
    reportProcess()
    const id = randomId()
    const keys = keysOf(counters)
    const args = counters.flatMap(counter => [
      String(counter.rule.limit),
      String(counter.rule.length),
      String(counter.rule.width),
      String(amountOf(counter, amounts)),
      isEstimated(counter) ? '1' : '0',
      restOf(counter),
      String(counter.seed?.() ?? 0),
    ])
    const reply = await reserveScript.run(keys, [id, String(RESERVATION_LIFE), ...args])
    const value = reply !== undefined && 'value' in reply ? reply.value : undefined
    const results = value === undefined ? undefined : readingsOf(value, counters.length)
    if (results === undefined) {
      setAvailable(false, reply === undefined ? 'it does not answer in time' : 'it rejects the script')
      const shares = counters.map(shareOf)
      const result = local.reserve(new CounterGroup(shares), amounts)
      return Object.assign(result, { limits: shares.map(({ rule }) => rule.limit) })
    }
    setAvailable(true, '')
    return Array.isArray(value) && value[0] === 1
      ? grantOf(group, amounts, keys, id, results)
      : { granted: false, readings: results }
  }

  reportAgain()
  return {
    reserve,
    read: async counter => {
      const result = await reserve(
        new CounterGroup([{ ...counter, measure: 'requests' as const }]),
        NOTHING_USED,
      )
      if (result.granted) result.settle(NOTHING_USED)
      return (result.granted ? result.used[0] : result.readings[0]?.used) ?? 0
    },
    isShared: true,
    close: async () => stopTimer(),
  }
}

interface ScriptReading extends CounterReading {
  readonly slot: number
}

const numbersOf = (value: RedisValue): readonly number[] =>
  Array.isArray(value) ? value.map(item => (typeof item === 'number' ? item : 0)) : []

/** Undefined where the reply is none of the script. */
function readingsOf(value: RedisValue, count: number): readonly ScriptReading[] | undefined {
  if (!Array.isArray(value) || value.length !== count + 1) return undefined
  return value.slice(1).map(item => {
    const [used = 0, fits = 0, wait = 0, slot = 0] = numbersOf(item)
    return { used, fits: fits === 1, wait: wait < 0 ? undefined : wait, slot }
  })
}

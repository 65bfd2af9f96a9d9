// Losses of a sink are counted at once, and logged with their number: those of one moment in one line, and at most one
// line a minute for each cause, since an outage loses thousands.
import { pluralize } from '../../../schemas/values/format-names.ts'
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock } from '../../values/ports.ts'

/** Why items are lost: too many wait, the receiver never takes them (`refused`), or the process ends. */
export type LossCause = 'full' | 'refused' | 'ended'

export interface LossReportOptions {
  /** The sink. */
  readonly name: string
  /** What an item is called. */
  readonly noun: string
  readonly clock: Pick<Clock, 'after'>
  /** Whether the sink takes records at the moment. */
  readonly isAvailable: () => boolean
  readonly onEvent: (event: GatewayEvent) => void
}

export interface LossReport {
  /** `reason` is that of the receiver, without secrets. */
  readonly add: (count: number, cause: LossCause, reason?: string) => void
  /** All losses since the start. */
  readonly count: () => number
  /** Reports the losses that were not reported yet, and from now on each loss at once. */
  readonly end: () => void
}

/** Milliseconds in which further losses are reported in the same line, at first and afterwards. */
const FIRST_WAIT = 1_000
const INTERVAL = 60_000

interface UnreportedLoss {
  count: number
  reason: string
}

export function createLossReport({ name, noun, clock, isAvailable, onEvent }: LossReportOptions): LossReport {
  const unreported = new Map<LossCause, UnreportedLoss>()
  let total = 0
  let isEnded = false
  let isQuiet = true
  let stopTimer: (() => void) | undefined

  const reportLosses = (): void => {
    // The receiver of the report may lose more.
    const losses = [...unreported]
    unreported.clear()
    for (const [cause, { count, reason }] of losses) {
      const message = sentenceOf(name, pluralize(count, noun), cause, reason)
      onEvent({ kind: 'sink', sink: name, available: isAvailable(), lost: count, message })
    }
  }
  const reportLater = (): void => {
    stopTimer ??= clock.after(isQuiet ? FIRST_WAIT : INTERVAL, () => {
      stopTimer = undefined
      isQuiet = unreported.size === 0
      reportLosses()
      // Losses of the next minute wait for its end.
      if (!isQuiet) reportLater()
    })
  }
  return {
    add: (count, cause, reason = '') => {
      if (count === 0) return
      total += count
      onEvent({ kind: 'shed', sink: name, count })
      const known = unreported.get(cause)
      unreported.set(cause, { count: count + (known?.count ?? 0), reason })
      if (isEnded) reportLosses()
      else reportLater()
    },
    count: () => total,
    end: () => {
      isEnded = true
      stopTimer?.()
      reportLosses()
    },
  }
}

function sentenceOf(name: string, items: string, cause: LossCause, reason: string): string {
  const isOne = /^1 /.test(items)
  if (cause === 'full') return `${name} dropped ${items}, because too many were waiting.`
  if (cause === 'refused')
    return `${name} dropped ${items}, since repeating ${isOne ? 'it' : 'them'} is useless: ${reason}.`
  return `${name}: ${items} ${isOne ? 'was' : 'were'} not written before the process ended.`
}

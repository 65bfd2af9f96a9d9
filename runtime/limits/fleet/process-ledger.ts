// What this process has admitted under all counters that it shares: stored while it counts, and reported to the store, several
// changes at once at the end of a turn.
import type { Clock, Ports } from '../../values/ports.ts'
import { type LimitCounter, RESERVATION_LIFE } from '../counters.ts'
import type { ReportRequest, StoredCounter, StoreReply, StoreRequest } from './counter-store.ts'
import { ProcessAmounts, storedRule } from './process-amounts.ts'
import type { LinkedAmounts } from './store-link.ts'

/** Counters beyond this number make room: clients choose the values of metadata by which calls are grouped. */
const MAX_COUNTERS = 100_000
/** How many counters are looked at when one more is remembered: those without use are forgotten. */
const SWEEP = 2
/** Milliseconds since its last use in which what is left of a counter is looked at again, and how many at once. */
const RECENT = 60_000
const MAX_LOOKS = 100

/** How long the amounts of a budget outlive its period, and live where it has none. */
const DAY = 86_400_000
const WITHOUT_END = 400 * DAY

/** The link through which reports reach the store. */
export interface LedgerLink {
  readonly epoch: number
  readonly ready: () => boolean | Promise<boolean>
  readonly time: () => number
  readonly ask: (request: StoreRequest) => Promise<StoreReply | undefined>
  readonly lose: () => void
}

export class ProcessLedger implements LinkedAmounts {
  link: LedgerLink | undefined = undefined
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>
  readonly #endOfTurn: Ports['endOfTurn']
  readonly #byKey = new Map<string, ProcessAmounts>()
  /** Those of requests in flight. */
  readonly #held = new Set<ProcessAmounts>()
  #sweeping = this.#byKey.entries()
  #changed = new Map<ProcessAmounts, LimitCounter['threshold']>()
  #isScheduled = false
  /** What is being reported again. */
  #reporting: ProcessAmounts[] = []

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>, endOfTurn: Ports['endOfTurn']) {
    this.#clock = clock
    this.#endOfTurn = endOfTurn
  }

  of({ key, rule, seed }: LimitCounter): ProcessAmounts {
    let own = this.#byKey.get(key)
    if (own === undefined) {
      own = new ProcessAmounts(key, storedRule(rule), seed?.() ?? 0)
      this.#sweep()
      this.#byKey.set(key, own)
      if (rule.isHeld === true) this.#held.add(own)
    } else if (own.rule !== rule) own.follow(storedRule(rule))
    own.usedAt = this.#clock.monotonic()
    return own
  }

  stored({ key, rule: { length, width, until } }: ProcessAmounts): StoredCounter {
    const lives =
      length > 0
        ? length + width + RESERVATION_LIFE
        : until === undefined
          ? WITHOUT_END
          : Math.max(DAY, until - this.#clock.now() + DAY)
    return { key, length, width, lives }
  }

  /** Changes are reported at the end of the turn. */
  changed(own: ProcessAmounts, threshold: LimitCounter['threshold']): void {
    if (own.isUnreported || (!own.hasChanges && threshold === undefined)) return
    const known = this.#changed.get(own)
    this.#changed.set(own, threshold ?? known)
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#endOfTurn(() => {
      this.#isScheduled = false
      this.flush()
    })
  }

  flush(): void {
    for (const own of this.#changed.keys()) this.report(own)
  }

  /** Reports what has changed before anything is reserved. While the store is unavailable, it stays in the ledger. */
  report(own: ProcessAmounts): void {
    if (!this.#changed.has(own)) return
    if (this.link?.ready() !== true) return
    const threshold = this.#changed.get(own)
    this.#changed.delete(own)
    void this.#send(own, threshold)
  }

  onLost(): void {
    this.#takeBack()
    for (const own of this.#byKey.values()) {
      if (own.inFlight > 0 || own.hasChanges) own.isUnreported = true
      own.inFlight = 0
      own.asked = 0
    }
  }

  onNewRun(): void {
    this.#reporting = []
    for (const own of this.#byKey.values()) {
      own.isUnreported = true
      own.inFlight = 0
      own.asked = 0
    }
  }

  onStep(milliseconds: number): void {
    for (const own of this.#byKey.values()) own.shift(milliseconds)
  }

  isInUse(): boolean {
    return this.#byKey.size > 0
  }

  unreported(): readonly ReportRequest[] {
    const time = this.link?.time() ?? 0
    const requests: ReportRequest[] = []
    for (const own of this.#byKey.values()) {
      if (!own.isUnreported) continue
      const amounts = own.takeAll(time)
      this.#reporting.push(own)
      requests.push({ kind: 'report', ...this.stored(own), whole: { seed: own.seed }, amounts, threshold: 0 })
    }
    return requests
  }

  onJoined(): void {
    this.#reporting = []
    this.flush()
  }

  /** What was sent and not answered is unreported again. */
  #takeBack(): void {
    for (const own of this.#reporting) own.isUnreported = true
    this.#reporting = []
  }

  /** What others have used is looked at, so that this process knows what is left if the store goes away. */
  onCheckedIn(): void {
    const time = this.link?.time() ?? 0
    for (const own of this.#held) if (own.renew(time) || own.hasChanges) this.changed(own, undefined)
    const since = this.#clock.monotonic() - RECENT
    let looks = 0
    for (const own of this.#byKey.values()) {
      if (own.usedAt < since || own.isUnreported) continue
      void this.#send(own, undefined)
      looks += 1
      if (looks === MAX_LOOKS) return
    }
  }

  async #send(own: ProcessAmounts, threshold: LimitCounter['threshold']): Promise<void> {
    const { link } = this
    if (link === undefined) return
    const { epoch } = link
    own.inFlight += 1
    const reply = await link.ask({
      kind: 'report',
      ...this.stored(own),
      amounts: own.takeChanges(),
      threshold: threshold?.amount ?? 0,
    })
    if (epoch !== link.epoch) return
    if (reply?.kind !== 'reported') return link.lose()
    own.inFlight -= 1
    if (reply.isReached) threshold?.onReached(reply.used)
    if (!reply.isGathering) own.answered(reply.used, this.#clock.monotonic())
  }

  /** What was just looked up is about to be used, also where nothing is counted yet. */
  #sweep(): void {
    const time = this.link?.time() ?? 0
    const since = this.#clock.monotonic() - RECENT
    for (let count = 0; count < SWEEP; count += 1) {
      const next = this.#sweeping.next()
      if (next.done === true) {
        this.#sweeping = this.#byKey.entries()
        return
      }
      const [key, own] = next.value
      const isForgotten = own.usedAt < since && own.isIdle(time, this.#clock.now())
      if (isForgotten || this.#byKey.size > MAX_COUNTERS) {
        this.#byKey.delete(key)
        this.#held.delete(own)
      }
    }
  }
}

// One process among those that share a store: whether it has checked in, its part of what is left, the time of the store. After it
// has been unavailable, or when the store is another one, what was admitted here is reported before the process checks in again.
import type { Clock } from '../../values/ports.ts'
import {
  type CounterStore,
  MEMBER_LIFE,
  type Member,
  PATIENCE,
  type ReportRequest,
  type StoreReply,
  type StoreRequest,
  WHOLE,
} from './counter-store.ts'

/** Milliseconds between two check-ins of a process in use, and of one that is idle. */
const BUSY_INTERVAL = 1_000
const IDLE_INTERVAL = 2_000
/** Check-ins in a row that the store answers with a question. */
const ROUNDS = 4

export interface LinkedAmounts {
  /** It is unknown what has arrived of it. */
  readonly onLost: () => void
  /** The store may have forgotten everything. */
  readonly onNewRun: () => void
  /** The clock of the store has moved by so many milliseconds. */
  readonly onStep: (milliseconds: number) => void
  /** What has to be stated again, until `onJoined` or `onLost`. */
  readonly unreported: () => readonly ReportRequest[]
  /** What was stated has arrived. */
  readonly onJoined: () => void
  /** Something is remembered here. */
  readonly isInUse: () => boolean
  /** Once in each interval in which the process has checked in. */
  readonly onCheckedIn: () => void
}

/** Reported when the store does not count, with a short reason, and when it does again. */
export type OnSharedCounting = (available: boolean, reason: string) => void

export class StoreLink {
  /** Rises whenever answers that are on their way do not count any more. */
  epoch = 0
  readonly process: string
  readonly #store: CounterStore
  readonly #clock: Clock
  readonly #amounts: LinkedAmounts
  readonly #onSharedCounting: OnSharedCounting
  #sequence = 0
  #generation = 0
  #run = ''
  #members: readonly Member[] = []
  #isJoined = false
  #isGathering = false
  #wasAway = false
  #isAvailable = true
  #joining: Promise<boolean> | undefined
  #connection = -1
  /** Of the store, less monotonic time here. */
  #offset: number
  /** When this process ran last: one that was stopped for long has no part. */
  #awakeAt: number
  #hasSlept = false
  #stopTimer = (): void => {}
  #isClosed = false

  constructor(
    store: CounterStore,
    process: string,
    clock: Clock,
    amounts: LinkedAmounts,
    onSharedCounting: OnSharedCounting,
  ) {
    this.#store = store
    this.process = process
    this.#clock = clock
    this.#amounts = amounts
    this.#onSharedCounting = onSharedCounting
    this.#offset = clock.now() - clock.monotonic()
    this.#awakeAt = clock.monotonic()
    void this.ready()
    this.#wait()
  }

  /** The time of the store. */
  time(): number {
    return Math.floor(this.#clock.monotonic() + this.#offset)
  }

  /** The part of what is left that this process may admit by itself, of `WHOLE`. */
  part(): number {
    this.#stayAwake()
    if (this.#hasSlept) return 0
    const own = this.#members.find(([process]) => process === this.process)
    return own === undefined ? WHOLE : own[1]
  }

  /** Whether the store decides. False: this process decides by itself for now. */
  ready(): boolean | Promise<boolean> {
    this.#stayAwake()
    if (!this.#store.isOpen()) {
      this.lose()
      return false
    }
    if (this.#isJoined && this.#connection === this.#store.connection()) return true
    this.#joining ??= this.#join().finally(() => {
      this.#joining = undefined
    })
    return this.#joining
  }

  async ask(request: StoreRequest): Promise<StoreReply | undefined> {
    const sentAt = this.#clock.monotonic()
    this.#sequence += 1
    const reply = await this.#store.ask(
      {
        process: this.process,
        sequence: this.#sequence,
        generation: this.#generation,
        sent: this.time(),
      },
      request,
    )
    if (reply !== undefined) this.#observe(reply.now, sentAt)
    return reply
  }

  /** No answer came in time. */
  lose(): void {
    // Without limits there is nothing to report.
    if (this.#isAvailable && !this.#isClosed && this.#amounts.isInUse()) {
      this.#isAvailable = false
      this.#onSharedCounting(false, this.#store.reason())
    }
    if (this.#wasAway && !this.#isJoined && this.#joining === undefined) return
    this.epoch += 1
    this.#isJoined = false
    this.#wasAway = true
    this.#amounts.onLost()
  }

  /** The store needs a report first. */
  doubt(run: string): void {
    this.#isJoined = false
    if (run !== this.#run) this.#follow(run)
  }

  /** The others need not wait for this process any more. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#stopTimer()
    const isJoined = this.#isJoined
    this.#isJoined = false
    if (isJoined && this.#store.isOpen()) await this.ask({ kind: 'leave' })
  }

  async #join(): Promise<boolean> {
    for (let round = 0; round < ROUNDS && !this.#isClosed; round += 1) {
      const { epoch } = this
      const connection = this.#store.connection()
      const wasAway = this.#wasAway
      const reported = this.#amounts.unreported().map(request => this.ask(request))
      const joining = this.ask({ kind: 'join', wasAway, run: this.#run, members: this.#members })
      const [joined, ...others] = await Promise.all([joining, ...reported])
      if (epoch !== this.epoch) continue
      if (joined === undefined || others.includes(undefined)) break
      if (joined.kind === 'joined') {
        this.#connection = connection
        this.#wasAway = false
        this.#take(joined)
        this.#amounts.onJoined()
        return true
      }
      if (joined.kind === 'unknown' && joined.run !== this.#run) this.#follow(joined.run)
    }
    this.lose()
    return false
  }

  #take({ generation, isGathering, members }: Extract<StoreReply, { kind: 'joined' }>): void {
    this.#generation = generation
    this.#isGathering = isGathering
    this.#members = members
    this.#isJoined = true
    this.#hasSlept = false
    if (!this.#isAvailable) {
      this.#isAvailable = true
      this.#onSharedCounting(true, '')
    }
  }

  #follow(run: string): void {
    this.#run = run
    this.epoch += 1
    if (!this.#amounts.isInUse()) return
    this.#wasAway = true
    this.#amounts.onNewRun()
  }

  /** Answers bound the time of the store from both sides. */
  #observe(now: number, sentAt: number): void {
    const least = now - this.#clock.monotonic()
    const most = now + 1 - sentAt
    const moved = this.#offset < least ? least - this.#offset : Math.min(0, most - this.#offset)
    if (moved === 0) return
    this.#offset += moved
    if (Math.abs(moved) <= PATIENCE || !this.#amounts.isInUse()) return
    this.epoch += 1
    this.#isJoined = false
    this.#wasAway = true
    this.#amounts.onLost()
    this.#amounts.onStep(moved)
  }

  #stayAwake(): void {
    const now = this.#clock.monotonic()
    // The others count it among them for as long, and no longer.
    if (now - this.#awakeAt > MEMBER_LIFE / 2) this.#hasSlept = true
    this.#awakeAt = now
  }

  /** Also without calls: others would take the part of a process that is idle, or wait for it. */
  #wait(): void {
    const isSettled = !this.#isGathering && this.part() * this.#members.length >= WHOLE - this.#members.length
    const isBusy = this.#amounts.isInUse() || (this.#isJoined && !isSettled)
    const interval = isBusy ? BUSY_INTERVAL : IDLE_INTERVAL
    this.#stopTimer = this.#clock.after(interval, () => {
      void this.#checkIn()
      this.#wait()
    })
  }

  async #checkIn(): Promise<void> {
    if (this.ready() !== true) return
    const { epoch } = this
    const joined = await this.ask({
      kind: 'join',
      wasAway: false,
      run: this.#run,
      members: this.#members,
    })
    if (epoch !== this.epoch || this.#isClosed) return
    if (joined === undefined) return this.lose()
    if (joined.kind === 'unknown') return this.doubt(joined.run)
    if (joined.kind !== 'joined') return
    this.#take(joined)
    this.#amounts.onCheckedIn()
  }
}

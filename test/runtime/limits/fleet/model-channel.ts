// The way from a process to the store of the model: requests and answers arrive in their order, when the test lets them, late, twice,
// or never. A process waits for the first answer as the real client does.
import {
  type CounterStore,
  PATIENCE,
  type Reserved,
  type StoreReply,
  type StoreRequest,
  type StoreSender,
} from '../../../../runtime/limits/fleet/counter-store.ts'
import type { VirtualClock } from '../../../support/virtual-clock.ts'

/** Milliseconds without an answer after which a connection is closed, and between two attempts to open one. */
const UNRESPONSIVE = 1_000

interface Waiting {
  readonly sentAt: number
  readonly settle: (reply: StoreReply | undefined) => void
}

/** Brings a request to the store, which carries those of one connection out in their order. */
export type Deliver = (connection: number, action: () => void) => void

export type Execute = (sender: StoreSender, request: StoreRequest) => StoreReply | undefined

export interface ChannelFaults {
  /** How long a request or an answer is on its way. */
  readonly delay: () => number
  readonly losesAnswer: () => boolean
  readonly doubles: () => boolean
}

export const NO_FAULTS: ChannelFaults = { delay: () => 0, losesAnswer: () => false, doubles: () => false }

export class ModelChannel implements CounterStore {
  /** What the store said last of each counter. */
  readonly known = new Map<string, number>()
  readonly #clock: VirtualClock
  readonly #faults: ChannelFaults
  /** Where requests go: carried out in order once the store runs. */
  readonly #deliver: Deliver
  readonly #execute: Execute
  readonly #waiting: Waiting[] = []
  #lastAnswer = Number.NEGATIVE_INFINITY
  #connections = 1
  #isOpen = true
  #isOverdue = false
  #sends = 0
  #answers = 0

  constructor(clock: VirtualClock, deliver: Deliver, execute: Execute, faults: ChannelFaults = NO_FAULTS) {
    this.#clock = clock
    this.#deliver = deliver
    this.#execute = execute
    this.#faults = faults
  }

  readonly isOpen = (): boolean => this.#isOpen && !this.#isOverdue
  readonly connection = (): number => this.#connections
  readonly reason = (): string => 'it does not answer in time'
  /** How many reservations nobody has answered. */
  inFlight = 0
  #isStalled = false
  /** What happens when the process goes on. */
  #waitingActions: (() => void)[] = []

  /** A process that is stopped reads nothing and sees no timer. */
  get isStalled(): boolean {
    return this.#isStalled
  }

  stall(): void {
    this.#isStalled = true
  }

  resume(): void {
    this.#isStalled = false
    const actions = this.#waitingActions
    this.#waitingActions = []
    // Each in a turn of its own, what has arrived before what fell due.
    for (const action of actions) this.#clock.after(0, action)
  }

  /** Runs it now, or when the process goes on. */
  whenAwake(action: () => void): void {
    if (this.#isStalled) this.#waitingActions.push(action)
    else action()
  }

  readonly ask = (sender: StoreSender, request: StoreRequest): Promise<StoreReply | undefined> => {
    if (!this.isOpen()) return Promise.resolve(undefined)
    const connection = this.#connections
    const { promise, resolve } = Promise.withResolvers<StoreReply | undefined>()
    const isReservation = request.kind === 'reserve'
    if (isReservation) this.inFlight += 1
    const waiting: Waiting = {
      sentAt: this.#clock.monotonic(),
      settle: reply => {
        const at = this.#waiting.indexOf(waiting)
        if (at >= 0) this.#waiting.splice(at, 1)
        if (at >= 0 && isReservation) this.inFlight -= 1
        resolve(reply)
      },
    }
    this.#waiting.push(waiting)
    this.#watch(waiting, connection)
    const answer = (reply: StoreReply | undefined): void => {
      if (this.#faults.losesAnswer()) return
      this.#inOrder('answers', () => {
        if (connection !== this.#connections) return
        this.#lastAnswer = this.#clock.monotonic()
        this.#isOverdue = false
        if (reply !== undefined) this.#note(request, reply)
        waiting.settle(reply)
      })
    }
    const times = this.#faults.doubles() ? 2 : 1
    this.#inOrder('sends', () =>
      this.#deliver(connection, () => {
        for (let time = 0; time < times; time += 1) {
          const reply = this.#execute(sender, request)
          if (time === 0) answer(reply)
        }
      }),
    )
    return promise
  }

  /** The store is gone: its connections are closed. */
  cut(): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#connections += 1
    for (const waiting of [...this.#waiting]) waiting.settle(undefined)
    this.#isOverdue = false
    this.#clock.after(UNRESPONSIVE, () => {
      this.#isOpen = true
    })
  }

  #note(request: StoreRequest, reply: StoreReply): void {
    if (request.kind === 'reserve' && reply.kind === 'reserved' && !reply.isGathering)
      for (const [index, { key }] of request.counters.entries())
        this.known.set(key, (reply as Reserved).readings[index]?.used ?? 0)
    if (request.kind === 'report' && reply.kind === 'reported' && !reply.isGathering)
      this.known.set(request.key, reply.used)
  }

  #watch(waiting: Waiting, connection: number): void {
    const watch = (): void => this.whenAwake(look)
    const look = (): void => {
      if (!this.#waiting.includes(waiting) || connection !== this.#connections) return
      const since = this.#clock.monotonic() - Math.max(waiting.sentAt, this.#lastAnswer)
      if (since < PATIENCE) return void this.#clock.after(PATIENCE - since, watch)
      this.#isOverdue = true
      waiting.settle(undefined)
      const sentAt = this.#clock.monotonic()
      this.#clock.after(UNRESPONSIVE, () => {
        if (connection === this.#connections && this.#isOverdue && this.#lastAnswer < sentAt) this.cut()
      })
    }
    this.#clock.after(PATIENCE, watch)
  }

  /** After all that went the same way before. */
  #inOrder(way: 'sends' | 'answers', action: () => void): void {
    const now = this.#clock.monotonic()
    const last = way === 'sends' ? this.#sends : this.#answers
    const at = Math.max(last, now + this.#faults.delay())
    if (way === 'sends') this.#sends = at
    else this.#answers = at
    const run = (): void => (way === 'answers' ? this.whenAwake(action) : action())
    if (at <= now) run()
    else this.#clock.after(at - now, run)
  }
}

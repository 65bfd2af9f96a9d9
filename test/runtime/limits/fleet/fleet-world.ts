// A fleet in the model: processes, their ways to the store, and all that may happen to them.
import { CounterGroup, type LimitCounters } from '../../../../runtime/limits/counters.ts'
import { WHOLE } from '../../../../runtime/limits/fleet/counter-store.ts'
import { createFleetCounters } from '../../../../runtime/limits/fleet/fleet-counters.ts'
import { settle, type VirtualClock, virtualClock } from '../../../support/virtual-clock.ts'
import { AdmissionLog } from './admission-log.ts'
import { ModelChannel } from './model-channel.ts'
import { ModelStore } from './model-store.ts'
import {
  amountsOf,
  COUNTERS,
  counterOf,
  keyOf,
  MAX_AMOUNT,
  type Move,
  stored,
  type WorldFaults,
} from './world-counters.ts'

interface Process {
  readonly channel: ModelChannel
  readonly counters: LimitCounters
  readonly name: string
}

export class FleetWorld {
  readonly clock: VirtualClock = virtualClock()
  readonly #faults: WorldFaults
  readonly #processes: readonly Process[]
  readonly #store: ModelStore
  #copy: ModelStore
  readonly #log = new AdmissionLog(() => this.clock.now())
  #clockOfStore = 0
  #isFrozen = false
  #isDown = false
  #isHealed = false
  /** What has arrived at a store that does not run, by connection. */
  #queues = new Map<string, (() => void)[]>()

  constructor(faults: WorldFaults) {
    this.#faults = faults
    this.#store = new ModelStore(() => this.clock.now() + this.#clockOfStore)
    this.#copy = this.#store.copy()
    this.#processes = Array.from({ length: faults.processes }, (_each, index) => this.#start(index))
  }

  /** All processes have checked in and know of each other. */
  async settleIn(): Promise<void> {
    await this.clock.advance(15_000)
  }

  async run(moves: readonly Move[]): Promise<void> {
    for (const move of moves) {
      await this.#move(move)
      await settle()
      this.#log.check()
    }
  }

  /** Everything works again, and all that was on its way has arrived. */
  async heal(): Promise<void> {
    for (const { channel } of this.#processes) channel.resume()
    this.#thaw()
    this.#isHealed = true
    await this.clock.advance(45_000)
    this.#log.check()
  }

  /** What the store counts of the budgets, and what was used of them. */
  budgets(): readonly (readonly [stored: number, used: number])[] {
    return COUNTERS.flatMap(({ rule }, index) =>
      rule.length > 0
        ? []
        : [
            [
              this.#store.used({ key: keyOf(index), length: 0, width: 0, lives: 1 }),
              this.#log.used(index),
            ] as const,
          ],
    )
  }

  get isGathering(): boolean {
    return this.#store.isGathering
  }

  #start(index: number): Process {
    const name = `p${index}`
    const { random, losesAnswers, doubles } = this.#faults
    const clock: VirtualClock = {
      ...this.clock,
      // The timers of a process that is stopped run when it goes on.
      after: (milliseconds, action) => {
        let isStopped = false
        const stop = this.clock.after(milliseconds, () =>
          channel.whenAwake(() => {
            if (!isStopped) action()
          }),
        )
        return () => {
          isStopped = true
          stop()
        }
      },
    }
    const channel: ModelChannel = new ModelChannel(
      this.clock,
      (connection, action) => this.#deliver(`${name}/${connection}`, action),
      (sender, request) => this.#store.execute(sender, request),
      {
        delay: () => Math.floor(random() * 12),
        losesAnswer: () => {
          const loses = losesAnswers && !this.#isHealed && random() < 0.05
          // Who alone does not hear the store admits its part.
          if (loses) this.#allowParts(name)
          return loses
        },
        doubles: () => doubles && random() < 0.2,
      },
    )
    const counters = createFleetCounters(
      channel,
      { clock, randomId: () => name, endOfTurn: queueMicrotask },
      () => {},
    )
    return { channel, counters, name }
  }

  #deliver(connection: string, action: () => void): void {
    if (this.#isDown) return
    if (!this.#isFrozen) return action()
    const queue = this.#queues.get(connection) ?? []
    queue.push(action)
    this.#queues.set(connection, queue)
  }

  async #move(move: Move): Promise<void> {
    switch (move.kind) {
      case 'calls':
        return this.#call(move)
      case 'settle':
        return this.#log.settle(move.call, move.actual)
      case 'wait':
        return await this.clock.advance(move.milliseconds)
      case 'freeze':
        if (!this.#isFrozen) this.#vanish()
        this.#isFrozen = true
        return
      case 'thaw':
        return this.#thaw()
      case 'copy':
        this.#copy = this.#store.copy()
        return
      case 'flush':
        this.#vanish()
        return this.#store.restart('flushed')
      case 'restart':
        return await this.#restart(move.memory)
      case 'stall':
      case 'resume': {
        const process = this.#processes[move.process % this.#processes.length]
        if (process === undefined) return
        if (move.kind === 'resume') return process.channel.resume()
        this.#allowUnreported(process)
        return process.channel.stall()
      }
      case 'step':
        // Before it forgets what has left its windows.
        this.#vanish()
        this.#clockOfStore += move.milliseconds
    }
  }

  #call({ process: at, counter, count, amount }: Extract<Move, { kind: 'calls' }>): void {
    const process = this.#processes[at % this.#processes.length]
    const { rule, measure } = COUNTERS[counter] ?? {}
    if (process === undefined || rule === undefined || measure === undefined || process.channel.isStalled)
      return
    const wanted = measure === 'requests' ? 1 : Math.min(amount, rule.limit)
    const group = new CounterGroup([counterOf(counter)])
    for (let each = 0; each < count; each += 1) {
      const time = this.clock.now()
      void Promise.resolve(process.counters.reserve(group, amountsOf(wanted))).then(result => {
        if (!result.granted) return
        this.#log.add({
          ...{ time, counter, process: process.name, grant: result, reserved: wanted },
          ...{ amount: wanted, isSettled: false },
        })
      })
    }
  }

  /** What was on its way may be admitted beside what the store decides, and so may what others were admitted and a process has not heard of. */
  #vanish(): void {
    for (const [index] of COUNTERS.entries()) {
      const used = this.#store.used({ ...stored(index) })
      for (const { channel, name } of this.#processes) {
        const unheard = Math.max(0, used - (channel.known.get(keyOf(index)) ?? 0))
        const part = this.#store.partOf(name)
        this.#log.allow(index, Math.floor((unheard * part) / WHOLE))
      }
    }
    this.#allowInFlight()
  }

  #allowInFlight(): void {
    for (const { channel } of this.#processes)
      for (const [index, { measure }] of COUNTERS.entries())
        this.#log.allow(index, channel.inFlight * (measure === 'requests' ? 1 : MAX_AMOUNT))
  }

  /** A process that is stopped for long is gone for the others, with what it has admitted alone and not reported. */
  #allowUnreported({ name }: Process): void {
    for (const index of COUNTERS.keys()) {
      const admitted = this.#log.usedBy(name, index)
      this.#log.allow(index, Math.max(0, admitted - this.#store.usedBy(name, stored(index))))
    }
  }

  #allowParts(name: string): void {
    const part = this.#store.partOf(name)
    for (const [index, { rule }] of COUNTERS.entries())
      this.#log.allow(index, Math.floor((rule.limit * part) / WHOLE))
  }

  #thaw(): void {
    if (!this.#isFrozen) return
    this.#allowInFlight()
    this.#isFrozen = false
    const queues = [...this.#queues.values()]
    this.#queues = new Map()
    // Connections are served in any order, each in its own.
    while (queues.length > 0) {
      const at = Math.floor(this.#faults.random() * queues.length)
      const action = queues[at]?.shift()
      if (action === undefined) queues.splice(at, 1)
      else action()
    }
  }

  async #restart(memory: 'kept' | 'lost' | 'copied'): Promise<void> {
    this.#vanish()
    this.#isFrozen = false
    this.#queues = new Map()
    this.#isDown = true
    for (const { channel } of this.#processes) channel.cut()
    await this.clock.advance(200)
    this.#store.restart(memory === 'copied' ? this.#copy : memory)
    this.#isDown = false
  }
}

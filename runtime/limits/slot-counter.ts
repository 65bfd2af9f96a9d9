// One counter in memory: amounts in slots of time, oldest first.
import type { CounterPlace, CounterRule } from './counters.ts'

/** What has left the lists is removed from memory when there is this much of it. */
const COMPACT = 64

export class SlotCounter implements CounterPlace {
  owner: object | undefined
  #slots: number[] = []
  #amounts: number[] = []
  /** The oldest slot that counts. */
  #first = 0
  #total = 0
  /** The one in effect: a changed limit has another. */
  #rule: CounterRule
  /** The newest slot that has left the window. */
  #left = Number.NEGATIVE_INFINITY
  /** Reservations that are not settled. */
  #open = 0
  /** The highest threshold that was reached: a raised one is reached again. */
  #reached = 0

  constructor(owner: object, rule: CounterRule, seed: number) {
    this.owner = owner
    this.#rule = rule
    if (seed > 0) this.#add(0, seed)
  }

  /** What counted when it was last looked at. */
  get total(): number {
    return this.#total
  }

  /** What counts now. A rule that was changed since has the same use. */
  used(rule: CounterRule, now: number): number {
    if (rule !== this.#rule) this.#follow(rule)
    if (rule.length > 0)
      while (this.#first < this.#slots.length && this.#leavesAt(this.#first) <= now) {
        this.#total -= this.#amounts[this.#first] ?? 0
        this.#left = this.#slots[this.#first] ?? this.#left
        this.#first += 1
      }
    if (this.#first > COMPACT && this.#first * 2 > this.#slots.length) {
      this.#slots = this.#slots.slice(this.#first)
      this.#amounts = this.#amounts.slice(this.#first)
      this.#first = 0
    }
    return this.#total
  }

  /** Whether nothing would change if it were removed; `date` is the time by the wall clock, by which periods end. */
  isIdle(now: number, date: number): boolean {
    const { length, until, isHeld } = this.#rule
    if (length === 0 && isHeld !== true) return until !== undefined && until <= date
    return this.#open === 0 && this.used(this.#rule, now) === 0
  }

  /** Adds an amount that fits, as `used` has just returned; returns its slot. */
  reserve(amount: number, now: number): number {
    const { width } = this.#rule
    this.#open += 1
    return this.#add(width === 0 ? 0 : Math.floor(now / width), amount)
  }

  /** Ends a reservation, changing what it counts. `width` is that of the rule under which the slot was reserved. */
  settle(slot: number, width: number, delta: number): void {
    this.#open -= 1
    this.adjust(slot, width, delta)
  }

  /** Changes what a slot counts: nothing where it has left the window. An emptied slot is removed. */
  adjust(reserved: number, width: number, delta: number): void {
    if (delta === 0) return
    const slot = width === this.#rule.width ? reserved : rescale(reserved, width, this.#rule.width)
    let index = this.#slots.length - 1
    while (index > this.#first && (this.#slots[index] ?? 0) > slot) index -= 1
    if (index < this.#first || this.#slots[index] !== slot) return this.#insert(slot, delta)
    const amount = (this.#amounts[index] ?? 0) + delta
    this.#total += delta
    if (amount !== 0) this.#amounts[index] = amount
    else if (index === this.#slots.length - 1) {
      this.#slots.pop()
      this.#amounts.pop()
    } else {
      this.#slots.splice(index, 1)
      this.#amounts.splice(index, 1)
    }
  }

  /** Milliseconds until `amount` fits; undefined for a budget and for what is held. */
  wait(amount: number, now: number): number | undefined {
    const { limit, length } = this.#rule
    if (length === 0) return undefined
    let excess = this.#total + amount - limit
    for (let index = this.#first; index < this.#slots.length; index += 1) {
      if (excess <= 0) break
      excess -= this.#amounts[index] ?? 0
      if (excess <= 0) return this.#leavesAt(index) - now
    }
    return length
  }

  /** True once for each threshold, when it is reached. */
  reaches(threshold: number): boolean {
    if (threshold <= this.#reached || this.#total < threshold) return false
    this.#reached = threshold
    return true
  }

  #leavesAt(index: number): number {
    const { width, length } = this.#rule
    return ((this.#slots[index] ?? 0) + 1) * width - 1 + length
  }

  /** Returns the slot, which is never before the newest. */
  #add(slot: number, amount: number): number {
    const last = this.#slots.length - 1
    const newest = this.#slots[last]
    if (last >= this.#first && newest !== undefined && newest >= slot) {
      this.#amounts[last] = (this.#amounts[last] ?? 0) + amount
      this.#total += amount
      return newest
    }
    this.#slots.push(slot)
    this.#amounts.push(amount)
    this.#total += amount
    return slot
  }

  /** A slot that was emptied comes back, unless it has left the window. */
  #insert(slot: number, amount: number): void {
    if (slot <= this.#left) return
    let index = this.#slots.length
    while (index > this.#first && (this.#slots[index - 1] ?? 0) > slot) index -= 1
    this.#slots.splice(index, 0, slot)
    this.#amounts.splice(index, 0, amount)
    this.#total += amount
  }

  #follow(rule: CounterRule): void {
    const before = this.#rule.width
    this.#rule = rule
    if (rule.width !== before) this.#resize(before, rule.width)
  }

  #resize(before: number, width: number): void {
    const slots = this.#slots.slice(this.#first)
    const amounts = this.#amounts.slice(this.#first)
    this.#slots = []
    this.#amounts = []
    this.#first = 0
    this.#total = 0
    this.#left = this.#left === Number.NEGATIVE_INFINITY ? this.#left : rescale(this.#left, before, width) - 1
    for (const [index, slot] of slots.entries()) this.#add(rescale(slot, before, width), amounts[index] ?? 0)
  }
}

/** The slot of another width that holds the last moment of a slot. */
const rescale = (slot: number, from: number, to: number): number => Math.floor(((slot + 1) * from - 1) / to)

// What this process has admitted under one counter, in the slots of the store, and what it may admit while the store is unavailable.
import { heldRule } from '../counter-rule.ts'
import { type CounterRule, RESERVATION_LIFE } from '../counters.ts'
import { SlotCounter } from '../slot-counter.ts'
import { type FieldAmounts, MINUTE, WHOLE } from './counter-store.ts'

/**
 * Requests in flight are counted in slots that leave as those of a window do, so that a process that dies holds nothing for longer. One that
 * lives moves what it holds to the current slot in time.
 */
const LEASE = 60_000
const LEASE_SLOT = 10_000
/** An amount that is older moves. */
const RENEWED = 20_000

/** The rule by which the store counts. */
export const storedRule = (rule: CounterRule): CounterRule =>
  rule.isHeld === true ? { ...rule, length: LEASE, width: LEASE_SLOT } : rule

/** Fields beyond this number are looked through for those that have left the window. */
const COMPACT = 512

/** Where an amount is counted, in the slots and the time of the store when it was. */
export interface Place {
  readonly slot: number
  readonly minute: number | undefined
  readonly width: number
  /** How far the time of the store had moved. */
  readonly slots: number
  readonly minutes: number
}

export class ProcessAmounts {
  readonly key: string
  rule: CounterRule
  /** All has to be reported again: something was admitted by itself, or it is unknown what has arrived. */
  isUnreported = false
  /** Reservations and statements on their way. */
  inFlight = 0
  /** What reservations on their way ask for. */
  asked = 0
  /** Reservations that are not settled. */
  open = 0
  /** When it was used last, by monotonic time. */
  usedAt = 0
  #amounts = new Map<string, number>()
  /** Changes that the store does not know. */
  #changes = new Map<string, number>()
  /** How many answers there were. */
  #answers = 0
  /** What was used in all at the last answer, and when. */
  #base: { readonly used: number; readonly at: number } | undefined = undefined
  /** What was admitted since then without a decision of the store. */
  #alone: SlotCounter | undefined = undefined
  /** What a budget starts from without this process; fixed when it is first used here. */
  readonly seed: number
  #compactAt = COMPACT
  /** How far the time of the store has moved. */
  #slots = 0
  #minutes = 0

  constructor(key: string, rule: CounterRule, seed: number) {
    this.key = key
    this.rule = rule
    this.seed = seed
  }

  /** Another limit may have other slots. */
  follow(rule: CounterRule): void {
    const before = this.rule.width
    this.rule = rule
    if (rule.width === before) return
    const rescaled = (amounts: Map<string, number>): Map<string, number> =>
      mapFields(amounts, (slot, minute) => fieldOf(rescale(slot, before, rule.width), minute))
    this.#amounts = rescaled(this.#amounts)
    this.#changes = rescaled(this.#changes)
  }

  place(time: number, isEstimate: boolean): Place {
    const { width } = this.rule
    return {
      slot: width === 0 ? 0 : Math.floor(time / width),
      minute: isEstimate ? Math.floor(time / MINUTE) : undefined,
      width,
      slots: this.#slots,
      minutes: this.#minutes,
    }
  }

  /** The store has counted it. */
  add(place: Place, amount: number, time: number): void {
    raise(this.#amounts, fieldOf(place.slot, place.minute), amount)
    if (this.#amounts.size > this.#compactAt) this.#compact(time)
  }

  /** Has to be reported to the store. What is final expires only with its slot. */
  change(place: Place, delta: number, isFinal: boolean): void {
    if (delta === 0) return
    if (this.rule.isHeld === true) return this.#release(-delta)
    const { width } = this.rule
    const slot = place.width === width ? place.slot : rescale(place.slot, place.width, width)
    const minute =
      isFinal || place.minute === undefined ? undefined : place.minute + this.#minutes - place.minutes
    const field = fieldOf(slot + this.#slots - place.slots, minute)
    raise(this.#amounts, field, delta)
    if (!this.isUnreported) raise(this.#changes, field, delta)
  }

  takeChanges(): FieldAmounts {
    if (this.#changes.size === 0) return []
    const changes = [...this.#changes]
    this.#changes = new Map()
    return changes
  }

  get hasChanges(): boolean {
    return this.#changes.size > 0
  }

  /** Everything that counts at this time of the store. */
  takeAll(time: number): FieldAmounts {
    this.#compact(time)
    this.isUnreported = false
    this.#changes = new Map()
    return [...this.#amounts]
  }

  /** Moves what is held, and is about to leave, to the current slot; false if nothing is. */
  renew(time: number): boolean {
    const { isHeld, width } = this.rule
    if (isHeld !== true) return false
    const current = Math.floor(time / width)
    const old = this.#amounts
      .entries()
      .filter(([field]) => (partsOf(field).slot + 1) * width + RENEWED <= time)
      .toArray()
    for (const [field, amount] of old) {
      this.#move(field, -amount)
      this.#move(fieldOf(current, undefined), amount)
    }
    return old.length > 0
  }

  /** Requests in flight are alike: what ends is taken from the oldest slots, wherever it was admitted. */
  #release(count: number): void {
    let left = count
    for (const [field, amount] of [...this.#amounts]) {
      const taken = Math.min(left, amount)
      if (taken <= 0) break
      this.#move(field, -taken)
      left -= taken
    }
  }

  #move(field: string, delta: number): void {
    raise(this.#amounts, field, delta)
    if (!this.isUnreported) raise(this.#changes, field, delta)
  }

  /** The clock of the store has moved: what was admitted is as old as before. */
  shift(milliseconds: number): void {
    const { width } = this.rule
    const slots = width === 0 ? 0 : Math.ceil(milliseconds / width)
    const minutes = Math.ceil(milliseconds / MINUTE)
    this.#slots += slots
    this.#minutes += minutes
    this.#amounts = mapFields(this.#amounts, (slot, minute) =>
      fieldOf(slot + slots, minute === undefined ? undefined : minute + minutes),
    )
    this.isUnreported = true
  }

  /** The store has answered for all processes, and knows all that was admitted here. */
  answered(used: number, now: number): void {
    this.#base = { used, at: now }
    this.#alone = undefined
    this.#answers += 1
  }

  /** The rule under which this process decides by itself: its part of what was left. */
  share(part: number, seed: number, now: number): CounterRule {
    if (this.rule.isHeld === true) return heldRule(this.#heldShare(part, now))
    const left = Math.max(0, this.rule.limit - this.#usedBefore(seed, now))
    // Parts are integers, so that no rounding adds up to more than all.
    const limit = Math.floor((left * part) / WHOLE)
    return { ...this.rule, limit }
  }

  /** What was in flight at the last answer has mostly ended when it is old: then a process may hold its part of the whole limit. */
  #heldShare(part: number, now: number): number {
    const { limit } = this.rule
    if (this.#base !== undefined && now < this.#base.at + LEASE)
      return Math.floor((Math.max(0, limit - this.#base.used) * part) / WHOLE)
    const held = this.#amounts.values().reduce((sum, amount) => sum + amount, 0)
    const alone = this.#alone?.total ?? 0
    return Math.max(0, Math.floor((limit * part) / WHOLE) - (held - alone))
  }

  usedAlone(share: CounterRule, now: number): number {
    return this.#alone?.used(share, now) ?? 0
  }

  /** Milliseconds until there may be room; undefined for a budget. `usedAlone` has just been called. */
  waitAlone(amount: number, share: CounterRule, now: number): number | undefined {
    const { length, width } = this.rule
    if (length === 0) return undefined
    const own = this.#alone?.wait(amount, now) ?? length
    const { used, at } = this.#base ?? { used: 0, at: now }
    return share.limit < this.rule.limit && used > 0 ? Math.min(own, at + length + width - now) : own
  }

  /** Returns the slot of what was admitted by itself; of requests in flight, after which answer. */
  admitAlone(amount: number, share: CounterRule, now: number): number {
    this.#alone ??= new SlotCounter(this, share, 0)
    this.#alone.used(share, now)
    const slot = this.#alone.reserve(amount, now)
    return this.rule.isHeld === true ? this.#answers : slot
  }

  /** What was admitted by itself has used less or more. */
  adjustAlone(slot: number, width: number, delta: number): void {
    if (this.rule.isHeld !== true) this.#alone?.adjust(slot, width, delta)
    else if (slot === this.#answers) this.#alone?.adjust(0, 0, delta)
  }

  /** Whether nothing would change if it were forgotten. `date` is the time by the wall clock, by which periods end. */
  isIdle(time: number, date: number): boolean {
    const { length, until } = this.rule
    if (this.open > 0 || this.inFlight > 0 || this.isUnreported || this.#changes.size > 0) return false
    if (length === 0) return until !== undefined && until <= date
    this.#compact(time)
    return this.#amounts.size === 0
  }

  #usedBefore(seed: number, now: number): number {
    if (this.#base === undefined) return seed
    const { length, width } = this.rule
    return length > 0 && now >= this.#base.at + length + width ? 0 : this.#base.used
  }

  #compact(time: number): void {
    this.renew(time)
    const { length, width } = this.rule
    for (const field of this.#amounts.keys()) {
      const { slot, minute } = partsOf(field)
      if (
        (length > 0 && (slot + 1) * width - 1 + length <= time) ||
        (minute !== undefined && (minute + 1) * MINUTE + RESERVATION_LIFE <= time)
      )
        this.#amounts.delete(field)
    }
    this.#compactAt = Math.max(COMPACT, this.#amounts.size * 2)
  }
}

const fieldOf = (slot: number, minute: number | undefined): string => `${slot}:${minute ?? ''}`

export function partsOf(field: string): { readonly slot: number; readonly minute: number | undefined } {
  const colon = field.indexOf(':')
  const minute = field.slice(colon + 1)
  return { slot: Number(field.slice(0, colon)), minute: minute === '' ? undefined : Number(minute) }
}

const raise = (amounts: Map<string, number>, field: string, delta: number): void => {
  const amount = (amounts.get(field) ?? 0) + delta
  if (amount === 0) amounts.delete(field)
  else amounts.set(field, amount)
}

function mapFields(
  amounts: ReadonlyMap<string, number>,
  change: (slot: number, minute: number | undefined) => string,
): Map<string, number> {
  const changed = new Map<string, number>()
  for (const [field, amount] of amounts) {
    const { slot, minute } = partsOf(field)
    raise(changed, change(slot, minute), amount)
  }
  return changed
}

/** The slot of another width that holds the last moment of a slot. */
export const rescale = (slot: number, from: number, to: number): number =>
  to === 0 ? 0 : Math.floor(((slot + 1) * from - 1) / to)

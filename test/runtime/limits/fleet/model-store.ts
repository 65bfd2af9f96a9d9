// The definition of a store that processes count in: what the scripts of Redis and the function of PostgreSQL do, as plain code.
// Nothing here waits, and its time is that of the test.
import { RESERVATION_LIFE } from '../../../../runtime/limits/counters.ts'
import {
  type JoinRequest,
  LONGEST_QUIET,
  MEMBER_LIFE,
  MINUTE,
  PATIENCE,
  type ReportRequest,
  type ReserveRequest,
  type StoredCounter,
  type StoreReply,
  type StoreRequest,
  type StoreSender,
  WHOLE,
} from '../../../../runtime/limits/fleet/counter-store.ts'
import { partsOf, rescale } from '../../../../runtime/limits/fleet/process-amounts.ts'
import { type CounterRecord, emptyMemory, raise, SEED } from './store-memory.ts'

export class ModelStore {
  #memory = emptyMemory()
  #runs = 1
  /** Lost with the memory. */
  #token = 0
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Starts it again; without memory, or with what a copy had. */
  restart(memory: 'kept' | 'lost' | 'flushed' | ModelStore): void {
    if (memory !== 'flushed') this.#runs += 1
    if (memory === 'lost' || memory === 'flushed') {
      this.#token += 1
      this.#memory = emptyMemory()
    } else if (memory !== 'kept') this.#memory = structuredClone(memory.#memory)
  }

  /** A copy of what it has now: what a replica knows. */
  copy(): ModelStore {
    const copied = new ModelStore(this.#now)
    copied.#memory = structuredClone(this.#memory)
    return copied
  }

  get isGathering(): boolean {
    return this.#memory.isGathering
  }

  partOf(process: string): number {
    return this.#memory.members.get(process)?.part ?? 0
  }

  /** Looks at it, and changes nothing. */
  used(counter: StoredCounter): number {
    return this.copy().#read(counter).used
  }

  /** Of that, what a process has reported. */
  usedBy(process: string, counter: StoredCounter): number {
    const copied = this.copy()
    copied.#read(counter)
    return [...(copied.#memory.counters.get(counter.key)?.amounts ?? [])]
      .filter(([key]) => key.startsWith(`${process}/`))
      .reduce((sum, [, amount]) => sum + amount, 0)
  }

  /** Undefined where a later request of the same process has arrived before. */
  execute(sender: StoreSender, request: StoreRequest): StoreReply | undefined {
    const memory = this.#memory
    const now = this.#now()
    const member = memory.members.get(sender.process)
    if (member !== undefined && sender.sequence <= member.sequence) return undefined
    if (member !== undefined) member.sequence = sender.sequence
    if (now - memory.last >= PATIENCE) memory.gap = { from: memory.last, to: now }
    if (memory.last > 0) this.#notice(now - memory.last)
    memory.last = now
    switch (request.kind) {
      case 'report':
        // Changes of a process that is not known could arrive twice; all that it has admitted may.
        return member === undefined && request.whole === undefined
          ? this.#unknown()
          : this.#tell(sender, request)
      case 'leave':
        memory.members.delete(sender.process)
        return this.#unknown()
      case 'join':
        return this.#join(sender, request)
      case 'reserve':
        return this.#reserve(sender, request)
    }
  }

  /** It was stopped, or its clock was changed: it has dropped what others still count, so it begins another run. */
  #notice(elapsed: number): void {
    if (elapsed >= 0 && elapsed <= LONGEST_QUIET) return
    if (elapsed > 0) for (const each of this.#memory.members.values()) each.seen += elapsed - LONGEST_QUIET
    this.#token += 1
    this.#gather()
  }

  get #run(): string {
    return `${this.#runs}/${this.#token}`
  }

  #unknown(): StoreReply {
    return { kind: 'unknown', now: this.#now(), run: this.#run }
  }

  /** It has waited so long for the store that its process, and others, may have decided alone meanwhile. */
  #isLate({ sent }: StoreSender): boolean {
    const { from, to } = this.#memory.gap
    return (sent < to && to - Math.max(sent, from) >= PATIENCE) || sent > this.#now() + PATIENCE
  }

  /** Everybody has to check in again. */
  #gather(): void {
    this.#memory.generation += 1
    this.#memory.isGathering = true
  }

  #join({ process, sequence, generation, ...sender }: StoreSender, request: JoinRequest): StoreReply {
    const memory = this.#memory
    const now = this.#now()
    const run = this.#run
    if (request.run !== run) return this.#unknown()
    if (memory.run !== run) {
      const isEmpty = memory.run === ''
      memory.run = run
      memory.generation = Math.max(memory.generation, generation)
      this.#gather()
      if (isEmpty) memory.begun = memory.generation
    }
    // Those who have not told anything yet are known from those who have.
    if (memory.isGathering && memory.begun === memory.generation)
      for (const [id, part] of request.members)
        if (!memory.members.has(id)) memory.members.set(id, { sequence: 0, seen: now, reported: 0, part })
    const known = memory.members.get(process)
    if (this.#isLate({ process, sequence, generation, ...sender })) {
      if (known?.reported === memory.generation) this.#gather()
      return this.#unknown()
    }
    if (request.wasAway && known?.reported === memory.generation) this.#gather()
    for (const [id, each] of memory.members)
      if (id !== process && each.seen + MEMBER_LIFE <= now) memory.members.delete(id)
      else if (each.seen > now) each.seen = now
    const own = { sequence, seen: now, reported: memory.generation, part: 0 }
    memory.members.set(process, own)
    let taken = 0
    memory.isGathering = false
    for (const [id, { part, reported }] of memory.members) {
      if (id !== process) taken += part
      if (reported !== memory.generation) memory.isGathering = true
    }
    own.part = Math.max(0, Math.min(Math.floor(WHOLE / memory.members.size), WHOLE - taken))
    return {
      kind: 'joined',
      now,
      run,
      isGathering: memory.isGathering,
      generation: memory.generation,
      members: [...memory.members].map(([id, { part }]) => [id, part]),
    }
  }

  #reserve(sender: StoreSender, { mayShare, counters }: ReserveRequest): StoreReply {
    const { generation, isGathering, members } = this.#memory
    const now = this.#now()
    const member = members.get(sender.process)
    if (member === undefined || member.reported !== generation) return this.#unknown()
    if (this.#isLate(sender)) {
      this.#gather()
      return this.#unknown()
    }
    const found = counters.map(counter => {
      const record = this.#counter(counter)
      if (record.isNew && counter.seed > 0) record.amounts.set(`${SEED}/0:`, counter.seed)
      record.isNew = false
      return { record, ...this.#read(counter) }
    })
    const fits = counters.map(({ amount, limit }, index) => (found[index]?.used ?? 0) + amount <= limit)
    const granted = fits.every(Boolean) && (mayShare || !isGathering)
    const readings = counters.map(({ amount, limit, length, width, isEstimate }, index) => {
      const { record, used = 0, live = [] } = found[index] ?? {}
      if (granted && record !== undefined) {
        const slot = width === 0 ? 0 : Math.floor(now / width)
        raise(
          record.amounts,
          `${sender.process}/${slot}:${isEstimate ? Math.floor(now / MINUTE) : ''}`,
          amount,
        )
        return { used: used + amount, fits: true, wait: 0 }
      }
      if (fits[index] === true) return { used, fits: true, wait: 0 }
      if (length === 0) return { used, fits: false, wait: undefined }
      let excess = used + amount - limit
      for (const [slot, each] of live.toSorted(([left], [right]) => left - right)) {
        excess -= each
        if (excess <= 0) return { used, fits: false, wait: (slot + 1) * width - 1 + length - now }
      }
      return { used, fits: false, wait: length }
    })
    return { kind: 'reserved', now, isGathering, granted, readings }
  }

  #tell({ process }: StoreSender, request: ReportRequest): StoreReply {
    const { isGathering } = this.#memory
    const record = this.#counter(request)
    this.#read(request)
    if (request.whole !== undefined)
      for (const key of record.amounts.keys()) if (key.startsWith(`${process}/`)) record.amounts.delete(key)
    for (const [field, amount] of request.amounts) {
      const { slot, minute } = partsOf(field)
      const stored = request.width === record.width ? slot : rescale(slot, request.width, record.width)
      if (this.#isGone(stored, minute, { ...request, width: record.width })) continue
      raise(record.amounts, `${process}/${stored}:${minute ?? ''}`, amount)
    }
    if (request.whole !== undefined) {
      const known = record.amounts.get(`${SEED}/0:`) ?? (record.isNew ? request.whole.seed : 0)
      record.amounts.delete(`${SEED}/0:`)
      raise(record.amounts, `${SEED}/0:`, Math.min(known, request.whole.seed))
      record.isNew = false
    }
    const { used } = this.#read(request)
    const isReached = request.threshold > record.reached && used >= request.threshold
    if (isReached) record.reached = request.threshold
    return { kind: 'reported', now: this.#now(), isGathering, used, isReached }
  }

  #counter({ key, width }: StoredCounter): CounterRecord {
    const known = this.#memory.counters.get(key)
    if (known !== undefined) return known
    const made = { width, reached: 0, amounts: new Map<string, number>(), isNew: true }
    this.#memory.counters.set(key, made)
    return made
  }

  #isGone(slot: number, minute: number | undefined, { length, width }: StoredCounter): boolean {
    const now = this.#now()
    return (
      (length > 0 && (slot + 1) * width - 1 + length <= now) ||
      (minute !== undefined && (minute + 1) * MINUTE + RESERVATION_LIFE <= now)
    )
  }

  #read(counter: StoredCounter): { readonly used: number; readonly live: [number, number][] } {
    const record = this.#memory.counters.get(counter.key)
    const live: [number, number][] = []
    let used = 0
    for (const [key, amount] of [...(record?.amounts ?? [])]) {
      const [process = '', field = ''] = key.split('/')
      const { slot, minute } = partsOf(field)
      const width = record?.width ?? counter.width
      const moved = width === counter.width ? slot : rescale(slot, width, counter.width)
      record?.amounts.delete(key)
      if (this.#isGone(moved, minute, counter)) continue
      if (record !== undefined) raise(record.amounts, `${process}/${moved}:${minute ?? ''}`, amount)
      used += amount
      live.push([moved, amount])
    }
    if (record !== undefined) record.width = counter.width
    return { used, live }
  }
}

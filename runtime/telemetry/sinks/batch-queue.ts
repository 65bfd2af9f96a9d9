// A queue that is written in batches: bounded by entries and bytes, shed with a count when full, repeated after an outage. What is
// being written leaves the queue when it was written, or when its receiver will never take it; every loss is reported.
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock } from '../../values/ports.ts'
import type { EntryBodies } from '../request-record.ts'
import { createLossReport } from './loss-report.ts'
import type { RecordSink } from './record-sink.ts'

/** What is written at once. Repeated with the same identifier after a failure. */
export interface QueuedBatch<Item> {
  readonly id: string
  readonly items: readonly Item[]
  /** By the identifiers of their records; there may be more of them than items. */
  readonly bodies: ReadonlyMap<string, EntryBodies>
}

/** Why items were not taken though the batch arrived, so that repeating it is useless. */
export interface BatchRefusal {
  /** Without secrets. */
  readonly reason: string
  /** How many items are lost; absent for all of them. */
  readonly count?: number
  /** It may be about some items, or about their number: halves of the batch are written instead. */
  readonly halvesMayPass?: boolean
}

/** Takes an item. `record` identifies the bodies, whose sizes are not in `bytes`. */
export type AddItem<Item> = (item: Item, bytes: number, record?: string, bodies?: EntryBodies) => void

export interface BatchQueueOptions<Given, Item> {
  readonly name: string
  /** The name of an item where losses are reported, by default a record. */
  readonly noun?: string
  /** Adds what is written of what was put: nothing where it is not of the sample. */
  readonly encode: (given: Given, add: AddItem<Item>) => void
  /**
   * Rejects with a sentence without secrets when the batch was not written, and will be repeated. Resolves with a refusal for what
   * is dropped.
   */
  readonly write: (batch: QueuedBatch<Item>) => Promise<BatchRefusal | undefined>
  /** Closes what `write` uses. */
  readonly close?: () => Promise<void>
  readonly clock: Pick<Clock, 'after' | 'monotonic'>
  readonly randomId: () => string
  readonly onEvent: (event: GatewayEvent) => void
}

export interface BatchQueue<Given> extends Pick<RecordSink, 'status' | 'stop'> {
  /** Encodes and takes what is put, or sheds it. */
  readonly put: (given: Given) => void
  /** Whether it takes more: false from its stop on. */
  readonly isOpen: () => boolean
}

/** Milliseconds that an entry waits for others. */
const LINGER = 100
const MAX_BATCH = 1_000
const MAX_BATCH_BYTES = 4 * 1_048_576
const MAX_WAITING = 20_000
const MAX_WAITING_BYTES = 64 * 1_048_576
/** Milliseconds before a failed batch is repeated; doubled up to the second one. */
const FIRST_WAIT = 500
const LONGEST_WAIT = 30_000
/** Refusals in a row after which a batch is dropped whole: more than it takes to find one item among `MAX_BATCH`. */
const MAX_REFUSALS = 12

const NO_BODIES: ReadonlyMap<string, EntryBodies> = new Map()

export function createBatchQueue<Given, Item>(options: BatchQueueOptions<Given, Item>): BatchQueue<Given> {
  const { name, noun = 'record', encode, write, close, clock, randomId, onEvent } = options
  const full: WaitingBatch<Item>[] = []
  let open: WaitingBatch<Item> | undefined
  let waiting = 0
  let waitingBytes = 0
  let written = 0
  let refusals = 0
  let fault: string | undefined
  let isWriting = false
  let isClosed = false
  let isDone = false
  /** Begun since the queue is closed: no other one follows its failure. */
  let isLastWrite = false
  let wait = FIRST_WAIT
  let stopTimer: (() => void) | undefined
  let onIdle = (): void => {}
  const isAvailable = (): boolean => fault === undefined
  const losses = createLossReport({ name, noun, clock, isAvailable, onEvent })

  const seal = (): void => {
    if (open !== undefined) full.push(open)
    open = undefined
  }
  const later = (milliseconds: number): void => {
    stopTimer ??= clock.after(milliseconds, () => {
      stopTimer = undefined
      seal()
      advance()
    })
  }
  const failed = (error: unknown): void => {
    isWriting = false
    if (isDone) return
    const sentence = error instanceof Error ? error.message : 'unknown error'
    if (fault === undefined) {
      // Stores say why in a sentence of their own, with its full stop.
      const message = `${name} does not take ${noun}s: ${sentence.replace(/\.$/, '')}. They wait, and are dropped when there are too many.`
      onEvent({ kind: 'sink', sink: name, available: false, message })
    }
    fault = sentence
    // The receiver may have recovered since this batch was sent.
    if (isClosed) return isLastWrite ? onIdle() : advance()
    later(wait)
    wait = Math.min(LONGEST_WAIT, wait * 2)
  }
  /** The receiver has replied to a batch, and so is there, whatever it made of it. */
  const replied = (consequence: string): void => {
    isWriting = false
    wait = FIRST_WAIT
    if (fault !== undefined)
      onEvent({ kind: 'sink', sink: name, available: true, message: `${name} ${consequence}.` })
    fault = undefined
  }
  const settled = (batch: WaitingBatch<Item>, refusal: BatchRefusal | undefined): void => {
    if (isDone) return
    const count = batch.items.length
    const lost = refusal === undefined ? 0 : Math.min(count, refusal.count ?? count)
    replied(lost < count ? `takes ${noun}s again` : 'can be reached again')
    full.shift()
    refusals = lost < count ? 0 : refusals + 1
    if (refusal?.halvesMayPass === true && count > 1 && refusals < MAX_REFUSALS) {
      full.unshift(...halvesOf(batch))
      return advance()
    }
    waiting -= count
    waitingBytes -= batch.bytes
    written += count - lost
    losses.add(lost, 'refused', refusal?.reason)
    advance()
  }
  const advance = (): void => {
    const [next] = full
    if (isWriting || isDone) return
    if (next === undefined) {
      if (open === undefined) onIdle()
      else later(LINGER)
      return
    }
    isWriting = true
    isLastWrite = isClosed
    const { id, items, bodies = NO_BODIES } = next
    write({ id, items, bodies }).then(refusal => settled(next, refusal), failed)
  }

  const add: AddItem<Item> = (item, size, record, bodies) => {
    const bytes = size + (bodies?.request?.length ?? 0) + (bodies?.response?.length ?? 0)
    if (waiting >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES) return losses.add(1, 'full')
    open ??= { id: randomId(), items: [], bytes: 0, bodies: undefined }
    open.items.push(item)
    open.bytes += bytes
    if (bodies !== undefined && record !== undefined) {
      open.bodies ??= new Map()
      open.bodies.set(record, bodies)
    }
    waiting += 1
    waitingBytes += bytes
    if (open.items.length >= MAX_BATCH || open.bytes >= MAX_BATCH_BYTES) {
      full.push(open)
      open = undefined
    }
  }
  /** What waits, or is being written without a reply so far, is lost with the process. */
  const giveUp = (): void => {
    isDone = true
    losses.add(waiting, 'ended')
    waiting = 0
    waitingBytes = 0
    full.length = 0
    losses.end()
  }

  return {
    put: each => {
      if (isClosed) return losses.add(1, 'ended')
      encode(each, add)
      if (fault === undefined && full.length > 0) advance()
      if (open !== undefined || full.length > 0) later(LINGER)
    },
    isOpen: () => !isClosed,
    status: () => ({ waiting, shed: losses.count(), written, fault }),
    stop: milliseconds =>
      new Promise<void>(resolve => {
        isClosed = true
        stopTimer?.()
        stopTimer = undefined
        const stopWaiting = clock.after(milliseconds, () => onIdle())
        onIdle = () => {
          if (isDone) return
          stopWaiting()
          giveUp()
          void Promise.resolve(close?.()).then(resolve, () => resolve())
        }
        seal()
        advance()
      }),
  }
}

// A batch that waits to be written, and its halves, where the receiver does not take all of it.

export interface WaitingBatch<Item> {
  readonly id: string
  readonly items: Item[]
  bytes: number
  /** By the identifiers of their records; there may be more of them than items. */
  bodies: Map<string, EntryBodies> | undefined
}

/**
 * Two batches with the items of one, in their order. Their identifiers follow from that of the whole: a half that is repeated is
 * recognised. The bytes are shared equally, since only their sum is counted.
 */
export function halvesOf<Item>({
  id,
  items,
  bytes,
  bodies,
}: WaitingBatch<Item>): readonly [WaitingBatch<Item>, WaitingBatch<Item>] {
  const middle = Math.ceil(items.length / 2)
  const first = Math.ceil(bytes / 2)
  return [
    { id: `${id}-1`, items: items.slice(0, middle), bytes: first, bodies },
    { id: `${id}-2`, items: items.slice(middle), bytes: bytes - first, bodies },
  ]
}

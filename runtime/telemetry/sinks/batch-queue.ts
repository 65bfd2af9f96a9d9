// A queue that is written in batches: bounded by entries and bytes, shed with a count when full, repeated after an outage. What is
// being written leaves the queue only when it was written, so that nothing that was taken is lost while the process lives.
import type { GatewayEvent } from '../../values/event.ts'
import type { Clock } from '../../values/ports.ts'
import type { EntryBodies, RecordSink } from './record-sink.ts'

/** What is written at once. Repeated with the same identifier after a failure. */
export interface QueuedBatch<Item> {
  readonly id: string
  readonly items: readonly Item[]
  /** By the identifiers of their records. */
  readonly bodies: ReadonlyMap<string, EntryBodies>
}

/** Why items were not taken though the batch arrived, so that repeating it is of no use. */
export interface BatchRefusal {
  /** Without secrets. */
  readonly reason: string
  /** How many items are lost; absent for all of them. */
  readonly count?: number
}

/** Takes an item. `record` identifies the bodies, whose sizes are not in `bytes`. */
export type AddItem<Item> = (item: Item, bytes: number, record?: string, bodies?: EntryBodies) => void

export interface BatchQueueOptions<Given, Item> {
  readonly name: string
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

interface OpenBatch<Item> {
  readonly id: string
  readonly items: Item[]
  bytes: number
  bodies: Map<string, EntryBodies> | undefined
}

const NO_BODIES: ReadonlyMap<string, EntryBodies> = new Map()

export function createBatchQueue<Given, Item>(options: BatchQueueOptions<Given, Item>): BatchQueue<Given> {
  const { name, encode, write, close, clock, randomId, onEvent } = options
  const full: OpenBatch<Item>[] = []
  let open: OpenBatch<Item> | undefined
  let waiting = 0
  let waitingBytes = 0
  let shed = 0
  let written = 0
  let fault: string | undefined
  let isWriting = false
  let isClosed = false
  let wait = FIRST_WAIT
  let stopTimer: (() => void) | undefined
  let onIdle = (): void => {}

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
  const report = (sentence: string, consequence: string, refused = 'records'): void => {
    if (fault === undefined)
      onEvent({
        kind: 'sink',
        sink: name,
        available: false,
        // Stores say why in a sentence of their own, with its full stop.
        message: `${name} does not take ${refused}: ${sentence.replace(/\.$/, '')}. ${consequence}`,
      })
    fault = sentence
  }
  const failed = (error: unknown): void => {
    const sentence = error instanceof Error ? error.message : 'unknown error'
    report(sentence, 'They wait, and are dropped when there are too many.')
    isWriting = false
    if (isClosed) return onIdle()
    later(wait)
    wait = Math.min(LONGEST_WAIT, wait * 2)
  }
  const settled = (batch: OpenBatch<Item>, refusal: BatchRefusal | undefined): void => {
    const count = batch.items.length
    full.shift()
    waiting -= count
    waitingBytes -= batch.bytes
    wait = FIRST_WAIT
    isWriting = false
    if (refusal === undefined) {
      written += count
      if (fault !== undefined)
        onEvent({ kind: 'sink', sink: name, available: true, message: `${name} takes records again.` })
      fault = undefined
    } else {
      const lost = Math.min(count, refusal.count ?? count)
      report(
        refusal.reason,
        'They are dropped, since repeating them is of no use.',
        lost === count ? 'records' : 'all records',
      )
      written += count - lost
      for (let dropped = 0; dropped < lost; dropped += 1) shedOne()
    }
    advance()
  }
  const advance = (): void => {
    const [next] = full
    if (isWriting) return
    if (next === undefined) {
      if (open === undefined) onIdle()
      else later(LINGER)
      return
    }
    isWriting = true
    const { id, items, bodies = NO_BODIES } = next
    write({ id, items, bodies }).then(refusal => settled(next, refusal), failed)
  }
  const shedOne = (): void => {
    shed += 1
    onEvent({ kind: 'shed', sink: name })
  }

  const add: AddItem<Item> = (item, size, record, bodies) => {
    const bytes = size + (bodies?.request?.length ?? 0) + (bodies?.response?.length ?? 0)
    if (waiting >= MAX_WAITING || waitingBytes + bytes > MAX_WAITING_BYTES) return shedOne()
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

  return {
    put: each => {
      if (isClosed) return shedOne()
      encode(each, add)
      if (fault === undefined && full.length > 0) advance()
      if (open !== undefined || full.length > 0) later(LINGER)
    },
    status: () => ({ waiting, shed, written, fault }),
    stop: milliseconds =>
      new Promise<void>(resolve => {
        isClosed = true
        stopTimer?.()
        stopTimer = undefined
        const giveUp = clock.after(milliseconds, () => onIdle())
        let isDone = false
        onIdle = () => {
          if (isDone) return
          isDone = true
          giveUp()
          void Promise.resolve(close?.()).then(resolve, () => resolve())
        }
        seal()
        advance()
      }),
  }
}

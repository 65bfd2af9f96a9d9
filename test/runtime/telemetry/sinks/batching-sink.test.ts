// Sinks of the log write in batches, beside requests.
import { describe, expect, it } from 'vitest'
import type { RequestRecord } from '../../../../runtime/telemetry/request-record.ts'
import type { BatchRefusal } from '../../../../runtime/telemetry/sinks/batch-queue.ts'
import { createBatchingSink, type SinkBatch } from '../../../../runtime/telemetry/sinks/batching-sink.ts'
import type { LogEntry } from '../../../../runtime/telemetry/sinks/record-sink.ts'
import type { GatewayEvent } from '../../../../runtime/values/event.ts'
import { settle, virtualClock } from '../../../support/virtual-clock.ts'

const entry = (id: string, more: Partial<LogEntry> = {}): LogEntry => ({
  record: { id } as RequestRecord,
  line: () => JSON.stringify({ id }),
  ...more,
})

function openSink(takesBodies = false) {
  const clock = virtualClock()
  const events: GatewayEvent[] = []
  const written: SinkBatch[] = []
  const attempted: string[] = []
  let failure: string | undefined
  let refuse: (batch: SinkBatch) => BatchRefusal | undefined = () => undefined
  let hold: Promise<void> | undefined
  let batches = 0
  let closed = 0
  const sink = createBatchingSink({
    name: 'log_test',
    takesBodies,
    clock,
    randomId: () => {
      batches += 1
      return String(batches)
    },
    onEvent: event => events.push(event),
    write: async batch => {
      attempted.push(batch.id)
      await hold
      if (failure !== undefined) throw new Error(failure)
      const refusal = refuse(batch)
      if (refusal === undefined || refusal.count !== undefined) written.push(batch)
      return refusal
    },
    close: async () => {
      closed += 1
    },
  })
  return {
    sink,
    clock,
    events,
    written,
    attempted,
    closed: () => closed,
    fail: (sentence: string | undefined) => {
      failure = sentence
    },
    /** The sentences of the log. */
    sentences: () => events.flatMap(event => (event.kind === 'sink' ? [event.message] : [])),
    refuse: (given: BatchRefusal | undefined | ((batch: SinkBatch) => BatchRefusal | undefined)) => {
      refuse = typeof given === 'function' ? given : () => given
    },
    holdUntil: (promise: Promise<void>) => {
      hold = promise
    },
  }
}

const idsOf = (batches: readonly SinkBatch[]): readonly string[] =>
  batches.flatMap(({ lines }) =>
    lines
      .trim()
      .split('\n')
      .map(line => (JSON.parse(line) as { id: string }).id),
  )

describe('A sink of the log', () => {
  it('writes what arrives together at once, in its order', async () => {
    const { sink, clock, written } = openSink()
    for (const id of ['a', 'b', 'c']) sink.accept(entry(id))
    expect(written).toEqual([])
    await clock.advance(100)
    expect(written).toEqual([
      { id: '1', lines: '{"id":"a"}\n{"id":"b"}\n{"id":"c"}\n', count: 3, bodies: new Map() },
    ])
    expect(sink.status()).toEqual({ waiting: 0, shed: 0, written: 3, fault: undefined })
  })

  it('begins a batch when one is full, without waiting for time', async () => {
    const { sink, written } = openSink()
    for (let index = 0; index < 2500; index += 1) sink.accept(entry(String(index)))
    await settle()
    expect(written.map(({ count }) => count)).toEqual([1000, 1000])
  })

  it('repeats a batch with the same identifier after an outage, says so once, and loses nothing', async () => {
    const { sink, clock, written, attempted, events, fail } = openSink()
    fail('it replied with status 503')
    sink.accept(entry('a'))
    await clock.advance(100)
    sink.accept(entry('b'))
    await clock.advance(10_000)
    expect(written).toEqual([])
    expect(sink.status()).toMatchObject({ waiting: 2, written: 0, fault: 'it replied with status 503' })
    fail(undefined)
    await clock.advance(60_000)
    expect(idsOf(written)).toEqual(['a', 'b'])
    expect(new Set(attempted)).toEqual(new Set(['1', '2']))
    expect(events.map(event => event.kind === 'sink' && event.available)).toEqual([false, true])
  })

  it('drops what the receiver refuses for good, tells how much in one line a minute, and goes on with what follows', async () => {
    const { sink, clock, sentences, refuse } = openSink()
    refuse({ reason: 'line 1 is no record' })
    for (const id of ['a', 'b']) sink.accept(entry(id))
    await clock.advance(100)
    expect(sink.status()).toEqual({ waiting: 0, shed: 2, written: 0, fault: undefined })
    refuse({ reason: 'it took some', count: 1 })
    for (const id of ['c', 'd', 'e']) sink.accept(entry(id))
    await clock.advance(1_000)
    expect(sink.status()).toEqual({ waiting: 0, shed: 3, written: 2, fault: undefined })
    for (const id of ['f', 'g']) {
      sink.accept(entry(id))
      await clock.advance(20_000)
    }
    expect(sentences()).toEqual([
      'log_test dropped 3 records, since repeating them is useless: it took some.',
    ])
    await clock.advance(60_000)
    expect(sentences().slice(1)).toEqual([
      'log_test dropped 2 records, since repeating them is useless: it took some.',
    ])
  })

  it('is available when a batch that waited for it was dropped, and tells the loss', async () => {
    const { sink, clock, events, fail, refuse } = openSink()
    fail('it replied with status 503')
    for (let index = 0; index < 10; index += 1) sink.accept(entry(String(index)))
    await clock.advance(100)
    fail(undefined)
    refuse({ reason: 'it replied with status 400' })
    await clock.advance(2_000)
    expect(
      events.flatMap(event => (event.kind === 'sink' ? [[event.available, event.message]] : [])),
    ).toEqual([
      [
        false,
        'log_test does not take records: it replied with status 503. They wait, and are dropped when there are too many.',
      ],
      [true, 'log_test can be reached again.'],
      [true, 'log_test dropped 10 records, since repeating them is useless: it replied with status 400.'],
    ])
    expect(sink.status()).toEqual({ waiting: 0, shed: 10, written: 0, fault: undefined })
  })

  it('writes halves of a batch where they may pass, and drops the one record that is refused', async () => {
    const { sink, clock, written, sentences, refuse } = openSink()
    refuse(({ lines }) =>
      lines.includes('"poison"') ? { reason: 'it replied with status 400', halvesMayPass: true } : undefined,
    )
    const ids = Array.from({ length: 1_000 }, (_, index) => (index === 321 ? 'poison' : String(index)))
    for (const id of ids) sink.accept(entry(id))
    sink.accept(entry('next'))
    await clock.advance(2_000)
    expect(idsOf(written)).toEqual([...ids.filter(id => id !== 'poison'), 'next'])
    expect(new Set(written.map(({ id }) => id)).size).toBe(written.length)
    expect(sink.status()).toMatchObject({ waiting: 0, shed: 1, written: 1_000 })
    expect(sentences()).toEqual([
      'log_test dropped 1 record, since repeating it is useless: it replied with status 400.',
    ])
  })

  it('does not ask for each record where the receiver refuses all of them', async () => {
    const { sink, clock, attempted, refuse } = openSink()
    refuse({ reason: 'it replied with status 400', halvesMayPass: true })
    for (let index = 0; index < 3_000; index += 1) sink.accept(entry(String(index)))
    await clock.advance(2_000)
    expect(sink.status()).toMatchObject({ waiting: 0, shed: 3_000, written: 0 })
    expect(attempted.length).toBeLessThan(30)
  })

  it('tells of an outage with one full stop, whether or not the reason is a sentence', async () => {
    for (const reason of ['ECONNRESET', 'The store postgres://db/gateway cannot be used: ECONNRESET.']) {
      const { sink, clock, events, fail } = openSink()
      fail(reason)
      sink.accept(entry('a'))
      await clock.advance(100)
      expect(events.map(event => event.kind === 'sink' && event.message)).toEqual([
        `log_test does not take records: ${reason.replace(/\.$/, '')}. They wait, and are dropped when there are too many.`,
      ])
    }
  })

  it('drops, counts and tells what is beyond its bounds, the newest first', async () => {
    const { sink, clock, written, events, sentences, fail } = openSink()
    fail('away')
    for (let index = 0; index < 20_010; index += 1) sink.accept(entry(String(index)))
    await settle()
    expect(sink.status()).toMatchObject({ waiting: 20_000, shed: 10 })
    expect(events.filter(({ kind }) => kind === 'shed')).toHaveLength(10)
    await clock.advance(1_000)
    expect(sentences().at(-1)).toBe('log_test dropped 10 records, because too many were waiting.')
    fail(undefined)
    await clock.advance(60_000)
    expect(idsOf(written)).toEqual(Array.from({ length: 20_000 }, (_, index) => String(index)))
  })

  it('is bounded by bytes too', () => {
    const { sink } = openSink(true)
    const bodies = { request: new Uint8Array(16 * 1_048_576) }
    for (let index = 0; index < 5; index += 1) sink.accept(entry(String(index), { bodies }))
    expect(sink.status()).toMatchObject({ waiting: 3, shed: 2 })
  })

  it('takes bodies only where it is for them', async () => {
    const bodies = { request: new Uint8Array([1]), response: new Uint8Array([2]) }
    for (const takesBodies of [true, false]) {
      const { sink, clock, written } = openSink(takesBodies)
      sink.accept(entry('a', { bodies }))
      await clock.advance(100)
      expect(written[0]?.bodies.get('a')).toEqual(takesBodies ? bodies : undefined)
    }
  })

  it('writes what waits when the gateway stops, and closes', async () => {
    const { sink, written, closed } = openSink()
    sink.accept(entry('a'))
    await sink.stop(1000)
    expect(idsOf(written)).toEqual(['a'])
    expect(closed()).toBe(1)
    sink.accept(entry('late'))
    expect(sink.status().shed).toBe(1)
  })

  it('is not waited for longer than allowed', async () => {
    const { sink, clock, holdUntil, closed } = openSink()
    holdUntil(new Promise(() => {}))
    sink.accept(entry('a'))
    const stopped = sink.stop(1000)
    await clock.advance(1000)
    await stopped
    expect(closed()).toBe(1)
    expect(sink.status()).toMatchObject({ waiting: 0, shed: 1 })
  })

  it('tells and counts what was not written when the process ended while the receiver was away', async () => {
    const { sink, clock, events, sentences, fail } = openSink()
    fail('it replied with status 503')
    for (const id of ['a', 'b']) sink.accept(entry(id))
    await clock.advance(100)
    sink.accept(entry('c'))
    await sink.stop(1_000)
    expect(sentences().at(-1)).toBe('log_test: 3 records were not written before the process ended.')
    expect(events.filter(({ kind }) => kind === 'shed')).toEqual([
      { kind: 'shed', sink: 'log_test', count: 3 },
    ])
    expect(sink.status()).toMatchObject({ waiting: 0, shed: 3, written: 0 })
  })
})

describe('A sink that also takes events, when it stops', () => {
  it('tells its loss once, and takes no event of it', async () => {
    const clock = virtualClock()
    const sentences: string[] = []
    const sink = createBatchingSink({
      name: 'log_test',
      takesBodies: false,
      takesNotices: true,
      clock,
      randomId: () => 'batch',
      // The log of the process gives each event to the sinks.
      onEvent: event => {
        if (event.kind !== 'sink') return
        sentences.push(event.message)
        sink.notice?.(event.message)
      },
      write: async () => {
        throw new Error('the disk is full')
      },
    })
    sink.accept(entry('a'))
    await sink.stop(1_000)
    expect(sentences).toEqual([
      'log_test does not take records: the disk is full. They wait, and are dropped when there are too many.',
      'log_test: 1 record was not written before the process ended.',
    ])
  })

  it('writes once more what failed while it stopped', async () => {
    const clock = virtualClock()
    const first = Promise.withResolvers<undefined>()
    const written: string[] = []
    const sink = createBatchingSink({
      name: 'log_test',
      takesBodies: false,
      clock,
      randomId: () => 'batch',
      onEvent: () => {},
      write: ({ lines }) => {
        written.push(lines)
        return written.length === 1 ? first.promise : Promise.resolve(undefined)
      },
    })
    sink.accept(entry('a'))
    await clock.advance(100)
    const stopped = sink.stop(1_000)
    first.reject(new Error('it was away'))
    await stopped
    expect(written).toHaveLength(2)
    expect(sink.status()).toMatchObject({ waiting: 0, shed: 0, written: 1 })
  })
})

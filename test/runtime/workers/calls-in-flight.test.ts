// Calls that a worker is answering, as the main thread finds them when it has ended.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CallInFlight } from '../../../runtime/telemetry/call-in-flight.ts'
import type { Log } from '../../../runtime/telemetry/log.ts'
import { createReporter } from '../../../runtime/telemetry/reporter.ts'
import { linkTimestamps, toRequestRecord } from '../../../runtime/telemetry/request-record.ts'
import { callsLeft, lostCall, memoryOfCalls, noteCalls } from '../../../runtime/workers/calls-in-flight.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const call = (id: string, more: Partial<CallInFlight> = {}): CallInFlight => ({
  id,
  trace: `trace-${id}`,
  parent: undefined,
  method: 'POST',
  path: '/v1/chat/completions',
  endpoint: 'chat/completions',
  plan: '0123456789ab',
  since: 1_000,
  key: 'app',
  workspace: 'default',
  ...more,
})

describe('calls in flight of a worker', () => {
  it('are those that have begun and not ended, in any order', () => {
    const steps = fc.array(fc.record({ ends: fc.boolean(), at: fc.nat({ max: 20 }) }), { maxLength: 60 })
    fc.assert(
      fc.property(steps, all => {
        const memory = memoryOfCalls()
        const calls = noteCalls(memory)
        const open: { readonly id: string; readonly place: number | undefined }[] = []
        for (const [index, { ends, at }] of all.entries()) {
          const [ended] = ends && open.length > 0 ? open.splice(at % open.length, 1) : []
          if (ended?.place !== undefined) calls.end(ended.place)
          if (!ends) open.push({ id: String(index), place: calls.begin(call(String(index))) })
        }
        expect(new Set(callsLeft(memory).map(({ id }) => id))).toEqual(new Set(open.map(({ id }) => id)))
      }),
      { numRuns: 50 },
    )
  })

  it('are found whole, also with names beyond the room for them', () => {
    const memory = memoryOfCalls()
    const calls = noteCalls(memory)
    calls.begin(call('plain', { isControl: true }))
    calls.begin(call('long', { path: `/v1/${'ü'.repeat(2_000)}`, trace: 't'.repeat(500) }))
    const [plain, long] = callsLeft(memory)
    expect(plain).toEqual(JSON.parse(JSON.stringify(call('plain', { isControl: true }))))
    expect(long).toMatchObject({ id: 'long', path: '', trace: 't'.repeat(64), since: 1_000 })
  })

  it('beyond the places there are none, and a place is used again', () => {
    const memory = memoryOfCalls()
    const calls = noteCalls(memory)
    const places = Array.from({ length: 65_537 }, (_, index) => calls.begin(call(String(index))))
    expect(places.at(-1)).toBeUndefined()
    calls.end(places[7] ?? 0)
    expect(calls.begin(call('again'))).toBe(places[7])
  })

  it('are found until their record is written, with the status of a reply that was sent', () => {
    const memory = memoryOfCalls()
    const calls = noteCalls(memory)
    const place = calls.begin(call('one')) ?? 0
    calls.replied(place, 206)
    const [left] = callsLeft(memory)
    expect(left).toEqual({ ...JSON.parse(JSON.stringify(call('one'))), status: 206 })
    const { served } = lostCall({ ...call('one'), status: 206 }, 'exit code 3', {
      now: () => 5_000,
      monotonic: () => 100,
    })
    expect(served.reply).toMatchObject({
      status: 206,
      failure: { message: expect.stringContaining('before it had recorded more') },
    })
    calls.end(place)
    expect(callsLeft(memory)).toEqual([])
  })

  it('leave their places when the reporter has written their records', async () => {
    const written: string[] = []
    const clock = virtualClock()
    const { log } = createReporter(
      { write: () => {}, accept: () => void written.push('record') } as unknown as Log,
      undefined,
      clock,
    )
    const finished = lostCall(call('one'), 'exit code 3', clock)
    log.request({ ...finished, onRecorded: () => void written.push('place') })
    expect(written).toEqual([])
    await clock.advance(10)
    expect(written).toEqual(['record', 'place'])
  })

  it('have a record that names the reason, with the time since they began', () => {
    const clock = { now: () => 5_000, monotonic: () => 100 }
    const { served, details, price } = lostCall(call('one'), 'exit code 3', clock)
    const record = toRequestRecord(served, details, {
      timestamp: linkTimestamps(),
      epoch: clock.now() - clock.monotonic(),
      price,
    })
    expect(record).toMatchObject({
      id: 'one',
      trace: 'trace-one',
      status: 500,
      error: 'internal',
      message: 'The worker that answered the call has ended (exit code 3).',
      milliseconds: 4_000,
      time: '1970-01-01T00:00:01.000Z',
      key: 'app',
      workspace: 'default',
    })
  })
})

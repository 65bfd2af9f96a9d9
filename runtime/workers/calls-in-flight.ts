// The calls that a worker is answering, in memory that the main thread reads where the worker ends: another one writes their records.
import type { CallInFlight, CallsInFlight } from '../telemetry/call-in-flight.ts'
import type { FinishedRequest } from '../telemetry/request-record.ts'
import { failure } from '../values/failures.ts'
import type { Clock } from '../values/ports.ts'

/** Calls of a worker that are noted at a time; further ones have no record if it ends. */
const PLACES = 65_536
/** Of each: its length in bytes with the status of a reply that was sent, 0 where the place is free, and then its JSON. */
const BYTES_OF_PLACE = 1_024
const BYTES_OF_LENGTH = 4
/** The length is below this, and the status above it. */
const STATUS = 4_096

/** Memory is used as far as there are calls. */
export const memoryOfCalls = (): SharedArrayBuffer => new SharedArrayBuffer(PLACES * BYTES_OF_PLACE)

/** As the worker itself writes it. */
export function noteCalls(memory: SharedArrayBuffer): CallsInFlight {
  const lengths = new Int32Array(memory)
  const bytes = Buffer.from(memory)
  const free: number[] = []
  let used = 0
  return {
    begin: call => {
      const place = free.pop() ?? (used < PLACES ? used++ : undefined)
      if (place === undefined) return undefined
      const text = textOf(call)
      const start = place * BYTES_OF_PLACE
      // Written before its length: until then the place is free.
      const length = bytes.write(text, start + BYTES_OF_LENGTH, BYTES_OF_PLACE - BYTES_OF_LENGTH)
      Atomics.store(lengths, start / BYTES_OF_LENGTH, length)
      return place
    },
    replied: (place, status) => {
      Atomics.add(lengths, (place * BYTES_OF_PLACE) / BYTES_OF_LENGTH, status * STATUS)
    },
    end: place => {
      Atomics.store(lengths, (place * BYTES_OF_PLACE) / BYTES_OF_LENGTH, 0)
      free.push(place)
    },
  }
}

/** Names of callers, and paths, that are longer than the room for them are left out. */
function textOf(call: CallInFlight): string {
  const whole = JSON.stringify(call)
  if (Buffer.byteLength(whole) <= BYTES_OF_PLACE - BYTES_OF_LENGTH) return whole
  const { id, trace, method, endpoint, plan, since } = call
  return JSON.stringify({ id, trace: trace.slice(0, 64), method, path: '', endpoint, plan, since })
}

/** `status`: of the reply that was sent, if only the record is missing. */
export type LostCall = CallInFlight & { readonly status?: number }

/** What a worker that has ended was answering, or had not recorded yet. */
export function callsLeft(memory: SharedArrayBuffer): readonly LostCall[] {
  const lengths = new Int32Array(memory)
  const bytes = Buffer.from(memory)
  return Array.from({ length: PLACES }, (_, place) => place * BYTES_OF_PLACE).flatMap(start => {
    const entry = Atomics.load(lengths, start / BYTES_OF_LENGTH)
    if (entry === 0) return []
    const [length, status] = [entry % STATUS, Math.floor(entry / STATUS)]
    const text = bytes.toString('utf8', start + BYTES_OF_LENGTH, start + BYTES_OF_LENGTH + length)
    const call = JSON.parse(text) as CallInFlight
    return [status === 0 ? call : { ...call, status }]
  })
}

/** Such a call, as the worker that records it sees it. `reason`: why the other one ended. */
export function lostCall(
  { since, key, workspace, isControl, status, ...facts }: LostCall,
  reason: string,
  { now, monotonic }: Pick<Clock, 'now' | 'monotonic'>,
): FinishedRequest {
  const ended = monotonic()
  const lost = failure(
    'internal',
    status === undefined
      ? `The worker that answered the call has ended (${reason}).`
      : `The worker that had answered the call has ended (${reason}) before it had recorded more.`,
  )
  return {
    served: {
      ...facts,
      started: ended - (now() - since),
      received: undefined,
      replied: undefined,
      ended,
      reply: { status: status ?? 500, failure: lost },
      outcome: undefined,
    },
    details: { key, workspace, bytesIn: 0, bytesOut: 0, left: false },
    price: () => undefined,
    isControl: isControl === true,
  }
}

// Single-flight: concurrent identical requests make one upstream call, and the others wait for its result. Any caller may
// disconnect, none waits longer than its own request timeout, and when the first disconnects a waiting one takes over.
import type { SharedFlights } from '../state/shared-flights.ts'
import type { Call, Reply } from '../values/call.ts'
import type { Clock } from '../values/ports.ts'

/**
 * What waiting callers receive. `retry`: there is no result, one of them makes the call. `uncacheable`: the result cannot be
 * shared, each makes its own call.
 */
export type FlightResult<T> = { readonly shared: T } | 'retry' | 'uncacheable'

/** Resolves the flight; only the first call counts. The leader always calls it, for a stream at its end. */
export type Resolve<T> = (result: FlightResult<T>) => void

/** Calls the provider. */
export type Leader<T> = (resolve: Resolve<T>) => Promise<Reply>

export interface SingleFlight<T> {
  /** The reply to this call, or the result of another. `timeoutMs` limits how long it waits. */
  readonly join: (
    key: string,
    call: Call,
    timeoutMs: number,
    leader: Leader<T>,
  ) => Promise<{ readonly reply: Reply } | { readonly shared: T }>
}

export function createSingleFlight<T>(clock: Clock): SingleFlight<T> {
  const flights = new Map<string, Promise<FlightResult<T>>>()

  const startFlight = async (key: string, leader: Leader<T>): Promise<Reply> => {
    let resolveFlight = (_landing: FlightResult<T>): void => {}
    const flight = new Promise<FlightResult<T>>(resolve => {
      resolveFlight = resolve
    })
    flights.set(key, flight)
    const resolve: Resolve<T> = result => {
      if (flights.get(key) === flight) flights.delete(key)
      resolveFlight(result)
    }
    try {
      return await leader(resolve)
    } catch (error) {
      resolve('retry')
      throw error
    }
  }
  return {
    join: async (key, call, timeoutMs, leader) => {
      const deadline = clock.monotonic() + timeoutMs
      for (;;) {
        const flight = flights.get(key)
        if (flight === undefined) return { reply: await startFlight(key, leader) }
        const result = await within(flight, call, deadline - clock.monotonic(), clock)
        // The first caller to time out leads a new flight for later ones.
        if (result === 'timeout' && flights.get(key) === flight)
          return { reply: await startFlight(key, leader) }
        if (result === 'timeout' || result === 'uncacheable' || result === 'disconnected')
          return { reply: await leader(() => {}) }
        if (result !== 'retry') return result
      }
    },
  }
}

/**
 * Calls the provider unless another thread does: then what that one has stored is read. `isStored` tells results that other threads
 * find in the cache; all others they have to get themselves.
 */
export async function leadAmongThreads<T>(
  flights: SharedFlights,
  key: string,
  call: Call,
  timeoutMs: number,
  clock: Clock,
  resolve: Resolve<T>,
  {
    lead,
    read,
    isStored,
  }: {
    readonly lead: Leader<T>
    /** The reply that another thread has stored; undefined where this call cannot use it. */
    readonly read: (resolve: Resolve<T>) => Promise<Reply | undefined>
    readonly isStored: (shared: T) => boolean
  },
): Promise<Reply> {
  const entering = flights.enter(key)
  const turn = await within(entering, call, timeoutMs, clock)
  if (turn === 'timeout' || turn === 'disconnected')
    entering.then(
      late => {
        if (late === 'lead') flights.land(key, 'retry')
      },
      () => {},
    )
  if (turn === 'stored') {
    const reply = await read(resolve)
    if (reply !== undefined) return reply
  }
  if (turn !== 'lead') return await lead(resolve)
  try {
    return await lead(result => {
      flights.land(
        key,
        typeof result === 'string' ? result : isStored(result.shared) ? 'stored' : 'uncacheable',
      )
      resolve(result)
    })
  } catch (error) {
    flights.land(key, 'retry')
    throw error
  }
}

/** The value of the promise, unless the timeout expires or the client disconnects first. */
function within<T>(
  promise: Promise<T>,
  { cancellation }: Call,
  milliseconds: number,
  clock: Clock,
): Promise<T | 'timeout' | 'disconnected'> {
  return new Promise((resolve, reject) => {
    const settle = (value: T | 'timeout' | 'disconnected'): void => {
      stop()
      unsubscribe()
      resolve(value)
    }
    const stop = clock.after(Math.max(0, milliseconds), () => settle('timeout'))
    let unsubscribe = (): void => {}
    unsubscribe = cancellation.onCancel(() => settle('disconnected'))
    promise.then(settle, (bug: unknown) => {
      stop()
      unsubscribe()
      reject(bug)
    })
  })
}

// Single-flight: concurrent identical requests make one upstream call, and the others wait for its result. Any caller may
// disconnect, none waits longer than its own request timeout, and when the first disconnects a waiting one takes over.
import type { Call, Reply } from '../call.ts'
import type { Clock } from '../ports.ts'

/**
 * What waiting callers receive. `again`: there is no result, one of them makes the call. `alone`: the result cannot be
 * shared, each makes its own call.
 */
export type Landing<T> = { readonly given: T } | 'again' | 'alone'

/** Resolves the flight; only the first call counts. The leader always calls it, for a stream at its end. */
export type Land<T> = (landing: Landing<T>) => void

/** Calls the provider. */
export type Lead<T> = (land: Land<T>) => Promise<Reply>

export interface SingleFlight<T> {
  /** The reply to this call, or the result of another. `timeoutMs` limits how long it waits. */
  readonly join: (
    key: string,
    call: Call,
    patience: number,
    lead: Lead<T>,
  ) => Promise<{ readonly reply: Reply } | { readonly given: T }>
}

export function createSingleFlight<T>(clock: Clock): SingleFlight<T> {
  const flights = new Map<string, Promise<Landing<T>>>()

  const takeOff = async (key: string, lead: Lead<T>): Promise<Reply> => {
    let tell = (_landing: Landing<T>): void => {}
    const flight = new Promise<Landing<T>>(resolve => {
      tell = resolve
    })
    flights.set(key, flight)
    const land: Land<T> = landing => {
      if (flights.get(key) === flight) flights.delete(key)
      tell(landing)
    }
    try {
      return await lead(land)
    } catch (bug) {
      land('again')
      throw bug
    }
  }
  return {
    join: async (key, call, patience, lead) => {
      const until = clock.now() + patience
      for (;;) {
        const flight = flights.get(key)
        if (flight === undefined) return { reply: await takeOff(key, lead) }
        const landing = await within(flight, call, until - clock.now(), clock)
        // The first caller to time out leads a new flight for later ones.
        if (landing === 'late' && flights.get(key) === flight) return { reply: await takeOff(key, lead) }
        if (landing === 'late' || landing === 'alone' || landing === 'left')
          return { reply: await lead(() => {}) }
        if (landing !== 'again') return landing
      }
    },
  }
}

/** The value of the promise, unless the timeout expires or the client disconnects first. */
function within<T>(
  promise: Promise<T>,
  { cancellation }: Call,
  milliseconds: number,
  clock: Clock,
): Promise<T | 'late' | 'left'> {
  return new Promise(resolve => {
    const settle = (value: T | 'late' | 'left'): void => {
      stop()
      unsubscribe()
      resolve(value)
    }
    const stop = clock.after(Math.max(0, milliseconds), () => settle('late'))
    let unsubscribe = (): void => {}
    unsubscribe = cancellation.onCancel(() => settle('left'))
    void promise.then(settle)
  })
}

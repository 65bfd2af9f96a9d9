// Equal questions at the same time are asked once: those who come second wait for what the first one is given. Each of
// them may leave, none waits longer than it would for a provider, and when the first leaves one of those who wait asks
// anew.
import type { Call, Reply } from '../call.ts'
import type { Clock } from '../ports.ts'

/**
 * What those who wait are told. `again`: nothing came of it, one of them asks anew. `alone`: what came cannot be
 * shared, each asks for itself.
 */
export type Landing<T> = { readonly given: T } | 'again' | 'alone'

/** Tells those who wait; the first word counts. Whoever leads says it sooner or later, for a stream at its end. */
export type Land<T> = (landing: Landing<T>) => void

/** Asks the provider. */
export type Lead<T> = (land: Land<T>) => Promise<Reply>

export interface SingleFlight<T> {
  /** The call's own reply, or what another call was given. `patience` is in milliseconds. */
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
        // The first one who has waited too long asks for all who come after it.
        if (landing === 'late' && flights.get(key) === flight) return { reply: await takeOff(key, lead) }
        if (landing === 'late' || landing === 'alone' || landing === 'left')
          return { reply: await lead(() => {}) }
        if (landing !== 'again') return landing
      }
    },
  }
}

/** What the promise gives, unless the time is over or the client leaves before. */
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

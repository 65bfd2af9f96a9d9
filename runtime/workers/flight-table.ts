// Calls that fill the cache, among all workers: while one thread makes a call, others that miss the same entry wait for it.

import type { FlightEnd, FlightTurn } from '../state/shared-flights.ts'

interface Flight {
  /** The thread that makes the call. */
  readonly worker: number
  readonly waiting: { readonly worker: number; readonly resolve: (turn: FlightTurn) => void }[]
}

export interface FlightTable {
  readonly enter: (worker: number, key: string) => FlightTurn | Promise<FlightTurn>
  readonly land: (worker: number, key: string, end: FlightEnd) => void
  /** What a thread that has ended led is led by others. */
  readonly leave: (worker: number) => void
}

export function createFlightTable(): FlightTable {
  const flights = new Map<string, Flight>()
  const land: FlightTable['land'] = (worker, key, end) => {
    const flight = flights.get(key)
    if (flight?.worker !== worker) return
    flights.delete(key)
    const [next, ...others] = flight.waiting
    if (end !== 'retry') for (const { resolve } of flight.waiting) resolve(end)
    else if (next !== undefined) {
      flights.set(key, { worker: next.worker, waiting: others })
      next.resolve('lead')
    }
  }
  return {
    enter: (worker, key) => {
      const flight = flights.get(key)
      if (flight !== undefined)
        return new Promise(resolve => {
          flight.waiting.push({ worker, resolve })
        })
      flights.set(key, { worker, waiting: [] })
      return 'lead'
    },
    land,
    leave: worker => {
      for (const [key, { worker: leader, waiting }] of [...flights]) {
        const left = waiting.filter(each => each.worker !== worker)
        flights.set(key, { worker: leader, waiting: left })
        if (leader === worker) land(worker, key, 'retry')
      }
    },
  }
}

// The contract of calls that fill the cache, where several threads of a process share it: those that miss the same entry wait for one.

/** `lead`: this thread makes the call, and must `land` it. `stored`: the cache has the entry. `uncacheable`: each makes its own call. */
export type FlightTurn = 'lead' | 'stored' | 'uncacheable'

/** How the call of the thread that led has ended. `retry`: without a result, so that another one leads. */
export type FlightEnd = 'stored' | 'uncacheable' | 'retry'

export interface SharedFlights {
  readonly enter: (key: string) => Promise<FlightTurn>
  readonly land: (key: string, end: FlightEnd) => void
}

// Equal questions at the same time are asked once: those who come second wait for the first one's reply. Each of them
// may leave, and when the first leaves one of those who wait asks anew.
import { type Call, isStream, type Reply } from '../call.ts'

export interface SingleFlight {
  /** The reply of the call that is under way for `key`, or of `ask`; `shared` tells which. */
  readonly join: (
    key: string,
    call: Call,
    ask: () => Promise<Reply>,
  ) => Promise<{ readonly reply: Reply; readonly shared: boolean }>
}

export function createSingleFlight(): SingleFlight {
  /** Undefined stands for a reply that cannot be shared. */
  const flights = new Map<string, Promise<Reply | undefined>>()

  const lead = async (key: string, call: Call, ask: () => Promise<Reply>): Promise<Reply> => {
    let land = (_reply: Reply | undefined): void => {}
    flights.set(
      key,
      new Promise(resolve => {
        land = resolve
      }),
    )
    let reply: Reply | undefined
    try {
      reply = await ask()
      return reply
    } finally {
      flights.delete(key)
      const sharable = reply !== undefined && !isStream(reply.body) && !call.cancellation.cancelled()
      land(sharable ? reply : undefined)
    }
  }
  return {
    join: async (key, call, ask) => {
      for (;;) {
        const running = flights.get(key)
        if (running === undefined) return { reply: await lead(key, call, ask), shared: false }
        const reply = await unlessLeft(running, call)
        if (reply !== undefined) return { reply, shared: true }
        // A client that left asks no more: the call ends at once and says so.
        if (call.cancellation.cancelled()) return { reply: await ask(), shared: false }
      }
    },
  }
}

/** What the promise gives, or undefined as soon as the client of the call has left. */
function unlessLeft<T>(promise: Promise<T>, { cancellation }: Call): Promise<T | undefined> {
  return new Promise(resolve => {
    const unsubscribe = cancellation.onCancel(() => resolve(undefined))
    void promise.then(value => {
      unsubscribe()
      resolve(value)
    })
  })
}

// Calls between two threads over one channel. Everything that is sent in one turn of the event loop is one message,
// and so are the replies to it that are available at once.
import type { Awaitable } from '../values/awaitable.ts'

/** What one side offers to the other: arguments and results are values that can be copied between threads. */
// biome-ignore lint/suspicious/noExplicitAny: arguments of any kind.
export type Methods = { readonly [name: string]: (...parameters: any[]) => Awaitable<unknown> }

/** A `MessagePort`, a `Worker`, or the port of a thread to its parent. */
export interface Channel {
  readonly postMessage: (message: unknown) => void
  readonly on: (event: 'message', listener: (message: unknown) => void) => unknown
}

export interface Peer<Theirs extends Methods> {
  readonly call: <Name extends keyof Theirs & string>(
    name: Name,
    ...parameters: Parameters<Theirs[Name]>
  ) => Promise<Awaited<ReturnType<Theirs[Name]>>>
  /** Without a reply. It arrives before what is sent later. */
  readonly notify: <Name extends keyof Theirs & string>(
    name: Name,
    ...parameters: Parameters<Theirs[Name]>
  ) => void
  /** Resolves when everything sent before has arrived, and what replies to it has come back. */
  readonly settled: () => Promise<void>
  /** Requests that wait for a reply are rejected: the other side has ended. */
  readonly end: () => void
}

type Request = readonly [id: number, name: string, parameters: readonly unknown[]]
/** A reply has the negative identifier of its request. */
type Reply = readonly [id: number, result: unknown, error?: string]

/** A request with this identifier expects no reply. */
const NO_REPLY = 0
/** The method that every side has. */
const ARRIVED = ''

export function createPeer<Theirs extends Methods>(
  channel: Channel,
  own: Methods,
  endOfTurn: (action: () => void) => void,
): Peer<Theirs> {
  /** By identifier less 1. No `Map`: its old tables retain what they held (see ../http/serve-request.ts). */
  const waiting: (PromiseWithResolvers<unknown> | undefined)[] = []
  /** Identifiers whose replies have arrived. */
  const free: number[] = []
  let outgoing: (Request | Reply)[] = []
  let hasEnded = false
  const flush = (): void => {
    if (outgoing.length === 0) return
    const batch = outgoing
    outgoing = []
    if (!hasEnded) channel.postMessage(batch)
  }
  const send = (entry: Request | Reply): void => {
    if (outgoing.push(entry) === 1) endOfTurn(flush)
  }
  const serve = ([id, name, parameters]: Request): void => {
    if (name === ARRIVED) return send([-id, undefined])
    const fail = (error: unknown): void => {
      if (id !== NO_REPLY) send([-id, undefined, error instanceof Error ? error.message : String(error)])
    }
    try {
      const result = own[name]?.(...parameters)
      if (result instanceof Promise)
        result.then(value => {
          if (id !== NO_REPLY) send([-id, value])
        }, fail)
      else if (id !== NO_REPLY) send([-id, result])
    } catch (error) {
      fail(error)
    }
  }
  const settle = ([id, result, error]: Reply): void => {
    const request = waiting[-id - 1]
    if (request === undefined) return
    waiting[-id - 1] = undefined
    free.push(-id)
    if (error === undefined) request.resolve(result)
    else request.reject(new Error(error))
  }
  const request = (name: string, parameters: readonly unknown[]): Promise<unknown> => {
    if (hasEnded) return Promise.reject(new Error(ENDED))
    const pending = Promise.withResolvers<unknown>()
    const id = free.pop() ?? waiting.push(undefined)
    waiting[id - 1] = pending
    send([id, name, parameters])
    return pending.promise
  }
  channel.on('message', batch => {
    for (const entry of batch as readonly (Request | Reply)[]) {
      if (entry[0] < 0) settle(entry as Reply)
      else serve(entry as Request)
    }
    flush()
  })
  return {
    call: (name, ...parameters) => request(name, parameters) as ReturnType<Peer<Theirs>['call']> as never,
    notify: (name, ...parameters) => send([NO_REPLY, name, parameters]),
    settled: async () => void (await request(ARRIVED, [])),
    end: () => {
      hasEnded = true
      for (const pending of waiting.splice(0)) pending?.reject(new Error(ENDED))
    },
  }
}

const ENDED = 'The thread has ended.'

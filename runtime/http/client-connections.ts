// Bounds what the connections of clients hold. Each is charged with the most that one of its kind may hold before a request has arrived,
// since it takes that without a key. Where no more fits, one that waits for a request makes room, of the address that has most of them:
// so clients that open many give way first, and a health check is served. Those that are being answered are never closed.
import type { Server, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { MemoryLease } from '../values/memory-budget.ts'

/** What Node has of a connection: the response that is pending, null after the first one, undefined before. */
export interface ConnectionView {
  readonly _httpMessage?: object | null | undefined
}

export interface ClientConnections {
  /** Takes a new connection; false if it was closed instead. */
  readonly open: (socket: AcceptedSocket, secure: boolean) => boolean
  /** Bytes that they are charged. */
  readonly used: () => number
  /** How many fit into all threads. */
  readonly most: (secure: boolean) => number
  /** Sets what is queried for the state of a connection from now on, by its socket or the one within TLS. */
  readonly observe: (socket: Duplex, view: ConnectionView) => void
}

/** A socket as it was accepted. */
export type AcceptedSocket = Duplex & ConnectionView & { readonly remoteAddress?: string | undefined }

export interface ConnectionLimits {
  /** Bytes that all of them may be charged. */
  readonly bytes: number
  /** Of one request. */
  readonly headerBytes: number
  /** That serve, each with so many bytes; default 1. */
  readonly threads?: number | undefined
}

/** The least and the most that headers of 28 KB were measured to take, of each of their bytes. */
const OF_A_HEADER_BYTE = 1.25
/** Bytes that a connection holds beside its headers: 7 KB at first, and 14 KB after a request. */
const PLAIN = 16 * 1024
/** With TLS: 60 to 91 KB during the handshake, 63 KB after it, 114 KB with the headers, 82 KB with a session of HTTP/2. */
const TLS = 64 * 1024
/** A byte of the budget covers up to three that are held. */
const HELD_FOR_A_BYTE = 3

interface Connection {
  readonly socket: AcceptedSocket
  readonly bytes: number
  view: ConnectionView
}

/** `onDropped` is called for each connection that is closed to make room, or for want of it. */
export function createClientConnections(
  { bytes: limit, headerBytes, threads = 1 }: ConnectionLimits,
  memory: Pick<MemoryLease, 'hold' | 'give'>,
  onDropped: () => void,
): ClientConnections {
  const plain = Math.ceil((PLAIN + headerBytes * OF_A_HEADER_BYTE) / HELD_FOR_A_BYTE)
  const secured = plain + Math.ceil(TLS / HELD_FOR_A_BYTE)
  const known = new WeakMap<Duplex, Connection>()
  /** The connections of each address, the oldest first. */
  const byAddress = new Map<string, Set<Connection>>()
  let used = 0

  const remove = (address: string, connection: Connection): void => {
    const own = byAddress.get(address)
    if (own?.delete(connection) !== true) return
    if (own.size === 0) byAddress.delete(address)
    used -= connection.bytes
    memory.give(connection.bytes)
  }
  /** Drops a connection of the client that has the most, among those with one that is not in use and no fewer than the one that comes. */
  const makeRoom = (newcomer: string): boolean => {
    const least = byAddress.get(newcomer)?.size ?? 0
    const clients = [...byAddress]
      .filter(([, { size }]) => size >= least)
      .sort(([, one], [, other]) => other.size - one.size)
    for (const [address, connections] of clients) {
      const waiting = longestWaiting(connections)
      if (waiting === undefined) continue
      remove(address, waiting)
      waiting.socket.destroy()
      onDropped()
      return true
    }
    return false
  }
  return {
    open: (socket, secure) => {
      const bytes = secure ? secured : plain
      const address = socket.remoteAddress ?? ''
      while (used + bytes > limit)
        if (!makeRoom(address)) {
          socket.destroy()
          onDropped()
          return false
        }
      const connection = { socket, bytes, view: socket }
      const own = byAddress.get(address) ?? new Set()
      byAddress.set(address, own.add(connection))
      known.set(socket, connection)
      used += bytes
      memory.hold(bytes)
      socket.once('close', () => remove(address, connection))
      return true
    },
    used: () => used,
    most: secure => Math.floor(limit / (secure ? secured : plain)) * threads,
    observe: (socket, view) => {
      const connection = known.get(socket) ?? known.get(acceptedOf(socket))
      if (connection !== undefined) connection.view = view
    },
  }
}

/** The view of a connection that serves no HTTP any more. */
export const IN_USE: ConnectionView = { _httpMessage: {} }

interface ConnectionCounts {
  readonly connections: ClientConnections
  /** Absent if one thread serves. */
  readonly sharedLoad?: { readonly addConnections: (difference: number) => void } | undefined
}

/** One that is closed at once takes no memory: the server does not see it. */
export function boundConnections(
  server: Server,
  isSecure: boolean,
  { connections, sharedLoad }: ConnectionCounts,
): void {
  const own = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    if (!connections.open(socket, isSecure)) return
    if (sharedLoad !== undefined) {
      sharedLoad.addConnections(1)
      socket.once('close', () => sharedLoad.addConnections(-1))
    }
    for (const listener of own) listener.call(server, socket)
  })
}

/** The oldest that has sent no request, or else the one that has been idle since its last request for longest. */
function longestWaiting(connections: Set<Connection>): Connection | undefined {
  let idle: Connection | undefined
  for (const connection of connections) {
    const { _httpMessage: pending } = connection.view
    if (pending === undefined) return connection
    if (pending === null) idle ??= connection
  }
  return idle
}

/** The socket that was accepted, of one within TLS. */
const acceptedOf = (socket: Duplex & { readonly _parent?: Duplex }): Duplex => socket._parent ?? socket

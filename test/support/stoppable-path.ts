// A path to a service that can be stopped without a word: connections stay, and nothing arrives until it is open again.

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

export interface StoppablePath {
  readonly port: number
  readonly freeze: () => void
  readonly thaw: () => void
  readonly close: () => Promise<void>
}

/** A port of this machine that leads to another address. */
export async function openStoppablePath(host: string, port: number): Promise<StoppablePath> {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer(client => {
    const upstream = connect(port, host)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('data', bytes => to.write(bytes))
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (isFrozen) from.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

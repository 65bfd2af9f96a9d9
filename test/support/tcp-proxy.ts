// A way to a server that a test cuts, silences, freezes and restores: what networks do to connections.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './test-redis.ts'

export interface TcpProxy {
  readonly port: number
  /** Ends all connections and refuses new ones. */
  readonly cut: () => Promise<void>
  readonly restore: () => Promise<void>
  /** Accepts connections, but nothing arrives any more on those that are open or are opened from now on. */
  readonly silence: () => void
  /** Holds back what is sent until it is thawed; connections stay. */
  readonly freeze: () => void
  readonly thaw: () => void
  /** How many connections were opened. */
  readonly opened: () => number
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  let isFrozen = false
  let opened = 0
  let server: Server | undefined
  const accept = (near: Socket): void => {
    opened += 1
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', bytes => void (silent || to.write(bytes)))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('error', () => {})
      if (isFrozen) from.pause()
    }
  }
  const listen = (port: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const listening = createServer(accept)
      server = listening
      listening.once('error', reject)
      listening.listen(port, '127.0.0.1', () => resolve())
    })
  // It is listened on again: no outgoing connection may have it meanwhile.
  const port = await freePort()
  await listen(port)
  return {
    port,
    cut: async () => {
      const closed = new Promise(resolve => server?.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    restore: async () => {
      silent = false
      await listen(port)
    },
    silence: () => {
      silent = true
    },
    freeze: () => {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    opened: () => opened,
  }
}

// Binds a server to an address.
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Threads that listen on one port. `probed`: the first of them, which fails where another program listens there already. */
export type ReusePort = 'probed' | 'shared'

/** Node was started with `--permission`, and without `--allow-net`. */
const NOT_PERMITTED = Object.assign(new Error('Listening is not permitted.'), {
  code: 'ERR_ACCESS_DENIED',
  syscall: 'listen',
})

/**
 * Connections that wait to be accepted, or fewer where the system says so. Those beyond are dropped by it, and their clients try again
 * only after a second.
 */
const BACKLOG = 4096

/** Resolves with the port once the server accepts connections. */
export async function listen(
  server: Server,
  host: string,
  port: number,
  reusePort?: ReusePort,
): Promise<number> {
  if (reusePort === 'probed' && port !== 0) {
    const probe = createServer()
    await bind(probe, { host, port })
    await new Promise(resolve => probe.close(resolve))
  }
  return await bind(server, { host, port, backlog: BACKLOG, ...(reusePort && { reusePort: true }) })
}

function bind(server: Server, options: ListenOptions & { readonly port: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    // Node throws where nothing can catch it.
    if (process.permission?.has('net') === false) return reject(NOT_PERMITTED)
    server.once('error', reject)
    server.listen(options, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : options.port)
    })
  })
}

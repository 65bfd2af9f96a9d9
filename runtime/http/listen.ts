// Binds a server to an address.
import { createServer, type ListenOptions, type Server } from 'node:net'

/** Node was started with `--permission`, and without `--allow-net`. */
const NOT_PERMITTED = Object.assign(new Error('Listening is not permitted.'), {
  code: 'ERR_ACCESS_DENIED',
  syscall: 'listen',
})

/**
 * Connections that wait to be accepted, or fewer if the limit of the system is lower. It drops those beyond, and their clients try
 * again only after a second.
 */
const BACKLOG = 4096

/** Resolves with the port once the server accepts connections. `reusePort`: other threads listen on it, too. */
export const listen = (server: Server, host: string, port: number, reusePort = false): Promise<number> =>
  bind(server, { host, port, backlog: BACKLOG, ...(reusePort && { reusePort }) })

/** Rejects where a program listens on the port already, which `reusePort` would join. */
export async function probePort(host: string, port: number): Promise<void> {
  if (port === 0) return
  const probe = createServer()
  await bind(probe, { host, port })
  await new Promise(resolve => probe.close(resolve))
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

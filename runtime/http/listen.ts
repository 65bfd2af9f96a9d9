// Binds a server to an address.
import type { Server } from 'node:net'

/** Node was started with `--permission`, and without `--allow-net`. */
const NOT_PERMITTED = Object.assign(new Error('Listening is not permitted.'), {
  code: 'ERR_ACCESS_DENIED',
  syscall: 'listen',
})

/** Resolves with the port once the server accepts connections. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    // Node throws where nothing can catch it.
    if (process.permission?.has('net') === false) return reject(NOT_PERMITTED)
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : port)
    })
  })
}

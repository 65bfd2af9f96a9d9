// Addresses at which no provider answers: a closed port, a port that accepts nothing, names that do not resolve or resolve to a
// private address.
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { later } from '../support/local-servers.ts'
import { freePort } from '../support/test-redis.ts'

export const UNRESOLVED = 'unresolved.example'
export const REBOUND = 'rebound.example'

/** Names of the tests resolve as they say from now on; others as before. */
export function replaceResolver(): void {
  const { lookup } = dns
  const replaced = (hostname: string, options: unknown, done?: unknown): void => {
    const answer = (typeof options === 'function' ? options : done) as (
      error: Error | null,
      ...found: unknown[]
    ) => void
    const isAll = typeof options === 'object' && options !== null && 'all' in options && options.all === true
    const reply = (address: string) =>
      process.nextTick(() => (isAll ? answer(null, [{ address, family: 4 }]) : answer(null, address, 4)))
    if (hostname === UNRESOLVED)
      process.nextTick(
        answer,
        Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }),
      )
    else if (hostname === REBOUND) reply('10.0.0.1')
    else (lookup as (...parts: unknown[]) => void)(hostname, options, done)
  }
  const replace = (next: unknown): void => {
    dns.lookup = next as typeof lookup
    syncBuiltinESMExports()
  }
  replace(replaced)
  later(() => replace(lookup))
}

export const refusedPort = freePort

/** A thread that listens and never accepts: when its queue is full, the kernel drops further attempts to connect. */
export async function unansweredPort(): Promise<number> {
  const worker = new Worker(
    `const { parentPort } = require('node:worker_threads')
     const server = require('node:net').createServer()
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
     })`,
    { eval: true },
  )
  const port = await new Promise<number>(resolve => worker.once('message', resolve))
  const fillers = Array.from({ length: 8 }, () => connect(port, '127.0.0.1').on('error', () => {}))
  later(async () => {
    for (const socket of fillers) socket.destroy()
    await worker.terminate()
  })
  return port
}

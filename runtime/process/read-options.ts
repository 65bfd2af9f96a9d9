// Options of `portolan-runtime` and `portolan serve`: the address of a listener, the number of workers.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'

/** Of `127.0.0.1:8788` or `[::1]:8788`; undefined for anything else. */
export function readAddress(text: string): { readonly host: string; readonly port: number } | undefined {
  const [, v6, name, digits] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/.exec(text) ?? []
  const host = v6 ?? name
  const port = Number(digits)
  return host === undefined || port > 65_535 ? undefined : { host, port }
}

/** The message about an address that cannot be read. */
export const ADMIN_USAGE = '--admin must be HOST:PORT, such as 127.0.0.1:8788; port 0 picks a free one.'

const MAX_WORKERS = 256

export const WORKERS_USAGE = `--workers must be an integer from 1 to ${MAX_WORKERS}, or auto for one on each core.`
export const NO_WORKERS =
  '--workers needs Linux, whose kernel divides the connections to one port among threads. Elsewhere start several processes behind a load balancer.'

/** The number of threads that serve; undefined where it is none. */
export function readWorkers(text: string): number | undefined {
  if (text === 'auto') return Math.min(availableParallelism(), MAX_WORKERS)
  const count = /^[0-9]{1,3}$/.test(text) ? Number(text) : 0
  return count >= 1 && count <= MAX_WORKERS ? count : undefined
}

/** The options of `portolan-runtime`. */
export const RUNTIME_OPTIONS = {
  host: { type: 'string' },
  port: { type: 'string' },
  modules: { type: 'string' },
  admin: { type: 'string' },
  workers: { type: 'string' },
  deployment: { type: 'string' },
  store: { type: 'string' },
  project: { type: 'string' },
  label: { type: 'string' },
  trust: { type: 'string', multiple: true },
  moves: { type: 'string' },
  'signing-key': { type: 'string' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const

/** Its arguments; throws where one is not among them. */
export const parseRuntimeArguments = () => parseArgs({ allowPositionals: true, options: RUNTIME_OPTIONS })

// The gateway as its command starts it, with any number of workers, and the forwarder in as many processes on one port; and what /proc has
// about them.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emit } from '../../compiler/plan/emit.ts'
import type { Bundle } from '../../schemas/generated/types.ts'
import { ROOT } from '../support/folder.ts'
import { API_KEY } from './bench-bundle.ts'
import { start } from './bench-process.ts'
import { requestBytes } from './load.ts'

/** A chat of 180 words, for which the provider has a whole reply. */
export const WHOLE_REQUEST = requestBytes(
  '/v1/chat/completions',
  ['x-gateway-config: whole', `x-gateway-api-key: ${API_KEY}`],
  JSON.stringify({
    model: 'bench-model',
    messages: [{ role: 'user', content: 'word '.repeat(180) }],
  }),
)

export interface Served {
  readonly port: number
  /** Milliseconds from its start until it listens. */
  readonly startedIn: number
  readonly pids: readonly number[]
  readonly stop: () => void
}

let isBuilt = false

/** Starts `portolan-runtime` with a plan, as it is published: each thread that loads the sources has a compiler of types in its memory. */
export async function startGateway(bundle: Bundle, workers: number): Promise<Served> {
  if (!isBuilt) execFileSync(process.execPath, [`${ROOT}test/support/build.ts`], { stdio: 'ignore' })
  isBuilt = true
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const plan = join(folder, 'plan.json')
  writeFileSync(plan, emit(bundle))
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [`${ROOT}dist/runtime/main.js`, plan, '--port', '0', '--workers', String(workers)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, BENCH_KEY: 'bench-provider-key-0123456789' },
    },
  )
  const port = await portOf(child)
  const startedIn = performance.now() - begun
  const stop = (): void => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
  return { port, startedIn, pids: [child.pid ?? 0], stop }
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stderr?.on('data', bytes => {
      text += String(bytes)
      const port = /http:\/\/\S+:(\d+)\/v1/.exec(text)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    child.once('exit', () => reject(new Error(text)))
  })
}

/** So many forwarders on one port. */
export async function startBare(origin: string, count: number): Promise<Served> {
  const begun = performance.now()
  const first = await start('./bare.ts', origin, '0')
  const others = await Promise.all(
    Array.from({ length: count - 1 }, () => start('./bare.ts', origin, String(first.port))),
  )
  const children = [first, ...others].map(({ child }) => child)
  return {
    port: first.port,
    startedIn: performance.now() - begun,
    pids: children.flatMap(({ pid }) => pid ?? []),
    stop: () => {
      for (const child of children) child.kill()
    },
  }
}

/** Hertz of the times in /proc. */
const TICKS = 100

/** Milliseconds of CPU of all threads so far. */
export const cpuOf = ({ pids }: Served): number =>
  pids.reduce((sum, pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return sum + ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS
  }, 0)

/** Megabytes of memory. */
export const memoryOf = ({ pids }: Served): number =>
  pids.reduce((sum, pid) => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return sum + Number(kilobytes) / 1024
  }, 0)

export const percentile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length * share)] ?? Number.NaN

/** The load of the machine in the last minute. */
export const machineLoad = (): string => readFileSync('/proc/loadavg', 'utf8').split(' ')[0] ?? ''

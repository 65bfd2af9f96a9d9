// The runtime as a child process, started by its command, with its output so far.
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'
import { emit } from '../../compiler/plan/emit.ts'
import { compileProject } from '../../compiler/project.ts'
import { readJson } from '../../compiler/read/json.ts'
import { runtimeCatalog } from '../../runtime/process/catalog.ts'
import { COMPILE_CACHE } from '../support/folder.ts'
import { until } from '../support/until.ts'

/** Milliseconds that a process may take to start on a busy machine. */
const START = 60_000

const MAIN = fileURLToPath(new URL('../../runtime/main.ts', import.meta.url))
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const input = (name: string, value: object) => ({
  source: { name, text: JSON.stringify(value) },
  read: readJson,
})

export interface Project {
  readonly manifest: object
  readonly configs?: Readonly<Record<string, object>>
}

/** A folder for plans, removed at the end. */
export function planFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'plans-'))
  return {
    /** Compiles a project into a plan file and returns its path. */
    write: ({ manifest, configs = {} }: Project, name = 'gateway.plan.json'): string => {
      const { bundle, diagnostics } = compileProject(
        {
          manifest: input('gateway.json', { listen: { port: 0 }, ...manifest }),
          configs: new Map(Object.entries(configs).map(([id, value]) => [id, input(`${id}.json`, value)])),
        },
        runtimeCatalog(),
        sha256,
      )
      if (bundle === undefined) throw new Error(diagnostics.map(({ message }) => message).join('\n'))
      writeFileSync(join(folder, name), emit(bundle))
      return join(folder, name)
    },
    path: (name: string): string => join(folder, name),
    remove: (): void => rmSync(folder, { recursive: true }),
  }
}

export interface GatewayProcess {
  readonly child: ChildProcess
  readonly stdout: () => string
  readonly stderr: () => string
  /** The exit code, once the process has ended. */
  readonly ended: Promise<number | string | null>
}

/**
 * Starts `portolan-runtime` with these arguments. `read: false` leaves its standard output unread; `node` are options of Node; `within` is a
 * command that runs it.
 */
export function startProcess(
  args: readonly string[],
  {
    environment = {},
    read = true,
    node = [],
    within = [],
  }: {
    environment?: Readonly<Record<string, string>>
    read?: boolean
    node?: readonly string[]
    within?: readonly string[]
  } = {},
): GatewayProcess {
  const [file = '', ...parameters] = [...within, process.execPath, ...node, MAIN, ...args]
  const child = spawn(file, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
  })
  let stdout = ''
  let stderr = ''
  if (read) child.stdout.on('data', bytes => (stdout += String(bytes)))
  child.stderr.on('data', bytes => (stderr += String(bytes)))
  const ended = new Promise<number | string | null>(resolve => {
    child.on('close', (code, signal) => resolve(signal ?? code))
  })
  return { child, stdout: () => stdout, stderr: () => stderr, ended }
}

/** The port on which a process listens, once it has reported it. */
export async function portOf(running: GatewayProcess): Promise<number> {
  const said = () => /https?:\/\/\S+:(\d+)\/v1/.exec(running.stderr())?.[1]
  await until(() => said() !== undefined || running.child.exitCode !== null, START)
  const port = said()
  if (port === undefined) throw new Error(`It did not start: ${running.stderr()}`)
  return Number(port)
}

/** A folder for plans and processes for one test file: those still running after a test are killed. */
export function processFixture() {
  const folder = planFolder()
  const started: GatewayProcess[] = []
  afterEach(() => {
    for (const { child } of started.splice(0)) child.kill('SIGKILL')
  })
  afterAll(() => folder.remove())
  return {
    folder,
    start: (...args: Parameters<typeof startProcess>): GatewayProcess => {
      const running = startProcess(...args)
      started.push(running)
      return running
    },
  }
}

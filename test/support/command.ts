// Runs the commands of this checkout as a user would: as processes, with their streams and exit codes.
import { type ChildProcess, spawn } from 'node:child_process'
import { runCommand } from '../../compiler/cli/run-command.ts'
import { createTerminal } from '../../compiler/cli/terminal.ts'
import { COMPILE_CACHE, ROOT } from './folder.ts'

export interface Finished {
  readonly code: number | null
  readonly out: string
  readonly complaints: string
}

export interface Running {
  readonly child: ChildProcess
  /** Resolves when the standard output or error matches, with the match. */
  readonly waitForOutput: (pattern: RegExp) => Promise<RegExpExecArray>
  readonly finished: Promise<Finished>
}

export const PORTOLAN = `${ROOT}compiler/cli/main.ts`
export const RUNTIME = `${ROOT}runtime/main.ts`

/** Starts a script with Node. */
export function start(
  script: string,
  args: readonly string[],
  folder = ROOT,
  environment: Readonly<Record<string, string>> = {},
): Running {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NO_COLOR: '1',
      // Compiled code is shared by the processes of a run: a start takes a third of the time.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let complaints = ''
  let look = (): void => {}
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text
    look()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints += text
    look()
  })
  const finished = new Promise<Finished>(resolve =>
    child.on('close', code => resolve({ code, out, complaints })),
  )
  return {
    child,
    finished,
    waitForOutput: pattern =>
      new Promise((resolve, reject) => {
        look = () => {
          const match = pattern.exec(out) ?? pattern.exec(complaints)
          if (match !== null) resolve(match)
        }
        look()
        void finished.then(() => reject(new Error(`It ended without saying ${pattern}: ${out}${complaints}`)))
      }),
  }
}

/** Runs `portolan` to its end as a process of its own. */
export const portolanProcess = (
  args: readonly string[],
  folder?: string,
  environment?: Readonly<Record<string, string>>,
): Promise<Finished> => start(PORTOLAN, args, folder, environment).finished

/** Where `portolan` seems to print: a terminal of so many columns, or, absent, a pipe. */
export interface Screen {
  readonly columns: number
}

/** The day of commands in tests: models that they name have not ended, whenever the tests are run. */
export const TODAY = '2026-06-01'

/** Runs `portolan` to its end inside the test's process: the same command line, terminal and exit code, without the start. */
export async function portolan(
  args: readonly string[],
  folder = ROOT,
  environment: Readonly<Record<string, string>> = {},
  now: () => number = () => 0,
  screen?: Screen,
  today = TODAY,
): Promise<Finished> {
  const streams = { out: '', complaints: '' }
  const collect = (name: 'out' | 'complaints') => ({
    write: (text: string) => {
      streams[name] += text
      return true
    },
  })
  const host = {
    stdout: { ...collect('out'), ...(screen && { isTTY: true, ...screen }) },
    stderr: collect('complaints'),
    env: environment,
  }
  const code = await runCommand(
    args,
    createTerminal(host, folder, now, () => today),
  )
  return { code, ...streams }
}

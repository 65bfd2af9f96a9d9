// Runs suites of clients in other languages. A suite is a folder with `serve.ts`, which starts what the programs call and gives their
// environment, and with the programs: `test_*.py` for pytest, a module of Go with tests. Python's packages come from `requirements.txt` of
// the suite, else of this folder, into a virtual environment outside of the repository that is made once for each version of the file.
// `--only TEXT`: of the programs of `portolan clients`, those with the text in their names.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { ClientExample } from '../../schemas/generated/types.ts'
import { ROOT } from '../support/folder.ts'
import { CACHE, runProgram } from './run-program.ts'

/** What the programs of a suite call. */
export interface ServedSuite {
  /** Variables of the programs. */
  readonly env: Readonly<Record<string, string>>
  /** Programs besides those in the folder, each of which prints something. */
  readonly programs?: readonly ProgramRun[]
  readonly close: () => Promise<void>
}

export interface ProgramRun {
  readonly name: string
  readonly example: ClientExample
  readonly code: string
}

const FOLDER = join(ROOT, 'test/clients')

/** The exit code; undefined if the program is not on the machine. */
const run = (
  command: string,
  words: readonly string[],
  cwd = FOLDER,
  env: ServedSuite['env'] = {},
): Promise<number | undefined> =>
  new Promise(resolve => {
    const child = spawn(command, words, { cwd, env: { ...process.env, ...env }, stdio: 'inherit' })
    child.on('error', () => resolve(undefined))
    child.on('close', code => resolve(code ?? 1))
  })

/** The Python with the packages of a suite; undefined without one on the machine. */
async function preparePython(folder: string): Promise<string | undefined> {
  const own = join(folder, 'requirements.txt')
  const requirements = existsSync(own) ? own : join(FOLDER, 'requirements.txt')
  const digest = createHash('sha256').update(readFileSync(requirements)).digest('hex').slice(0, 12)
  const environment = join(CACHE, `clients-${digest}`)
  const python = join(environment, 'bin/python')
  if (existsSync(join(environment, 'whole'))) return python
  mkdirSync(CACHE, { recursive: true })
  rmSync(environment, { recursive: true, force: true })
  if ((await run('python3', ['-m', 'venv', environment])) === undefined) return undefined
  const installed = await run(python, ['-m', 'pip', 'install', '--quiet', '--requirement', requirements])
  if (installed !== 0) throw new Error(`The packages of ${requirements} cannot be installed.`)
  writeFileSync(join(environment, 'whole'), '')
  return python
}

async function runPrograms(
  folder: string,
  { env, programs = [] }: ServedSuite,
  only: string,
): Promise<readonly boolean[]> {
  const passed: boolean[] = []
  const add = (name: string, code: number | undefined): void => {
    if (code === undefined) process.stdout.write(`${name} is not on this machine: skipped.\n`)
    else passed.push(code === 0)
  }
  for (const { name, example, code } of programs.filter(each => each.name.includes(only))) {
    const finished = await runProgram(example, code, env)
    const isRight = finished.code === 0 && finished.output.trim() !== ''
    process.stdout.write(`${isRight ? 'ok' : 'not ok'} ${name}\n${isRight ? '' : `${finished.output}\n`}`)
    add(name, finished.code === 0 && !isRight ? 1 : finished.code)
  }
  if (globSync('test_*.py', { cwd: folder }).length > 0) {
    const python = await preparePython(folder)
    const words = ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '.']
    const variables = { ...env, PYTHONDONTWRITEBYTECODE: '1' }
    add('python3', python === undefined ? undefined : await run(python, words, folder, variables))
  }
  for (const module of globSync('**/go.mod', { cwd: folder }))
    add('go', await run('go', ['test', '-count=1', './...'], join(folder, dirname(module)), env))
  return passed
}

async function runSuite(suite: string, only: string): Promise<boolean> {
  const folder = join(FOLDER, suite)
  const { serve }: { readonly serve: () => Promise<ServedSuite> } = await import(join(folder, 'serve.ts'))
  const served = await serve()
  try {
    return !(await runPrograms(folder, served, only)).includes(false)
  } finally {
    await served.close()
  }
}

const known = globSync('*/serve.ts', { cwd: FOLDER })
  .map(path => dirname(path))
  .sort()
const { positionals: named, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' } },
})
const unknown = named.filter(each => !known.includes(each))
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. The suites are ${known.join(', ')}.\n`)
  process.exit(64)
}
for (const suite of named.length > 0 ? named : known) {
  const passed = await runSuite(suite, values.only)
  process.stdout.write(`${suite}: ${passed ? 'passed' : 'failed'}\n`)
  if (!passed) process.exitCode = 1
}
process.exit()

// Runs a program of `portolan clients` in its language: its packages are installed outside of the repository, once for each version.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { ClientExample } from '../../schemas/generated/types.ts'

export const CACHE = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'portolan-tests')

export interface Finished {
  /** Undefined if the program is not on the machine. */
  readonly code: number | undefined
  readonly output: string
}

type Variables = Readonly<Record<string, string>>

const execute = (command: string, words: readonly string[], cwd: string, env: Variables): Promise<Finished> =>
  new Promise(resolve => {
    const options = { cwd, env: { ...process.env, ...env }, maxBuffer: 1 << 26 }
    execFile(command, words, options, (error, out, complaints) => {
      const output = `${out}${error === null ? '' : complaints}`
      const code = error === null ? 0 : error.code === 'ENOENT' ? undefined : 1
      resolve({ code, output })
    })
  })

interface Step {
  readonly command: string
  readonly words: readonly string[]
}

interface Toolchain {
  /** Once for each version of the packages. */
  readonly install: (example: ClientExample, folder: string) => readonly Step[]
  readonly file: string
  readonly run: (folder: string) => Step
}

const step = (command: string, ...words: readonly string[]): Step => ({ command, words })

const pinned = ({ package: name = '', tried = '' }: ClientExample, mark: string): string =>
  `${name}${mark}${tried}`

const pom = ({ package: name = '', tried = '' }: ClientExample): string => {
  const [group = '', artifact = ''] = name.split(':')
  return `<project><modelVersion>4.0.0</modelVersion><groupId>a</groupId><artifactId>a</artifactId><version>1</version>
<dependencies><dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${tried}</version></dependency></dependencies></project>`
}

const TOOLCHAINS: Readonly<Record<ClientExample['language'], Toolchain>> = {
  python: {
    install: (example, folder) => [
      step('python3', '-m', 'venv', folder),
      step(join(folder, 'bin/pip'), 'install', '--quiet', pinned(example, '=='), ...(example.more ?? [])),
    ],
    file: 'main.py',
    run: folder => step(join(folder, 'bin/python'), 'main.py'),
  },
  node: {
    install: (example, folder) => {
      writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}')
      return [step('npm', 'install', '--silent', pinned(example, '@'), ...(example.more ?? []))]
    },
    file: 'main.js',
    run: () => step(process.execPath, 'main.js'),
  },
  go: {
    install: example => [step('go', 'mod', 'init', 'example'), step('go', 'get', pinned(example, '@v'))],
    file: 'main.go',
    run: () => step('go', 'run', '-mod=mod', '.'),
  },
  java: {
    install: (example, folder) => {
      writeFileSync(join(folder, 'pom.xml'), pom(example))
      return [step('mvn', '-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib')]
    },
    file: 'Main.java',
    run: () => step('java', '-cp', 'lib/*', 'Main.java'),
  },
  curl: { install: () => [], file: 'main.sh', run: () => step('bash', 'main.sh') },
}

/** The folder with the packages, or what went wrong. */
async function install(example: ClientExample): Promise<string | Finished> {
  const { language, package: name, tried, more } = example
  const digest = createHash('sha256')
    .update(JSON.stringify([language, name, tried, more]))
    .digest('hex')
  const folder = join(CACHE, `${language}-${digest.slice(0, 12)}`)
  const whole = join(folder, 'whole')
  if (existsSync(whole)) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const { command, words } of TOOLCHAINS[language].install(example, folder)) {
    const finished = await execute(command, words, folder, {})
    if (finished.code !== 0) return finished
  }
  writeFileSync(whole, '')
  return folder
}

/** What a program prints, with its errors if it fails. */
export async function runProgram(example: ClientExample, code: string, env: Variables): Promise<Finished> {
  const folder = await install(example)
  if (typeof folder !== 'string') return folder
  const { file, run } = TOOLCHAINS[example.language]
  writeFileSync(join(folder, file), code)
  const { command, words } = run(folder)
  return await execute(command, words, folder, env)
}

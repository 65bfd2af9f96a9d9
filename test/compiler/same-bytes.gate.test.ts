// One commit compiles to the same bytes on another machine and on the oldest supported Node: another folder, home, user, locale, time
// zone, umask and order of files.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { OLDEST_NODE } from '../../compiler/facts/node-version.ts'
import { COMPILE_CACHE, folders, ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EXAMPLES = join(ROOT, 'examples')
/** The largest is left out for its time, and what is no project. */
const LEFT_OUT: ReadonlySet<string> = new Set(['company'])

const isProject = (name: string): boolean =>
  !LEFT_OUT.has(name) && readdirSync(join(EXAMPLES, name)).some(file => /^gateway\.(?:yaml|ts)$/.test(file))

/** A copy of the examples, whose files are written in this order. */
function copyExamples(name: string, isReversed: boolean): string {
  const folder = join(temporaryFolder(), name)
  const copyBelow = (path: string): void => {
    mkdirSync(join(folder, path), { recursive: true })
    const items = readdirSync(join(EXAMPLES, path), { withFileTypes: true })
    for (const item of isReversed ? items.toReversed() : items) {
      const below = join(path, item.name)
      if (item.isDirectory()) copyBelow(below)
      else cpSync(join(EXAMPLES, below), join(folder, below))
    }
  }
  for (const example of folders(EXAMPLES).filter(isProject)) copyBelow(example)
  return folder
}

interface Machine {
  readonly node: string
  readonly folder: string
  readonly umask: string
  readonly environment: Readonly<Record<string, string>>
}

/** Digests of what commands print and write, by example and command. */
async function outputs({ node, folder, umask, environment }: Machine): Promise<unknown> {
  const script = join(ROOT, 'test/support/example-outputs.ts')
  const { stdout, stderr } = await promisify(execFile)(
    'sh',
    ['-c', `umask ${umask}; exec "$0" "$@"`, node, script, folder],
    {
      env: {
        PATH: process.env['PATH'] ?? '',
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        ...environment,
      },
    },
  )
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

const here = (node: string): Machine => ({
  node,
  folder: copyExamples('a', false),
  umask: '022',
  environment: { LC_ALL: 'C', LANG: 'C', TZ: 'UTC', HOME: process.env['HOME'] ?? '', USER: 'ann' },
})

const elsewhere = (node: string): Machine => ({
  node,
  folder: copyExamples('another folder, ä', true),
  umask: '077',
  environment: {
    ...{ LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
    ...{ HOME: temporaryFolder(), USER: 'iş', HOSTNAME: 'elsewhere' },
  },
})

/** The version of a Node; undefined where there is none that is supported. */
function versionOf(path: string): string | undefined {
  try {
    const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
    const [major = 0, minor = 0] = version.slice(1).split('.').map(Number)
    const [oldestMajor, oldestMinor] = OLDEST_NODE
    return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor) ? version : undefined
  } catch {
    return undefined
  }
}

/** The one that `.ci/run` fetches, or else another one on the path. */
const candidates = [
  process.env['PORTOLAN_TEST_NODE'] ?? '',
  ...(process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node')),
].filter(path => path !== 'node' && path !== '')
const other = candidates.find(path => ![undefined, process.version].includes(versionOf(path)))

const [oldestMajor, oldestMinor] = OLDEST_NODE
if (other === undefined)
  console.warn(
    `There is no other Node from ${oldestMajor}.${oldestMinor} on, so outputs of two versions are not compared: name one in PORTOLAN_TEST_NODE.`,
  )

const compare = async (node: string): Promise<void> => {
  const [one, two] = await Promise.all([outputs(here(process.execPath)), outputs(elsewhere(node))])
  expect(Object.keys(one as object).length).toBeGreaterThan(100)
  expect(two).toEqual(one)
}

it.runIf(other === undefined)('on another machine', async () => await compare(process.execPath))

it.skipIf(other === undefined)(
  `service: on another machine with another Node`,
  async () => await compare(other ?? ''),
)

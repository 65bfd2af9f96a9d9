// One commit compiles to the same bytes in other folders, locales, time zones and orders of files, and on other versions of Node.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { expect, it } from 'vitest'
import { PORTOLAN } from '../support/command.ts'
import { COMPILE_CACHE, ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/proved-flows')

/** A copy whose files are written in this order. */
function copy(name: string, isReversed: boolean): string {
  const folder = join(temporaryFolder(), name)
  mkdirSync(folder)
  const copyBelow = (path: string): void => {
    const items = readdirSync(join(EXAMPLE, path), { withFileTypes: true })
    for (const item of isReversed ? items.toReversed() : items) {
      const below = join(path, item.name)
      if (item.isDirectory()) {
        mkdirSync(join(folder, below))
        copyBelow(below)
      } else cpSync(join(EXAMPLE, below), join(folder, below))
    }
  }
  copyBelow('')
  return folder
}

function compiled(node: string, folder: string, environment: Readonly<Record<string, string>>): string {
  execFileSync(node, [PORTOLAN, 'compile', '--output', 'out.json'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...environment,
    },
    stdio: 'ignore',
  })
  return readFileSync(join(folder, 'out.json'), 'utf8')
}

const first = (): string =>
  compiled(process.execPath, copy('a', false), { LC_ALL: 'C', TZ: 'UTC', LANG: 'C' })

it('in another folder, locale, time zone and order of files', () => {
  const other = compiled(process.execPath, copy('another folder, ä', true), {
    ...{ LC_ALL: 'tr_TR.UTF-8', LANG: 'tr_TR.UTF-8', TZ: 'Pacific/Kiritimati' },
  })
  expect(other).toBe(first())
})

/** `[22, 19]` at the least. */
const isSupported = (version: string): boolean => {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > 22 || (major === 22 && minor >= 19)
}

function otherNodes(): readonly string[] {
  const paths = (process.env['PATH'] ?? '').split(delimiter).map(folder => join(folder, 'node'))
  return [...new Set(paths)].filter(path => {
    try {
      const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()
      return version !== process.version && isSupported(version)
    } catch {
      return false
    }
  })
}

const others = otherNodes()
if (others.length === 0)
  console.warn(
    `The PATH has no Node of 22.19 or later besides ${process.version}: plans of two versions are not compared.`,
  )

it.skipIf(others.length === 0)('on another version of Node', () => {
  const own = first()
  for (const node of others) expect(compiled(node, copy('b', false), {})).toBe(own)
})

// The packages that an installation brings, besides Portolan's own 16 MB of JavaScript at most (test/support/build.ts).
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../support/folder.ts'

const MEGABYTE = 1_000_000

interface LockedPackage {
  readonly dev?: true
  readonly optional?: true
  /** Optional for users, and a dependency of what tests this project. */
  readonly devOptional?: true
}

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .reduce((sum, item) => sum + statSync(join(item.parentPath, item.name)).size, 0)
}

const { packages } = JSON.parse(readFileSync(`${ROOT}package-lock.json`, 'utf8')) as {
  packages: Readonly<Record<string, LockedPackage>>
}
const installed = Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev === undefined)
const sizeOf = (entries: readonly (readonly [string, LockedPackage])[]): number =>
  entries.reduce((sum, [path]) => sum + bytesOf(`${ROOT}${path}`), 0) / MEGABYTE

it('are below 38 MB with the compiler', () => {
  const size = sizeOf(installed)
  expect(size).toBeGreaterThan(25)
  expect(size).toBeLessThan(38)
})

it('are below 5 MB for the runtime alone', () => {
  const size = sizeOf(
    installed.filter(([, { optional, devOptional }]) => optional === undefined && devOptional === undefined),
  )
  expect(size).toBeGreaterThan(2)
  expect(size).toBeLessThan(5)
})

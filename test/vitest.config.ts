// How the tests are run: the files of the tier in PORTOLAN_TEST_TIER, or those that are named.
import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { COMPILE_CACHE, ROOT } from './support/folder.ts'
import { HeavyFirst } from './support/heavy-first.ts'
import { filesOf, TIERS } from './support/tiers.ts'

const report = process.env['PORTOLAN_TEST_REPORT']
const tier = TIERS.find(each => each === process.env['PORTOLAN_TEST_TIER'])
const included = filesOf(tier)

/**
 * What measures its work has a heap of its own: the collector's share grows with what other files have left. What replaces a module has
 * none that another file has evaluated before.
 */
const isApart = (path: string): boolean =>
  /\/support\/effort\.ts|vi\.mock\(/.test(readFileSync(ROOT + path, 'utf8'))

export default defineConfig({
  test: {
    root: ROOT,
    pool: 'threads',
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    setupFiles: ['test/support/property-seed.ts'],
    // Threads that tests start take a third of the time where their code is compiled.
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    // Generous: a test that hangs must end, and a slow machine must not fail one that does not.
    testTimeout: tier === 'deep' ? 1_200_000 : 240_000,
    hookTimeout: 120_000,
    reporters: report === undefined ? ['default'] : ['default', 'json'],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        // A worker evaluates a module once, not once for each file: no module has state, which a test of the
        // architecture proves.
        test: { name: 'shared', isolate: false, include: included.filter(path => !isApart(path)) },
      },
      { extends: true, test: { name: 'apart', isolate: true, include: included.filter(isApart) } },
    ],
  },
})

// How the tests are run.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { HeavyFirst } from './support/heavy-first.ts'

const report = process.env['PORTOLAN_TEST_REPORT']
const root = new URL('..', import.meta.url).pathname

/** What measures its work has a heap of its own: the collector's share grows with what other files have left. */
const measured = globSync('test/**/*.test.ts', { cwd: root }).filter(path =>
  readFileSync(root + path, 'utf8').includes('/support/effort.ts'),
)

export default defineConfig({
  test: {
    root,
    pool: 'threads',
    maxWorkers: 2,
    sequence: { sequencer: HeavyFirst },
    setupFiles: ['test/support/property-seed.ts'],
    // Generous: a test that hangs must end, and a slow machine must not fail one that does not.
    testTimeout: 120_000,
    reporters: report === undefined ? ['default'] : ['default', 'json'],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    projects: [
      {
        extends: true,
        // A worker evaluates a module once, not once for each file: no module has state, which a test of the
        // architecture proves, and no test replaces one.
        test: { name: 'shared', isolate: false, include: ['test/**/*.test.ts'], exclude: measured },
      },
      { extends: true, test: { name: 'measured', isolate: true, include: measured } },
    ],
  },
})

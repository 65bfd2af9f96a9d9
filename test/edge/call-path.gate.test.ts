// What one warm call enters and allocates in the gateway, from source, as `npm run bench -- --path` counts it. Counts hardly depend on
// the machine; the list of files is printed where there are more.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const BENCH = fileURLToPath(new URL('../bench/main.ts', import.meta.url))
const FOUND =
  /(?<files>\d+) gateway files, (?<functions>\d+) functions, \d+ calls, (?<promises>\d+) promises, (?<heap>[\d.]+) KB/

/** At most so many. What a step adds for all calls is to be worth more than what it makes each of them enter. */
const MOST = {
  plain: { files: 50, functions: 283, promises: 2, heap: 14 },
  'streamed fallback': { files: 65, functions: 372, promises: 6, heap: 33 },
}

test.each(Object.entries(MOST))(
  'a %s call enters no more files and functions than it needs',
  { timeout: 240_000 },
  async (name, bounds) => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, '--path', '--only', name])
    const { groups = {} } = FOUND.exec(stdout) ?? {}
    for (const [what, most] of Object.entries(bounds)) {
      const count = Number(groups[what])
      expect(count, stdout).toBeGreaterThan(0)
      expect(
        count,
        `${what}: at most ${most}. Leave out a step, or load it only where a plan needs it.\n${stdout}`,
      ).toBeLessThanOrEqual(most)
    }
  },
)

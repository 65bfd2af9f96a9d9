// `node test/support/run-all.ts TIER`: a tier of the suite, and how long it takes. What needs no runner is checked beside the suite, so that
// no core waits; its output comes in one piece when both have ended. Other arguments go to vitest, and then only the tests that they name
// are run.
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { calibrate } from './calibration.ts'
import { ROOT } from './folder.ts'
import { TIERS, type Tier } from './tiers.ts'

interface Finished {
  readonly code: number
  readonly output: string
}

const bin = (name: string): string => `${ROOT}node_modules/.bin/${name}`

function run(
  command: string,
  words: readonly string[],
  shown: boolean,
  environment: Readonly<Record<string, string>> = {},
): Promise<Finished> {
  return new Promise(resolve => {
    const child = spawn(command, words, {
      cwd: ROOT,
      env: { ...process.env, ...environment },
      stdio: ['inherit', shown ? 'inherit' : 'pipe', 'pipe'],
    })
    let output = ''
    const collect = (bytes: Buffer): void => {
      if (shown) process.stderr.write(bytes)
      else output += String(bytes)
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', error => resolve({ code: 1, output: `${command} did not start: ${error.message}\n` }))
    child.on('close', code => resolve({ code: code ?? 1, output }))
  })
}

const runSuite = (tier: Tier, words: readonly string[]): Promise<Finished> =>
  run(bin('vitest'), ['run', '--config', 'test/vitest.config.ts', ...words], true, {
    PORTOLAN_TEST_TIER: tier,
    ...(tier === 'deep' && { PORTOLAN_TEST_DEPTH: process.env['PORTOLAN_TEST_DEPTH'] ?? '5' }),
  })

type Command = readonly [command: string, ...words: readonly string[]]

/** What is checked beside a tier, and what is printed where all of it passes. */
const CHECKS: Readonly<Record<Tier, { readonly passed: string; readonly commands: readonly Command[] }>> = {
  test: {
    passed: 'Format, types and generated files are right.\n',
    commands: [
      [bin('biome'), 'check', '--error-on-warnings'],
      [bin('tsc'), '--noEmit'],
      [bin('tsc'), '--noEmit', '-p', 'runtime/console/page'],
      [process.execPath, 'schemas/generate.ts'],
    ],
  },
  gate: {
    passed: 'The package works as installed, with all examples; so do the executables and the image.\n',
    commands: [
      [process.execPath, 'test/support/build.ts'],
      [process.execPath, 'test/support/package/audit.ts'],
      [process.execPath, 'test/support/try-package.ts'],
      [process.execPath, 'test/support/package/try-executables.ts'],
    ],
  },
  deep: { passed: '', commands: [] },
}

/** One command after the other, also after one that fails. */
async function runChecks(tier: Tier): Promise<Finished> {
  const { passed, commands } = CHECKS[tier]
  const results: Finished[] = []
  for (const [command, ...words] of commands) results.push(await run(command, words, false))
  const code = results.find(each => each.code !== 0)?.code ?? 0
  const output = results.map(each => each.output).join('')
  const untried = output.match(/^(?:Not tried\b|.*for development only:).*\n/gm) ?? []
  return { code, output: code === 0 ? [passed, ...untried].join('') : output }
}

/** Prints the time, and adds it to the file of `PORTOLAN_TIER_TIMES`. */
function report(tier: Tier, seconds: number, calibration: number): void {
  const line = `${tier}: ${seconds.toFixed(0)} s, ${(seconds / calibration).toFixed(0)} calibrations\n`
  process.stdout.write(line)
  const table = process.env['PORTOLAN_TIER_TIMES']
  if (table !== undefined) appendFileSync(table, line)
}

const [name = '', ...words] = process.argv.slice(2)
const tier = TIERS.find(each => each === name)
if (tier === undefined) throw new Error(`The tier is one of ${TIERS.join(', ')}.`)
const before = calibrate()
const start = performance.now()
const NO_CHECKS: Finished = { code: 0, output: '' }
const [tests, checks] = await Promise.all([
  runSuite(tier, words),
  words.length === 0 ? runChecks(tier) : NO_CHECKS,
])
const seconds = (performance.now() - start) / 1000
process.stdout.write(
  checks.code === 0 ? checks.output : `\nA check beside the tests failed:\n${checks.output}`,
)
report(tier, seconds, (before + calibrate()) / 2)
process.exitCode = tests.code === 0 ? checks.code : tests.code

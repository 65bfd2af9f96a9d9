// Runs the scenarios of the official conformance suite that a revision requires against a server, and reads which checks failed.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

export interface SuiteRun {
  /** Failed checks as `scenario:check`, sorted and distinct. */
  readonly failed: readonly string[]
  /** What they say, by the same names. */
  readonly reasons: Readonly<Record<string, string>>
  /** Checks of what a revision recommends that did not hold, by the same names. */
  readonly warnings: readonly string[]
  readonly scenarios: readonly string[]
  readonly passed: number
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
  readonly details?: unknown
}

const PACKAGE = '@modelcontextprotocol/conformance'

/** The scenarios for servers. `revision`: `2025-11-25` or `2026-07-28`. */
export const runConformance = (url: string, revision: string): Promise<SuiteRun> =>
  runSuite(['server', '--url', url, '--requirements', revision])

/** The scenarios for clients, which drivers hand over at a URL. */
export const runClientConformance = (url: string, revision: string): Promise<SuiteRun> =>
  runSuite(['client', '--command', `${process.execPath} ${DRIVER}`, '--requirements', revision], {
    TEST_DRIVER: url,
  })

const DRIVER = join(import.meta.dirname, 'conformance-driver.js')

async function runSuite(
  command: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<SuiteRun> {
  const output = temporaryFolder({})
  const main = join(
    dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)),
    'dist/index.js',
  )
  const said = await new Promise<string>(resolve => {
    execFile(
      process.execPath,
      [main, ...command, '-o', output],
      { timeout: 120_000, maxBuffer: 2 ** 26, env: { ...process.env, ...environment } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
  })
  const reasons: Record<string, string> = {}
  const warnings = new Set<string>()
  const scenarios = new Set<string>()
  let passed = 0
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter(each => basename(each) === 'checks.json')) {
    const scenario = dirname(file)
      .replace(/^(?:server|client)-/, '')
      .replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    scenarios.add(scenario)
    const checks = JSON.parse(readFileSync(join(output, file), 'utf8')) as readonly Check[]
    for (const { id, status, errorMessage, details } of checks) {
      if (status === 'SUCCESS') passed += 1
      if (status === 'WARNING') warnings.add(`${scenario}:${id}`)
      if (status === 'FAILURE')
        reasons[`${scenario}:${id}`] = `${errorMessage} ${JSON.stringify(details)?.slice(0, 600)}`
    }
  }
  if (scenarios.size === 0) throw new Error(`The suite ran no scenario.\n${said.slice(-2000)}`)
  return {
    failed: Object.keys(reasons).sort(),
    reasons,
    warnings: [...warnings].sort(),
    scenarios: [...scenarios].sort(),
    passed,
  }
}

// Runs the scenarios of the official conformance suite that a revision requires against a server, and reads which checks failed.
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '../temporary-folder.ts'

export interface SuiteRun {
  /** Failed checks as `scenario:check`, sorted and distinct. */
  readonly failed: readonly string[]
  /** What they say, by the same names. */
  readonly reasons: Readonly<Record<string, string>>
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

/** `revision`: `2025-11-25` or `2026-07-28`. */
export async function runConformance(url: string, revision: string): Promise<SuiteRun> {
  const output = temporaryFolder({})
  const main = join(
    dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`)),
    'dist/index.js',
  )
  const words = ['server', '--url', url, '--requirements', revision, '-o', output]
  const said = await new Promise<string>(resolve => {
    execFile(
      process.execPath,
      [main, ...words],
      { timeout: 120_000, maxBuffer: 2 ** 26 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
  })
  const reasons: Record<string, string> = {}
  const scenarios = new Set<string>()
  let passed = 0
  for (const folder of readdirSync(output)) {
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    scenarios.add(scenario)
    const checks = JSON.parse(readFileSync(join(output, folder, 'checks.json'), 'utf8')) as readonly Check[]
    for (const { id, status, errorMessage, details } of checks) {
      if (status === 'SUCCESS') passed += 1
      if (status === 'FAILURE')
        reasons[`${scenario}:${id}`] = `${errorMessage} ${JSON.stringify(details)?.slice(0, 600)}`
    }
  }
  if (scenarios.size === 0) throw new Error(`The suite ran no scenario.\n${said.slice(-2000)}`)
  return { failed: Object.keys(reasons).sort(), reasons, scenarios: [...scenarios].sort(), passed }
}

// `node test/support/package/audit.ts`: advisories of the registry for the packages of package-lock.json. One about a package that
// reaches users fails; others are printed. Needs dist/.
import { spawnSync } from 'node:child_process'
import { ROOT } from '../folder.ts'
import { bundledPackages } from './bill-of-materials.ts'
import { lockedPackages } from './locked-packages.ts'

interface Audited {
  readonly fails: boolean
  /** A line each. */
  readonly lines: readonly string[]
}

interface Advisory {
  readonly title?: string
  readonly url?: string
}

interface Report {
  readonly auditReportVersion?: number
  readonly message?: string
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly severity: string; readonly via: readonly (Advisory | string)[] }>
  >
}

/** What the output of `npm audit --json` says. `reachesUsers` tells of a package whether users get it. */
export function judgeAudit(output: string, reachesUsers: (name: string) => boolean): Audited {
  let report: Report = {}
  try {
    report = JSON.parse(output) as Report
  } catch {
    // npm printed something else: the registry was not asked.
  }
  const { vulnerabilities } = report
  if (vulnerabilities === undefined) {
    const reason = report.message ?? 'npm printed no report'
    return { fails: false, lines: [`Not tried: the advisories for packages (${reason.split('\n')[0]}).`] }
  }
  const found = Object.entries(vulnerabilities)
  return {
    fails: found.some(([name]) => reachesUsers(name)),
    lines: found.map(([name, { severity, via }]) => {
      const advisories = via.map(each =>
        typeof each === 'string' ? `by ${each}` : `${each.title ?? 'untitled'} (${each.url ?? 'no page'})`,
      )
      const place = reachesUsers(name) ? 'reaches users' : 'for development only'
      return `${name}: ${severity}, ${place}: ${advisories.join('; ')}.`
    }),
  }
}

if (import.meta.main) {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--audit'], { cwd: ROOT, encoding: 'utf8' })
  const names = new Set(
    [...bundledPackages(), ...lockedPackages().filter(each => each.installed)].map(({ name }) => name),
  )
  const { fails, lines } = judgeAudit(stdout ?? '', name => names.has(name))
  for (const line of lines) process.stdout.write(`${line}\n`)
  process.exitCode = fails ? 1 : 0
}

// `test-summary.ts STATUS REPORT...`: prints the summary line of a CI run, and fails it if a test failed, a test of a service was
// skipped, or a tier did not run.
import { existsSync, readFileSync } from 'node:fs'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numFailedTestSuites: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const [status = '1', ...paths] = process.argv.slice(2)
const reports = paths.filter(existsSync).map(path => JSON.parse(readFileSync(path, 'utf8')) as Report)
const sum = (name: 'numPassedTests' | 'numFailedTests'): number =>
  reports.reduce((total, report) => total + report[name], 0)
const skipped = reports
  .flatMap(({ testResults }) => testResults)
  .flatMap(file => file.assertionResults)
  .filter(test => test.status === 'skipped' || test.status === 'pending')
const services = skipped.filter(test => test.fullName.includes('service:'))
for (const { fullName } of services) console.log(`A test of a service was skipped: ${fullName}`)
const haveRun = paths.length > 0 && reports.every(({ numPassedTests }) => numPassedTests > 0)
if (!haveRun || reports.length < paths.length) console.log('A tier did not run.')
if (Number(status) !== 0 && sum('numFailedTests') === 0)
  console.log('A check beside the tests failed; its output stands above, after its tier.')
console.log(`${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${skipped.length} skipped`)
process.exit(
  Number(status) !== 0 ||
    sum('numFailedTests') > 0 ||
    services.length > 0 ||
    !haveRun ||
    reports.length < paths.length
    ? 1
    : 0,
)

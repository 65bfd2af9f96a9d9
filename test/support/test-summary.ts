// Prints the summary line of a CI run, and fails it if a test failed or a test of a service was skipped.
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

const [path = '', status = '1'] = process.argv.slice(2)
const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
if (text === '') {
  console.log('The tests did not run.')
  process.exit(1)
}
const report = JSON.parse(text) as Report
const skipped = report.testResults
  .flatMap(file => file.assertionResults)
  .filter(test => test.status === 'skipped' || test.status === 'pending')
const services = skipped.filter(test => test.fullName.includes('service:'))
for (const { fullName } of services) console.log(`A test of a service was skipped: ${fullName}`)
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped.length} skipped`)
process.exit(
  Number(status) !== 0 || report.numFailedTests > 0 || report.numPassedTests === 0 || services.length > 0
    ? 1
    : 0,
)

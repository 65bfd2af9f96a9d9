// Numbers of times are plausible in the unit that is read: 30 milliseconds were probably meant as seconds.
import { reportTimes } from '../report-times.ts'
import type { Rule } from '../rule.ts'

export const timeHasItsUnit: Rule = ({ parsed, environment, root }, report) => {
  // Warnings of header configs are not shown to anyone.
  if (environment.origin === 'request') return
  reportTimes(parsed, report, parsed.value, root === 'config' ? 'Config' : 'Manifest', '')
}

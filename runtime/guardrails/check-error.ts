// The result of a check that could not be evaluated. Counts as passed unless `failOnError`.
import type { CheckResult } from './check.ts'

/** @param reason a sentence without content of the client or of a service */
export const checkError = (reason: string): CheckResult => ({ passed: false, error: true, reason })

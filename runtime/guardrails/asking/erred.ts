// The result of a check that could not be evaluated. Counts as passed unless `failOnError`.
import type { Finding } from '../check.ts'

/** @param reason a sentence without content of the client or of a service */
export const erred = (reason: string): Finding => ({ passed: false, erred: true, reason })

// A check that could not judge, and why. It counts as passed unless `failOnError`.
import type { Finding } from '../check.ts'

/** @param reason a sentence without texts of the client or of a service */
export const erred = (reason: string): Finding => ({ passed: false, erred: true, reason })

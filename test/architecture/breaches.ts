// How a rule of the architecture fails: what breaks it, and what to do about that.
import { expect } from 'vitest'

/** Fails with the breaches, each a path or a path and what is wrong in it, and with the remedy. */
export function expectNone(breaches: readonly string[], remedy: string): void {
  if (breaches.length > 0) expect.fail(`${breaches.join('\n')}\n→ ${remedy}`)
}

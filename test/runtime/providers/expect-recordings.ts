// The first test of each suite that plays recorded traffic.
import { expect, test } from 'vitest'
import { areRecorded } from './recordings.ts'

/** Says so where the recordings are absent; where they are there, none of them may be overlooked. */
export function expectRecordings(
  counts: readonly { readonly found: number; readonly atLeast: number }[],
  alone = ': only our own fixtures run',
): void {
  test('the recordings are there, or the suite says so', ctx => {
    if (!areRecorded) ctx.skip(`No recordings beside the repository${alone}.`)
    for (const { found, atLeast } of counts) expect(found).toBeGreaterThanOrEqual(atLeast)
  })
}

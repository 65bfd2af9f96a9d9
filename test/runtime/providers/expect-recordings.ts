// The first test of each suite that replays recorded traffic.
import { expect, test } from 'vitest'
import { areRecorded } from './recordings.ts'

/** Reports missing recordings; where they are present, none of them may be skipped. */
export function expectRecordings(
  counts: readonly { readonly found: number; readonly atLeast: number }[],
  alone = ': only our own fixtures run',
): void {
  test('the recordings are present, or the suite reports it', ctx => {
    if (!areRecorded) ctx.skip(`No recordings beside the repository${alone}.`)
    for (const { found, atLeast } of counts) expect(found).toBeGreaterThanOrEqual(atLeast)
  })
}

// At least 100,000 damaged inputs, of every source that people write and of every parser of what strangers send.
import { expect, it } from 'vitest'
import { fuzz } from './fuzz.ts'
import { SOURCE_TARGETS } from './source-targets.ts'
import { typescriptTarget } from './typescript-target.ts'

const INPUTS = 100_000

it('100,000 inputs lead to values, findings and edits, and to nothing else', async () => {
  const targets = [...SOURCE_TARGETS, await typescriptTarget()]
  const shares = targets.reduce((sum, { share = 1 }) => sum + share, 0)
  const { inputs, findings } = await fuzz(Math.ceil(INPUTS / shares), 20_261_128, () => false, targets)
  expect(findings).toEqual([])
  expect(inputs).toBeGreaterThanOrEqual(INPUTS)
}, 3_600_000)

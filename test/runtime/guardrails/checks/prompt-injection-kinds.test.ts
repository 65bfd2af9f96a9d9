// default.promptInjection by kind of attack: what it finds does not fall below the figures of the corpus, nor does it
// flag more harmless texts that look alike.
import { describe, expect, it } from 'vitest'
import { DEVELOPMENT, HELD_OUT } from '../corpora/prompt-injection/kinds.ts'
import type { Sample } from '../corpora/prompt-injection/sample.ts'
import { evaluateWith } from './evaluate-with.ts'

const isFound = async ([, text]: Sample): Promise<boolean> =>
  !(await evaluateWith('default.promptInjection', {}, [text])).passed

const foundOf = async (samples: readonly Sample[]): Promise<number> =>
  (await Promise.all(samples.map(isFound))).filter(Boolean).length

it('ships a corpus by kind, without a text that is in both halves', () => {
  const samples = [...DEVELOPMENT, ...HELD_OUT].flatMap(({ samples }) => samples)
  expect(samples.length).toBeGreaterThanOrEqual(300)
  expect(new Set(samples.map(([, text]) => text)).size).toBe(samples.length)
})

describe.each([
  ['the half that rules were written by', DEVELOPMENT],
  ['the half that was held out', HELD_OUT],
])('%s', (_half, kinds) => {
  it.each(kinds)('$kind: $found', async ({ kind, samples, found }) => {
    const measured = await foundOf(samples)
    if (kind === 'harmless') expect(measured).toBeLessThanOrEqual(found)
    else expect(measured).toBeGreaterThanOrEqual(found)
  })
})

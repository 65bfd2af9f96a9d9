// The tokens of long texts are estimated by their beginning, so that an estimate takes no longer than a request may.
import { expect, it } from 'vitest'
import { createTextEstimate, textTokens } from '../../../runtime/values/text-tokens.ts'

const prose = 'The quick brown fox wrote 12 letters to Anna. '

it('Texts up to the limit have the tokens that are counted', () => {
  const estimate = createTextEstimate(1000)
  expect(estimate(prose)).toBe(textTokens(prose))
  expect(estimate(prose.repeat(3))).toBe(textTokens(prose.repeat(3)))
})

it('Texts beyond it have as many for each character, together and apart', () => {
  const all = textTokens(prose.repeat(1000))
  const whole = createTextEstimate(1000)(prose.repeat(1000))
  const apart = createTextEstimate(1000)
  const sum = Array.from({ length: 1000 }, () => apart(prose)).reduce((a, b) => a + b, 0)
  for (const estimated of [whole, sum]) {
    expect(estimated).toBeGreaterThan(all * 0.95)
    expect(estimated).toBeLessThan(all * 1.05)
  }
})

it('Nothing has no tokens', () => {
  expect(createTextEstimate()('')).toBe(0)
})

// default.regexMatch
import { describe, expect, it } from 'vitest'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'

const FOUND = 'The pattern is found in the text.'
const ABSENT = 'The pattern is not found in the text.'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ rule: '\\d{4}' }, ['year 2024'], true, FOUND],
  [{ rule: '\\d{4}' }, ['no year'], false, ABSENT],
  [
    { rule: '\\d{4}', not: true },
    ['year 2024'],
    false,
    'The pattern is found in the text; "not" forbids this.',
  ],
  [{ rule: '\\d{4}', not: true }, ['no year'], true, ABSENT],
  [{ rule: 'a\\nb' }, ['a', 'b'], true, FOUND],
  [{ rule: '(?i)HELLO' }, ['hello'], true, FOUND],
  [{ rule: '.', not: true }, [], true, 'There is no text to check.'],
]

describe('default.regexMatch', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.regexMatch', parameters, texts)).toEqual({ passed, reason })
  })

  it.each([false, true])('a text over the limit fails, regardless of "not" (%s)', async not => {
    const finding = await evaluateWith('default.regexMatch', { rule: '^secret', not }, [
      'x'.repeat(1024 * 1024 + 1),
    ])
    expect(finding).toEqual({
      passed: false,
      reason: 'The text is longer than the 1048576 characters that this pattern can search.',
    })
  })

  it('a large pattern accepts shorter texts', async () => {
    const finding = await evaluateWith('default.regexMatch', { rule: '(?:ab?){1000}' }, ['x'.repeat(100_000)])
    expect(finding.passed).toBe(false)
    expect(finding.reason).toMatch(
      /^The text is longer than the \d{5} characters that this pattern can search\.$/,
    )
  })

  it('a pattern that backtracks without bound elsewhere is linear here', () => {
    const work = () =>
      void evaluateWith('default.regexMatch', { rule: '(a+)+$' }, [`${'a'.repeat(100_000)}b`])
    expect(effort(work)).toBeLessThan(50)
  })
})

// default.regexReplace
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], result: object][] = [
  [
    { rule: '\\d{3}-\\d{2}-\\d{4}' },
    ['SSN 123-45-6789.'],
    { reason: 'The pattern was replaced once.', facts: { replaced: 1 }, texts: ['SSN [REDACTED].'] },
  ],
  [
    { rule: 'a', redactText: '' },
    ['banana', 'x', 'a'],
    { reason: 'The pattern was replaced 4 times.', facts: { replaced: 4 }, texts: ['bnn', 'x', ''] },
  ],
  [{ rule: 'q' }, ['banana'], { reason: 'There is nothing to replace.', facts: { replaced: 0 } }],
  [{ rule: '(b)', redactText: '$1\\1' }, ['abc'], { texts: ['a$1\\1c'] }],
  [{ rule: 'x*' }, ['axxb'], { texts: ['a[REDACTED]b'] }],
  [{ rule: '^a' }, ['aa'], { texts: ['[REDACTED]a'] }],
  [{ rule: '.' }, [], { reason: 'There is no text to check.' }],
]

describe('default.regexReplace', () => {
  it.each(cases)('%j of %j', async (parameters, texts, result) => {
    const finding = await evaluateWith('default.regexReplace', parameters, texts)
    expect(finding).toMatchObject({ passed: true, ...result })
    expect('texts' in finding).toBe('texts' in result)
  })

  it('fails when the texts exceed the limit in total', async () => {
    const half = 'x'.repeat(600_000)
    const finding = await evaluateWith('default.regexReplace', { rule: 'secret$' }, [half, half])
    expect(finding).toMatchObject({ passed: false, reason: expect.stringContaining('longer than') })
  })

  it('fails when many matches exceed the time limit, and changes nothing', async () => {
    let reads = 0
    const now = () => {
      reads += 1
      return reads < 100 ? 0 : 10_000
    }
    const finding = await evaluateWith('default.regexReplace', { rule: 'a' }, ['a'.repeat(1000)], {
      monotonic: now,
    })
    expect(finding).toEqual({
      passed: false,
      reason: 'The pattern has too many matches in the text to replace them.',
    })
  })

  it('fails when the result would grow without bound', async () => {
    const parameters = { rule: 'a', redactText: 'b'.repeat(1000) }
    const finding = await evaluateWith('default.regexReplace', parameters, ['a'.repeat(100_000)])
    expect(finding).toMatchObject({ passed: false, reason: expect.stringContaining('too many matches') })
  })

  it('leaves no match when the replacement cannot be part of one', async () => {
    const rule = fc.array(fc.constantFrom('a', 'b', '[ab]', 'a+', '(?:ab)+', 'b?'), {
      minLength: 1,
      maxLength: 4,
    })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(rule, text, async (pieces, written) => {
        const parameters = { rule: pieces.join(''), redactText: '#' }
        const { texts: [rewritten] = [written] } = await evaluateWith('default.regexReplace', parameters, [
          written,
        ])
        const again = await evaluateWith('default.regexReplace', parameters, [rewritten ?? ''])
        expect(again.facts).toEqual({ replaced: 0 })
      }),
    )
  })
})

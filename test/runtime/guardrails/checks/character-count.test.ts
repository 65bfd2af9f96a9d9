// default.characterCount
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countCodePoints } from '../../../../runtime/guardrails/detect/text/code-points.ts'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ minCharacters: 1, maxCharacters: 5 }, ['hello'], true, 'The text has 5 characters; expected: 1 to 5.'],
  [{ maxCharacters: 4 }, ['hello'], false, 'The text has 5 characters; expected: at most 4.'],
  [{ maxCharacters: 1 }, ['\u{1f600}'], true, 'The text has 1 character; expected: at most 1.'],
  [{ maxCharacters: 4 }, ['ab', 'cd'], true, 'The text has 4 characters; expected: at most 4.'],
  [{ minCharacters: 3, not: true }, ['abc'], false, 'The text has 3 characters; forbidden: at least 3.'],
  [{ minCharacters: 1 }, [], true, 'There is no text to check.'],
]

describe('default.characterCount', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.characterCount', parameters, texts)).toMatchObject({ passed, reason })
  })

  it('counts code points as iteration does, halves of pairs too', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(0xffff), { maxLength: 30 }), units => {
        const text = String.fromCharCode(...units)
        expect(countCodePoints(text)).toBe([...text].length)
      }),
    )
  })
})

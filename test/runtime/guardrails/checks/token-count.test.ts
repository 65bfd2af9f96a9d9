// default.tokenCount
import { describe, expect, it } from 'vitest'
import { textTokens } from '../../../../runtime/values/text-tokens.ts'
import { evaluateWith } from './evaluate-with.ts'

const cases: readonly [parameters: object, texts: readonly string[], passed: boolean, reason: string][] = [
  [{ minTokens: 2, maxTokens: 3 }, ['two words'], true, 'The text has 2 tokens; expected: 2 to 3.'],
  [{ minTokens: 2 }, ['one'], false, 'The text has 1 token; expected: at least 2.'],
  [{ maxTokens: 2 }, ['one two three'], false, 'The text has 3 tokens; expected: at most 2.'],
  [{ maxTokens: 2, not: true }, ['one two three'], true, 'The text has 3 tokens; forbidden: at most 2.'],
  [{ maxTokens: 3 }, ['a b', 'c d'], false, 'The text has 4 tokens; expected: at most 3.'],
  [{ maxTokens: 3 }, ['\u62a5\u544a\u5df2\u7ecf'], false, 'The text has 4 tokens; expected: at most 3.'],
  [{ maxTokens: 0 }, [''], true, 'The text has 0 tokens; expected: at most 0.'],
  [{ minTokens: 1 }, [], true, 'There is no text to check.'],
]

const tokensOf = async (text: string, ports = {}) =>
  (await evaluateWith('default.tokenCount', { maxTokens: 1 }, [text], ports)).facts?.['tokens']

describe('default.tokenCount', () => {
  it.each(cases)('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.tokenCount', parameters, texts)).toMatchObject({ passed, reason })
  })

  it.each([
    'The quarterly report is ready, and the team will present it at 10:30. ',
    '\u62a5\u544a\u5df2\u7ecf\u51c6\u5907\u597d\uff0c\u4f1a\u8bae\u5f00\u59cb\u3002',
    '\u0412\u0441\u0442\u0440\u0435\u0447\u0430 \u0432 \u043f\u044f\u0442\u043d\u0438\u0446\u0443. ',
    '{"id": 1024, "tags": ["a", "b"]},\n',
    '\u{1f600}',
  ])('counts a long text of %j in turns, as it is counted whole', async sentence => {
    let turns = 0
    const nextTurn = async (): Promise<void> => {
      turns += 1
    }
    const text = sentence.repeat(500_000 / sentence.length)
    expect(await tokensOf(text, { nextTurn })).toBeCloseTo(textTokens(text), -2)
    expect(turns).toBeGreaterThanOrEqual(Math.floor(text.length / 32_768) - 1)
  })
})

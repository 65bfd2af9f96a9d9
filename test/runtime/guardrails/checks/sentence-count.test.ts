// default.sentenceCount
import { describe, expect, it } from 'vitest'
import { countSentences } from '../../../../runtime/guardrails/checks/sentence-count.ts'
import { effort } from '../../../support/effort.ts'
import { evaluateWith } from './evaluate-with.ts'

const texts: readonly [text: string, sentences: number][] = [
  ['', 0],
  ['... !?', 0],
  ['One.', 1],
  ['No end', 1],
  ['One. Two! Three?', 3],
  ['Pi is 3.14 or so.', 1],
  ['Really?! Yes...', 2],
  ['He said "Stop." She did.', 2],
  ['(One.) Two', 2],
  ['A heading\n\nA paragraph of it', 2],
  ['A line\nand its rest.', 1],
  ['A line\n \nanother', 2],
  ['今日は。元気ですか？はい', 3],
  ['क्या? हाँ। ठीक', 3],
  ['هل أنت بخير؟ نعم.', 2],
  ['Dr. Who.', 2],
  ['See example.com/a.b for it.', 1],
]

describe('default.sentenceCount', () => {
  it.each(texts)('%j', (text, sentences) => {
    expect(countSentences(text)).toBe(sentences)
  })

  it.each([
    [{ minSentences: 2 }, ['One.'], false, 'The text has 1 sentence; expected: at least 2.'],
    [{ minSentences: 2 }, ['One', 'Two'], true, 'The text has 2 sentences; expected: at least 2.'],
    [{ maxSentences: 1, not: true }, ['One.'], false, 'The text has 1 sentence; forbidden: at most 1.'],
    [{ minSentences: 1 }, [], true, 'There is no text to check.'],
  ])('%j of %j', async (parameters, texts, passed, reason) => {
    expect(await evaluateWith('default.sentenceCount', parameters, texts)).toMatchObject({ passed, reason })
  })

  it.each(['.', '."', '\n ', 'a. ', '。'])('is linear in runs of %j', run => {
    expect(effort(() => countSentences(run.repeat(200_000)))).toBeLessThan(100)
  })
})

// default.llmJudge with safety models: what Llama Guard, NemoGuard, Qwen3Guard, Granite Guardian and ShieldGemma are asked, and how their replies are read.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { evaluateWith } from './evaluate-with.ts'

const parameters = { provider: '@judge', model: 'guard' }

async function judge(preset: string, content: string, input: object = { texts: ['Hello'] }) {
  const sent: JsonObject[] = []
  const result = await evaluateWith('default.llmJudge', { ...parameters, preset }, input, {
    callModel: async (_, __, body) => {
      sent.push(body)
      return { choices: [{ message: { role: 'assistant', content } }] }
    },
  })
  return { result, sent: sent[0] }
}

const NO_VERDICT = 'The safety model did not return a verdict in its format.'

describe('A safety model', () => {
  it.each([
    ['llama-guard', 'safe', true],
    ['llama-guard', '\n\nsafe', true],
    ['llama-guard', 'unsafe\nS1,S10', false],
    ['nemoguard', '{"User Safety": "safe"}', true],
    ['nemoguard', '{"User Safety": "unsafe", "Safety Categories": "Violence"}', false],
    ['qwen3guard', 'Safety: Safe\nCategories: None', true],
    ['qwen3guard', 'Safety: Unsafe\nCategories: Violent', false],
    ['granite-guardian', '<score> no </score>', true],
    ['granite-guardian', '<score>yes</score>', false],
    ['granite-guardian', '<think>It asks for a knife.\n</think>\n\n<score> no </score>', true],
    ['shieldgemma', 'Yes', false],
    ['shieldgemma', 'No', true],
    ['shieldgemma', 'No. The chatbot was asked for a recipe.', true],
    ['granite-guardian', '<think>"</think><score> no </score>", it says.</think><score> yes </score>', false],
  ])('%s: %j passes: %s', async (preset, content, passed) => {
    const { result, sent } = await judge(preset, content)
    expect(result).toMatchObject({ passed, facts: { score: passed ? 1 : 0 } })
    expect(sent).toEqual({
      model: 'guard',
      temperature: 0,
      messages: [{ role: 'user', content: 'Hello' }],
    })
  })

  it.each([
    ['llama-guard', 'It is safe.'],
    ['llama-guard', 'unsafe'],
    ['llama-guard', '{"score": 1}'],
    ['nemoguard', 'safe'],
    ['nemoguard', '{"Response Safety": "safe"}'],
    ['granite-guardian', 'no'],
    ['granite-guardian', '<score> maybe </score>'],
    ['granite-guardian', '<score> no </score>\n<score> yes </score>'],
    ['granite-guardian', '<think>It is harmless. <score> no </score>'],
    ['shieldgemma', 'Maybe'],
    ['shieldgemma', 'Nothing is violated.'],
    ['shieldgemma', 'It is safe: No'],
    ['qwen3guard', 'Safety: Safe'],
    ['qwen3guard', 'Safety: Fine\nCategories: None'],
    ['qwen3guard', 'Safety: Safe\nCategories: None\nSafety: Unsafe'],
  ])('%s: %j is an error', async (preset, content) => {
    expect((await judge(preset, content)).result).toMatchObject({ error: true, reason: NO_VERDICT })
  })

  it.each([
    [0.5, true],
    [0.6, false],
  ])('qwen3guard: a controversial reply passes the threshold %d: %s', async (threshold, passed) => {
    const content = 'Safety: Controversial\nCategories: Unethical Acts\nRefusal: No'
    const result = await evaluateWith(
      'default.llmJudge',
      { ...parameters, preset: 'qwen3guard', threshold },
      { side: 'reply', texts: ['An answer'] },
      { callModel: async () => ({ choices: [{ message: { role: 'assistant', content } }] }) },
    )
    expect(result).toMatchObject({ passed, facts: { score: 0.5 } })
  })

  it('judges a reply together with its prompt', async () => {
    const input = {
      side: 'reply',
      texts: ['An answer'],
      request: { messages: [{ role: 'user', content: 'A question' }] },
    }
    const { result, sent } = await judge(
      'nemoguard',
      '{"User Safety": "safe", "Response Safety": "unsafe"}',
      input,
    )
    expect(result.passed).toBe(false)
    expect(sent?.['messages']).toEqual([
      { role: 'user', content: 'A question' },
      { role: 'assistant', content: 'An answer' },
    ])
  })
})

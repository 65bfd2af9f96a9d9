// Chats as far as the family of their model accepts them at a provider: what is sent in place of each field, and what is
// named because it is not kept.
import { describe, expect, test } from 'vitest'
import { fitToFamily } from '../../../runtime/wire/fit-chat.ts'
import { modelFacts } from '../../../runtime/wire/model-family.ts'
import { begun, familyCases, schema, tools } from './family-cases.ts'

describe.each(Object.entries(familyCases))('a model at %s', (provider, ofProvider) => {
  test.each(ofProvider.map(each => ({ title: each[0], each })))('$title', ({ each }) => {
    const [, model, given, changed, dropped = []] = each
    const fitted = fitToFamily(given, modelFacts(model, provider))
    const expected = Object.entries({ ...given, ...changed }).filter(([, value]) => value !== null)
    expect(fitted.body).toEqual(Object.fromEntries(expected))
    expect([...fitted.dropped].sort()).toEqual(dropped)
  })
})

test.each([
  'deepseek-v4-pro',
  'kimi-k3',
  'glm-5.3',
  'qwen3-32b',
  'openai/gpt-oss-120b',
  'meta-llama/llama-4-scout',
])('a server with open models gets what the client sends: %s', model => {
  const chat = {
    messages: begun,
    tools,
    tool_choice: 'required',
    reasoning_effort: 'none',
    temperature: 0.2,
    stop: 'a',
    response_format: schema,
  }
  expect(fitToFamily(chat, modelFacts(model, 'vllm'))).toEqual({ body: chat, dropped: [] })
})

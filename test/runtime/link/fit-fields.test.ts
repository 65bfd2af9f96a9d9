// A chat for a provider of the OpenAI schema: roles that it refuses, and words of other dialects.
import { describe, expect, it, test } from 'vitest'
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asObject } from '../../../schemas/values/json.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const MESSAGES = [{ role: 'user', content: 'Hello' }]

async function sent(provider: string, body: JsonObject, config: JsonObject = {}) {
  const here = createHarness({
    configs: { here: { provider, api_key: '${env:KEY}', ...config } },
    environment: { KEY: 'some-key' },
    script: [{ status: 200, body: completion('Hi') }],
  })
  const reply = await here.call({
    headers: { 'x-gateway-config': 'here' },
    body: { model: 'm', messages: MESSAGES, ...body },
  })
  const { model: _, ...json } = asObject(here.upstream.sent[0]?.json as JsonObject)
  return { json, dropped: reply.outcome?.reply.dropped ?? [] }
}

describe('the role developer', () => {
  const developer = [{ role: 'developer', content: 'A "developer" says: be kind.' }, ...MESSAGES]
  const system = [{ role: 'system', content: 'A "developer" says: be kind.' }, ...MESSAGES]
  test.each([
    ['openai', developer],
    ['deepseek', system],
    ['mistral', system],
    ['together', system],
    ['fireworks', system],
    ['perplexity', system],
    ['cerebras', system],
    ['xai', system],
  ])('at %s', async (provider, messages) =>
    expect(await sent(provider, { messages: developer })).toEqual({ json: { messages }, dropped: [] }),
  )

  it('as a word of a text changes nothing', async () => {
    const messages = [{ role: 'user', content: 'developer' }]
    expect((await sent('deepseek', { messages })).json).toEqual({ messages })
  })
})

describe('words of other dialects', () => {
  const thinking = { type: 'enabled', budget_tokens: 8000 }
  const mark = { type: 'ephemeral' }
  const foreign = { thinking, top_k: 5, cache_control: mark, unknown_word: 1 }
  test.each<readonly [provider: string, expected: JsonObject, dropped: readonly string[]]>([
    ['openai', { reasoning_effort: 'medium', unknown_word: 1 }, ['cache_control', 'top_k']],
    ['groq', { reasoning_effort: 'medium', unknown_word: 1 }, ['cache_control', 'top_k']],
    ['mistral', { reasoning_effort: 'medium', unknown_word: 1 }, ['cache_control', 'top_k']],
    ['deepseek', { thinking, unknown_word: 1 }, ['cache_control', 'top_k']],
    ['together', { reasoning_effort: 'medium', top_k: 5, unknown_word: 1 }, ['cache_control']],
    ['openrouter', { reasoning_effort: 'medium', top_k: 5, cache_control: mark, unknown_word: 1 }, []],
  ])('at %s', async (provider, expected, dropped) => {
    const result = await sent(provider, foreign)
    expect(result.json).toEqual({ messages: MESSAGES, ...expected })
    expect([...result.dropped].sort()).toEqual(dropped)
  })

  it('an effort of the request takes precedence over a budget', async () =>
    expect((await sent('openai', { thinking, reasoning_effort: 'low' })).json).toMatchObject({
      reasoning_effort: 'low',
    }))

  it('thinking without a budget has no equal and is named', async () =>
    expect(await sent('openai', { thinking: { type: 'adaptive' } })).toEqual({
      json: { messages: MESSAGES },
      dropped: ['thinking'],
    }))

  it('in overrides are treated alike', async () =>
    expect(await sent('openai', {}, { override_params: { top_k: 3, thinking } })).toEqual({
      json: { messages: MESSAGES, reasoning_effort: 'medium' },
      dropped: ['top_k'],
    }))

  it('marks for a cache are removed from messages and tools', async () => {
    const tool = { type: 'function', function: { name: 'f' } }
    const part = { type: 'text', text: 'Hello' }
    const marked = {
      messages: [{ role: 'user', content: [{ ...part, cache_control: mark }] }],
      tools: [{ ...tool, cache_control: mark }],
    }
    const plain = { messages: [{ role: 'user', content: [part] }], tools: [tool] }
    expect((await sent('openai', marked)).json).toEqual(plain)
    expect((await sent('openrouter', marked)).json).toEqual(marked)
  })
})

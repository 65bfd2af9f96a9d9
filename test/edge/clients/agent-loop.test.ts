// An agent, written with OpenAI's SDK in the usual way, over strict providers of five dialects: two rounds of
// parallel tools, and the same last answer everywhere, also when a target fails on the way.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  type Slug,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { BOTH_ROUNDS, NAMES, PARAMETERS, run } from './tools.ts'

let harness: ProviderHarness
let client: OpenAI

const dying = (slug: Slug, next: Slug) => ({
  strategy: { mode: 'fallback' },
  targets: [
    { provider: `@${slug}`, override_params: { model: 'dead' } },
    { provider: `@${next}`, override_params: { model: MODELS[next].replace(/^@[^/]+\//, '') } },
  ],
})

beforeAll(async () => {
  const slugs = Object.keys(MODELS) as Slug[]
  const configs = slugs.map((slug, index) => [
    `after-${slug}`,
    dying(slug, slugs[(index + 1) % slugs.length] ?? slug),
  ])
  harness = await startProviderHarness({ configs: Object.fromEntries(configs) })
  client = new OpenAI({ baseURL: harness.gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(() => harness.stop())

type Complete = (body: OpenAI.ChatCompletionCreateParamsNonStreaming) => Promise<OpenAI.ChatCompletion>

const request: Complete = body => client.chat.completions.create(body)
const streamed: Complete = body =>
  client.chat.completions.stream({ ...body, stream: true }).finalChatCompletion()

const tools: OpenAI.ChatCompletionTool[] = NAMES.map(name => ({
  type: 'function',
  function: { name, description: `The ${name} of a city.`, parameters: PARAMETERS },
}))

/** The agent loop: messages go back unchanged, each call gets its result. */
async function agent(complete: Complete, modelAt: (turn: number) => string): Promise<string> {
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    { role: 'system', content: 'You know Switzerland.' },
    { role: 'user', content: 'How is it there?' },
  ]
  for (let turn = 0; turn < 5; turn += 1) {
    const { choices } = await complete({ model: modelAt(turn), messages, tools })
    const message = choices[0]?.message
    if (message === undefined) break
    messages.push(message)
    const calls = (message.tool_calls ?? []).filter(call => call.type === 'function')
    expect(choices[0]?.finish_reason).toBe(calls.length > 0 ? 'tool_calls' : 'stop')
    if (calls.length === 0) return message.content ?? ''
    // Parallel tools finish in any order.
    for (const { id, function: called } of calls.toReversed())
      messages.push({
        role: 'tool',
        tool_call_id: id,
        content: run(called.name, JSON.parse(called.arguments)),
      })
  }
  throw new Error('The agent never came to an end.')
}

const ways: readonly [string, Complete][] = [
  ['whole', request],
  ['streamed', streamed],
]

describe.each(ways)('an agent, %s', (_, complete) => {
  it.each(Object.entries(MODELS))('at %s', async (_slug, model) => {
    expect(await agent(complete, () => model)).toBe(BOTH_ROUNDS)
  })

  it('returns signatures unchanged', async () => {
    const { received } = harness.providers.gemini
    const before = received.length
    await agent(complete, () => MODELS.gemini)
    const sent = received.slice(before).map(({ body }) => String(body))
    expect(sent.map(body => body.split('"thoughtSignature"').length - 1)).toEqual([0, 1, 2])
    expect(sent.join()).not.toContain('skip_thought_signature_validator')
  })

  it.each(Object.keys(MODELS))('when %s dies, at the next', async slug => {
    const config = { headers: { 'x-gateway-config': `after-${slug}` } }
    const there: Complete =
      complete === request
        ? body => client.chat.completions.create(body, config)
        : body => client.chat.completions.stream({ ...body, stream: true }, config).finalChatCompletion()
    expect(await agent(there, () => 'any')).toBe(BOTH_ROUNDS)
  })

  it('that changes its provider in the middle', async () => {
    const order: readonly Slug[] = ['gemini', 'claude', 'bedrock']
    expect(await agent(complete, turn => MODELS[order[turn] ?? 'openai'])).toBe(BOTH_ROUNDS)
    expect(await agent(complete, turn => MODELS[turn === 0 ? 'claude' : 'gemini'])).toBe(BOTH_ROUNDS)
    expect(await agent(complete, turn => MODELS[turn === 0 ? 'gemini' : 'openai'])).toBe(BOTH_ROUNDS)
  })
})

// What a reply shows of its price is counted, multiplies the price, is the cost itself, or is named; and the model that has answered is
// billed. Prices are those of the list; figures and forms are the vendors' own (decisions, sections 20 and 31).
import { describe, expect, it } from 'vitest'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import { isSameModel } from '../../../schemas/values/model-name.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const list = createPriceList()
const DAY = Date.parse('2026-11-29T12:00:00Z')

interface BilledReply {
  readonly provider: string
  readonly model: string
  readonly path?: string
  readonly settings?: object
  readonly body?: object
  readonly step: Step
  /** Of the record, costs in billionths of a dollar. */
  readonly record: object
  readonly answered?: string
}

const json = (body: object): Step => ({ status: 200, body })
const named = (body: { readonly type: string }): string =>
  `event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`
const data = (body: object): string => `data: ${JSON.stringify(body)}\n\n`
const stream = (...events: readonly string[]): Step => ({ events })
const counts = (prompt: number, output: number, more: object = {}): object => ({
  ...{ prompt_tokens: prompt, completion_tokens: output, total_tokens: prompt + output },
  ...more,
})
const chat = (model: string, usage: object): Step => json(completion('Hi', { model, usage }))
const chunks = (model: string, usage: object): Step =>
  stream(
    data({
      id: 'c',
      object: 'chat.completion.chunk',
      created: 1,
      model,
      choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }],
    }),
    data({ id: 'c', object: 'chat.completion.chunk', created: 1, model, choices: [], usage }),
    'data: [DONE]\n\n',
  )
const message = (model: string, usage: object): object => ({
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: 'end_turn', stop_sequence: null },
  ...{ content: [{ type: 'text', text: 'Hi' }], usage },
})
const messageStream = (model: string, first: object, last: object): Step =>
  stream(
    named({ type: 'message_start', ...{ message: message(model, first) } }),
    named({ type: 'content_block_delta', ...{ index: 0, delta: { type: 'text_delta', text: 'Hi' } } }),
    named({ type: 'message_delta', ...{ delta: { stop_reason: 'end_turn' }, usage: last } }),
    named({ type: 'message_stop' }),
  )
const gemini = (modelVersion: string, usageMetadata: object, candidate: object = {}): object => ({
  candidates: [
    { content: { role: 'model', parts: [{ text: 'Hi' }] }, index: 0, finishReason: 'STOP', ...candidate },
  ],
  ...{ modelVersion, usageMetadata },
})
const response = (model: string, output: readonly object[], more: object = {}): object => ({
  ...{
    id: 'resp_1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    error: null,
    instructions: 'x'.repeat(3000),
  },
  ...{ model, output, tools: [], usage: { input_tokens: 1000, output_tokens: 100, total_tokens: 1100 } },
  ...more,
})
const search = (id: string, type = 'search'): object => ({
  ...{ id, type: 'web_search_call', status: 'completed' },
  action: { type, query: '"web_search_call"' },
})
const CONTAINERS = ['ci_1', 'ci_2'].map(id => ({
  ...{ id, type: 'code_interpreter_call', status: 'completed', container_id: 'cntr_1', code: '1' },
}))
const TOOLS = [
  search('a'),
  search('b'),
  search('c', 'open_page'),
  { id: 'f', type: 'file_search_call' },
  ...CONTAINERS,
]
/** Two searches, one search in files, one container. */
const TOOL_UNITS = { per_search: 2, per_file_search: 1, per_container: 1 }
/** 1000 at 1.25 and 100 at 10 dollars per million, and the fees of tools. */
const TOOL_COST = 1_250_000 + 1_000_000 + 20_000_000 + 2_500_000 + 30_000_000
const RESPONSE_BODY = { input: 'Hi', store: false }
const OPUS = 'claude-opus-4-8'
const CLAUDE_USAGE = { input_tokens: 1000, output_tokens: 100 }
/** 1000 at 5 and 100 at 25 dollars per million. */
const OPUS_COST = 7_500_000
const ITERATIONS = {
  ...{ input_tokens: 23_000, output_tokens: 1000 },
  iterations: [
    { type: 'compaction', input_tokens: 180_000, output_tokens: 3500 },
    { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
  ],
}
const ITERATIONS_RECORD = {
  tokens: { input: 203_000, output: 4500, source: 'provider' },
  cost: 203_000 * 5000 + 4500 * 25_000,
}

/** Its text is 400 characters long. */
const brokenClaude: Step = {
  events: [
    named({
      type: 'message_start',
      ...{ message: message(OPUS, { input_tokens: 25_000, output_tokens: 1 }) },
    }),
    named({
      type: 'content_block_delta',
      ...{ index: 0, delta: { type: 'text_delta', text: 'word '.repeat(80) } },
    }),
  ],
  end: 'cut',
}

const REPLIES: Readonly<Record<string, BilledReply>> = {
  // The model that has answered.
  'Gemini, answered by another model': {
    ...{ provider: 'google', model: 'gemini-2.5-pro', answered: 'gemini-2.5-flash-lite' },
    step: json(
      gemini('gemini-2.5-flash-lite', {
        promptTokenCount: 1000,
        candidatesTokenCount: 100,
        totalTokenCount: 1100,
      }),
    ),
    record: { cost: 100_000 + 40_000, costSource: 'list' },
  },
  'Gemini in a stream, whose last usage is complete': {
    ...{
      provider: 'google',
      model: 'gemini-2.5-pro',
      answered: 'gemini-2.5-flash-lite',
      body: { stream: true },
    },
    step: stream(
      data(
        gemini(
          'gemini-2.5-flash-lite',
          { promptTokenCount: 1000, toolUsePromptTokenCount: 21, totalTokenCount: 1021 },
          { finishReason: undefined },
        ),
      ),
      data(
        gemini('gemini-2.5-flash-lite', {
          promptTokenCount: 1000,
          candidatesTokenCount: 100,
          totalTokenCount: 1100,
        }),
      ),
    ),
    record: { tokens: { input: 1000, output: 100, source: 'provider' }, cost: 140_000 },
  },
  'a deployment at Azure': {
    ...{ provider: 'azure', model: 'team-chat', answered: 'gpt-4o-mini-2024-07-18' },
    settings: { resource_name: 'r', deployment_id: 'team-chat', api_version: '2024-10-21' },
    step: chat('gpt-4o-mini-2024-07-18', counts(1000, 100)),
    record: { cost: 150_000 + 60_000 },
  },
  'OpenAI in a stream': {
    ...{
      provider: 'openai',
      model: 'gpt-4o',
      answered: 'gpt-4o-2024-05-13',
      body: { stream: true, stream_options: { include_usage: true } },
    },
    step: chunks('gpt-4o-2024-05-13', counts(1000, 100)),
    record: { cost: 5_000_000 + 1_500_000 },
  },
  'Claude, by a fallback of the provider': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS, answered: 'claude-haiku-4-5-20251001' },
    step: json(message('claude-haiku-4-5-20251001', CLAUDE_USAGE)),
    record: { cost: 1_000_000 + 500_000 },
  },
  'Claude in a stream': {
    ...{
      provider: 'anthropic',
      path: '/messages',
      model: OPUS,
      answered: 'claude-haiku-4-5-20251001',
      body: { stream: true },
    },
    step: messageStream(
      'claude-haiku-4-5-20251001',
      { input_tokens: 1000, output_tokens: 1 },
      { output_tokens: 100 },
    ),
    record: { cost: 1_500_000 },
  },
  'a response whose model is behind long instructions': {
    ...{
      provider: 'openai',
      path: '/responses',
      model: 'gpt-5',
      answered: 'gpt-5-mini-2025-08-07',
      body: RESPONSE_BODY,
    },
    step: json(response('gpt-5-mini-2025-08-07', [])),
    record: { cost: 250_000 + 200_000 },
  },
  'an answer that the list has not, at the price of what was sent': {
    ...{ provider: 'openai', model: 'gpt-4o-mini', answered: 'gpt-unlisted' },
    step: chat('gpt-unlisted', counts(1000, 100)),
    record: { cost: 210_000 },
  },
  // The charge that the provider states.
  OpenRouter: {
    ...{ provider: 'openrouter', model: 'openrouter/auto' },
    step: chat(
      'openrouter/auto',
      counts(1000, 100, { cost: 0.0123, is_byok: false, cost_details: { upstream_inference_cost: 0.0123 } }),
    ),
    record: { cost: 12_300_000, costSource: 'provider', unpriced: undefined, upstreamCost: undefined },
  },
  'OpenRouter with a key of the customer upstream': {
    ...{
      provider: 'openrouter',
      model: 'openrouter/auto',
      body: { stream: true, stream_options: { include_usage: true } },
    },
    step: chunks(
      'openrouter/auto',
      counts(194, 2, { cost: 0.95, is_byok: true, cost_details: { upstream_inference_cost: 19 } }),
    ),
    record: { cost: 950_000_000, costSource: 'provider', upstreamCost: 19_000_000_000 },
  },
  xAI: {
    ...{ provider: 'xai', model: 'grok-4' },
    step: chat('grok-4', counts(1000, 100, { cost_in_usd_ticks: 37_756_000 })),
    record: { cost: 3_775_600, costSource: 'provider', computedCost: 4_500_000 },
  },
  Perplexity: {
    ...{ provider: 'perplexity', model: 'sonar' },
    step: chat(
      'sonar',
      counts(20, 10, {
        search_context_size: 'low',
        cost: {
          input_tokens_cost: 0.00002,
          output_tokens_cost: 0.00001,
          request_cost: 0.005,
          total_cost: 0.00503,
        },
      }),
    ),
    record: { cost: 5_030_000, costSource: 'provider' },
  },
  // Multipliers, iterations, tiers.
  'Claude in the United States': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS },
    step: json(message(OPUS, { ...CLAUDE_USAGE, inference_geo: 'us' })),
    record: { cost: (OPUS_COST * 11) / 10 },
  },
  'Claude in fast mode, as a chat': {
    ...{ provider: 'anthropic', model: OPUS },
    step: json(message(OPUS, { ...CLAUDE_USAGE, inference_geo: 'global', speed: 'fast' })),
    record: { cost: OPUS_COST * 2 },
  },
  'Claude at a speed without a factor': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS },
    step: json(message(OPUS, { ...CLAUDE_USAGE, speed: 'ludicrous' })),
    record: { cost: OPUS_COST, unpriced: ['speed ludicrous'] },
  },
  'Claude with compaction': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS },
    ...{ step: json(message(OPUS, ITERATIONS)), record: ITERATIONS_RECORD },
  },
  'Claude with compaction, as a chat': {
    ...{ provider: 'anthropic', model: OPUS },
    ...{ step: json(message(OPUS, ITERATIONS)), record: ITERATIONS_RECORD },
  },
  'Claude with compaction, in a stream': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS, body: { stream: true } },
    ...{
      step: messageStream(OPUS, { input_tokens: 23_000, output_tokens: 1 }, ITERATIONS),
      record: ITERATIONS_RECORD,
    },
  },
  'an advisor of Claude, at its own model': {
    ...{ provider: 'anthropic', path: '/messages', model: 'claude-haiku-4-5' },
    step: json(
      message('claude-haiku-4-5', {
        ...{
          input_tokens: 412,
          output_tokens: 531,
          cache_read_input_tokens: 0,
          cache_creation_input_tokens: 0,
        },
        iterations: [
          { type: 'message', input_tokens: 412, cache_read_input_tokens: 0, output_tokens: 89 },
          { type: 'advisor_message', model: 'claude-opus-4-7', input_tokens: 823, output_tokens: 1612 },
          { type: 'message', input_tokens: 1348, cache_read_input_tokens: 412, output_tokens: 442 },
        ],
      }),
    ),
    record: {
      tokens: { input: 412 + 823 + 1348 + 412, output: 89 + 1612 + 442, cached: 412, source: 'provider' },
      cost: (412 + 1348) * 1000 + 412 * 100 + 531 * 5000 + 823 * 5000 + 1612 * 25_000,
    },
  },
  // Fees of tools.
  'tools of a response': {
    ...{ provider: 'openai', path: '/responses', model: 'gpt-5', body: RESPONSE_BODY },
    step: json(response('gpt-5', TOOLS)),
    record: { units: TOOL_UNITS, cost: TOOL_COST },
  },
  'tools of a response in a stream': {
    ...{ provider: 'openai', path: '/responses', model: 'gpt-5', body: { ...RESPONSE_BODY, stream: true } },
    step: stream(
      named({
        type: 'response.created',
        ...{ response: response('gpt-5', [], { usage: null, status: 'in_progress' }) },
      }),
      ...TOOLS.map((item, index) =>
        named({ type: 'response.output_item.done', ...{ output_index: index, item } }),
      ),
      named({ type: 'response.output_text.delta', ...{ delta: 'Hi' } }),
      named({ type: 'response.completed', ...{ response: response('gpt-5', TOOLS) } }),
    ),
    record: { units: TOOL_UNITS, cost: TOOL_COST },
  },
  'a preview of the search tool': {
    ...{ provider: 'openai', path: '/responses', model: 'gpt-4.1', body: RESPONSE_BODY },
    step: json(response('gpt-4.1', [search('a')], { tools: [{ type: 'web_search_preview' }] })),
    record: { units: { per_search_preview: 1 }, cost: 2_000_000 + 800_000 + 25_000_000 },
  },
  'a model that always searches': {
    ...{ provider: 'openai', model: 'gpt-4o-search-preview' },
    step: chat('gpt-4o-search-preview-2025-03-11', counts(1000, 100)),
    record: { cost: 2_500_000 + 1_000_000 + 25_000_000 },
  },
  'grounding of Gemini 2, by the prompt': {
    ...{ provider: 'google', model: 'gemini-2.5-flash' },
    step: json(
      gemini(
        'gemini-2.5-flash',
        { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 },
        {
          groundingMetadata: { webSearchQueries: ['a', 'b', 'c'] },
        },
      ),
    ),
    record: { units: { per_search: 3 }, cost: 300_000 + 250_000 + 35_000_000, unpriced: undefined },
  },
  'grounding of Gemini 3, by the search, in a stream': {
    ...{ provider: 'google', model: 'gemini-3-flash-preview', body: { stream: true } },
    step: stream(
      data(
        gemini(
          'gemini-3-flash-preview',
          { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 },
          {
            groundingMetadata: { webSearchQueries: ['a', 'b', 'c'] },
          },
        ),
      ),
    ),
    record: { units: { per_search: 3 }, cost: 500_000 + 300_000 + 42_000_000 },
  },
  // Counts in other places.
  'cached tokens at the top, at Moonshot': {
    ...{ provider: 'moonshot', model: 'kimi-k2-0905-preview' },
    step: chat('kimi-k2-0905-preview', counts(1000, 100, { cached_tokens: 600 })),
    record: { tokens: { input: 1000, cached: 600, output: 100, source: 'provider' } },
  },
  'cached tokens at Mistral': {
    ...{ provider: 'mistral', model: 'mistral-small-latest' },
    step: chat('mistral-small-latest', counts(1000, 100, { num_cached_tokens: 600 })),
    record: { tokens: { input: 1000, cached: 600, output: 100, source: 'provider' } },
  },
  'the nested count first': {
    ...{ provider: 'moonshot', model: 'kimi-k2-0905-preview' },
    step: chat(
      'kimi-k2-0905-preview',
      counts(1000, 100, { cached_tokens: 600, prompt_tokens_details: { cached_tokens: 500 } }),
    ),
    record: { tokens: { input: 1000, cached: 500, output: 100, source: 'provider' } },
  },
  'cached tokens of Gemini beside the prompt': {
    ...{ provider: 'google', model: 'gemini-2.5-flash' },
    step: json(
      gemini('gemini-2.5-flash', {
        promptTokenCount: 100,
        cachedContentTokenCount: 5000,
        candidatesTokenCount: 10,
        totalTokenCount: 5110,
      }),
    ),
    record: { tokens: { input: 5100, cached: 5000, output: 10, source: 'provider' } },
  },
  'the billed units of Cohere': {
    ...{ provider: 'cohere', model: 'command-a-03-2025' },
    step: json({
      ...{
        id: 'c',
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hi' }] },
      },
      usage: {
        billed_units: { input_tokens: 5, output_tokens: 418 },
        tokens: { input_tokens: 71, output_tokens: 418 },
      },
    }),
    record: { tokens: { input: 5, output: 418, source: 'provider' }, cost: 5 * 2500 + 418 * 10_000 },
  },
  'tokens of a strict rerank': {
    ...{
      provider: 'jina',
      path: '/rerank',
      model: 'jina-reranker-v2',
      body: { query: 'a', documents: ['b'] },
    },
    step: json({
      model: 'jina-reranker-v2',
      results: [{ index: 0, relevance_score: 1 }],
      usage: { total_tokens: 5000 },
    }),
    record: { tokens: { input: 5000, output: 0, source: 'provider' } },
  },
  // Streams that break keep what was reported; the output is at least its text.
  'a broken stream of messages': {
    ...{ provider: 'anthropic', path: '/messages', model: OPUS, body: { stream: true } },
    step: brokenClaude,
    record: { tokens: { input: 25_000, output: 100, source: 'provider' }, cost: 125_000_000 + 2_500_000 },
  },
  'a broken stream of Claude, as a chat': {
    ...{ provider: 'anthropic', model: OPUS, body: { stream: true } },
    step: brokenClaude,
    record: { tokens: { input: 25_000, output: 1, source: 'provider' } },
  },
  'a broken stream of Gemini': {
    ...{ provider: 'google', model: 'gemini-2.5-flash', body: { stream: true } },
    step: {
      events: [
        data(
          gemini(
            'gemini-2.5-flash',
            { promptTokenCount: 25_000, candidatesTokenCount: 7, totalTokenCount: 25_007 },
            { finishReason: undefined },
          ),
        ),
      ],
      end: 'cut',
    },
    record: { tokens: { input: 25_000, output: 7, source: 'provider' } },
  },
  'a broken stream of chats with usage in each chunk': {
    ...{ provider: 'vllm', model: 'home-made', body: { stream: true } },
    settings: { custom_host: 'https://vllm.example/v1' },
    step: {
      events: [
        data({
          ...{ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'home-made' },
          choices: [{ index: 0, delta: { content: 'Hi' } }],
          usage: counts(25_000, 7),
        }),
      ],
      end: 'cut',
    },
    record: { tokens: { input: 25_000, output: 7, source: 'provider' } },
  },
  // What is not known.
  'a field that no table has': {
    ...{ provider: 'openai', model: 'gpt-4o-mini' },
    step: chat(
      'gpt-4o-mini',
      counts(1000, 100, { hologram_tokens: 7, hologram_details: { depth_tokens: 2, width_tokens: 0 } }),
    ),
    record: { cost: 210_000, unpriced: ['hologram_tokens', 'hologram_details.depth_tokens'] },
  },
  'a field of Gemini that no table has': {
    ...{ provider: 'google', model: 'gemini-2.5-flash' },
    step: json(
      gemini('gemini-2.5-flash', {
        promptTokenCount: 1000,
        candidatesTokenCount: 100,
        hologramTokenCount: 7,
        totalTokenCount: 1107,
      }),
    ),
    record: { unpriced: ['hologramTokenCount'] },
  },
  'a model that no list has': {
    ...{ provider: 'openai', model: 'gpt-home' },
    step: chat('gpt-home', counts(1000, 100)),
    record: { cost: undefined, unpriced: ['model'] },
  },
}

async function recordOf({ provider, model, path = '/chat/completions', settings, body, step }: BilledReply) {
  const { call } = createHarness({
    manifest: { providers: { main: { provider, api_key: '${env:KEY}', ...settings } } },
    environment: { KEY: 'key' },
    script: [step],
  })
  const given =
    path === '/chat/completions' || path === '/messages'
      ? { messages: [{ role: 'user', content: 'Hi' }], max_tokens: 50 }
      : {}
  const { outcome, status, text } = await call({
    path,
    headers: { 'x-gateway-provider': '@main' },
    body: { model, ...given, ...body },
  })
  if (outcome === undefined || status !== 200) throw new Error(`${status} ${text}`)
  return { answered: outcome.record.answeredModel, cost: usageCost(outcome, list.find, DAY), text }
}

describe('The record of a reply', () => {
  it.each(Object.entries(REPLIES))('has %s', async (_name, billed) => {
    const { cost, answered } = await recordOf(billed)
    const entries = Object.entries(billed.record)
    expect(cost).toMatchObject(Object.fromEntries(entries.filter(([, value]) => value !== undefined)))
    for (const [field, value] of entries) if (value === undefined) expect(cost).not.toHaveProperty(field)
    if (billed.answered !== undefined) expect(answered).toBe(billed.answered)
  })

  it('shows the cached tokens of such fields to clients of messages and responses', async () => {
    const step = chat('kimi-k2-0905-preview', counts(1000, 100, { cached_tokens: 600 }))
    const moonshot = { provider: 'moonshot', model: 'kimi-k2-0905-preview', step, record: {} }
    const messages = await recordOf({ ...moonshot, path: '/messages' })
    expect(JSON.parse(messages.text)).toMatchObject({
      usage: { input_tokens: 400, cache_read_input_tokens: 600 },
    })
    const responses = await recordOf({ ...moonshot, path: '/responses', body: RESPONSE_BODY })
    expect(JSON.parse(responses.text)).toMatchObject({
      usage: { input_tokens_details: { cached_tokens: 600 } },
    })
  })

  it('does not show to clients what is recorded for the price alone', async () => {
    const { text } = await recordOf({
      ...{ provider: 'anthropic', model: OPUS, record: {} },
      step: json(message(OPUS, { ...ITERATIONS, inference_geo: 'us' })),
    })
    expect(Object.keys((JSON.parse(text) as { usage: object }).usage)).toEqual([
      'prompt_tokens',
      'completion_tokens',
      'total_tokens',
      'prompt_tokens_details',
      'completion_tokens_details',
    ])
  })
})

describe('Another model than was sent', () => {
  it.each<readonly [string, string, boolean]>([
    ['gpt-4o', 'gpt-4o-2024-08-06', true],
    ['models/gemini-2.5-pro', 'gemini-2.5-pro-002', true],
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5-20250929', true],
    ['claude-sonnet-4-5@20250929', 'claude-sonnet-4-5', true],
    ['openai/gpt-4o:nitro', 'openai/gpt-4o', true],
    ['mistral-large-latest', 'mistral-large-2512', true],
    ['gemini-2.5-pro', 'gemini-3.8-flash', false],
    ['gpt-5', 'gpt-5-mini-2025-08-07', false],
    ['team-chat', 'gpt-4o-mini-2024-07-18', false],
  ])('%s and %s: the same is %s', (sent, answered, same) => {
    expect(isSameModel(sent, answered)).toBe(same)
  })
})

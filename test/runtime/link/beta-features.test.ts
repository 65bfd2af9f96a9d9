// Beta features of Claude at the clouds: of the config, of the request, of the client's own header.
import { describe, expect, it, test } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const converse: Step = {
  status: 200,
  body: {
    output: { message: { role: 'assistant', content: [{ text: 'fine' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
  },
}
const message: Step = {
  status: 200,
  body: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'c',
    content: [],
    stop_reason: 'end_turn',
    usage: {},
  },
}
const bedrock = (more: object) => ({
  providers: { p: { provider: 'bedrock', api_key: '${env:MAIN_KEY}', cloud1_region: 'us-east-1', ...more } },
})
const vertex = (more: object) => ({
  providers: {
    p: {
      provider: 'vertex',
      api_key: '${env:MAIN_KEY}',
      cloud3_region: 'global',
      cloud3_project_id: 'project',
      ...more,
    },
  },
})
const CLAUDE = 'anthropic.claude-opus-4-6-v1:0'

async function send(manifest: object, step: Step, model: string, path: string, headers = {}) {
  const stage = createHarness({ manifest, configs: { c: { provider: '@p' } }, script: [step] })
  const outcome = await stage.call({
    method: 'POST',
    path,
    headers: { 'x-gateway-config': 'c', ...headers },
    body: { model, max_tokens: 9, messages: [{ role: 'user', content: 'hello' }] },
  })
  const [request] = stage.upstream.sent
  if (request === undefined) throw new Error(outcome.text)
  return { body: request.json as Record<string, unknown>, headers: request.headers, outcome }
}

describe('Bedrock', () => {
  test.each([
    ['a text', 'a,b'],
    ['a list', ['a', 'b']],
  ])('%s of the config is sent to the model', async (_, anthropic_beta) => {
    const { body } = await send(bedrock({ anthropic_beta }), converse, CLAUDE, '/chat/completions')
    expect(body['additionalModelRequestFields']).toEqual({ anthropic_beta: ['a', 'b'] })
  })
  test.each(['/chat/completions', '/messages'])(
    'the header of the client is sent at %s, as far as the provider knows it',
    async path => {
      const header = { 'anthropic-beta': 'context-1m-2025-08-07,claude-code-20250219' }
      const { body, outcome } = await send(bedrock({ anthropic_beta: 'a' }), converse, CLAUDE, path, header)
      expect(body['additionalModelRequestFields']).toEqual({ anthropic_beta: ['a', 'context-1m-2025-08-07'] })
      expect(outcome.outcome?.reply.dropped).toEqual(['anthropic_beta.claude-code-20250219'])
    },
  )
  it('another model gets none', async () => {
    const { body } = await send(
      bedrock({ anthropic_beta: 'a' }),
      converse,
      'amazon.nova-pro-v1:0',
      '/chat/completions',
    )
    expect(body).not.toHaveProperty('additionalModelRequestFields')
  })
})

describe('Vertex AI', () => {
  test.each(['/chat/completions', '/messages'])('%s has them in the body', async path => {
    const { body } = await send(vertex({ anthropic_beta: ['a', 'b'] }), message, 'claude-opus-4-6', path)
    expect(body['anthropic_beta']).toEqual(['a', 'b'])
  })
  it('a chat has those of the client too', async () => {
    const header = { 'anthropic-beta': 'context-1m-2025-08-07' }
    const { body } = await send(vertex({}), message, 'claude-opus-4-6', '/chat/completions', header)
    expect(body['anthropic_beta']).toEqual(['context-1m-2025-08-07'])
  })
  test.each(['/chat/completions', '/messages'])('%s has none that the provider refuses', async path => {
    const header = { 'anthropic-beta': 'effort-2025-11-24,context-1m-2025-08-07' }
    const { body, headers, outcome } = await send(vertex({}), message, 'claude-opus-4-6', path, header)
    expect(`${String(body['anthropic_beta'])} ${headers.join()}`).not.toContain('effort')
    expect(`${String(body['anthropic_beta'])} ${headers.join()}`).toContain('context-1m-2025-08-07')
    expect(outcome.outcome?.reply.dropped).toEqual(['anthropic_beta.effort-2025-11-24'])
  })
})

describe('The advanced use of tools at Vertex AI', () => {
  const CLAUDE_4_5 = 'claude-sonnet-4-5@20250929'
  const FEATURE = 'advanced-tool-use-2025-11-20'
  const search = { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' }
  const tool = { name: 'f', input_schema: { type: 'object' }, defer_loading: true }

  it('has its own name for the search of tools, and is without the other parts, which are named', async () => {
    const stage = createHarness({
      manifest: vertex({}),
      configs: { c: { provider: '@p' } },
      script: [message],
    })
    const reply = await stage.call({
      path: '/messages',
      headers: { 'x-gateway-config': 'c', 'anthropic-beta': FEATURE },
      body: {
        model: CLAUDE_4_5,
        max_tokens: 9,
        messages: [{ role: 'user', content: 'hello' }],
        tools: [search, { ...tool, input_examples: [{}], allowed_callers: ['code_execution_20250825'] }],
      },
    })
    const [sent] = stage.upstream.sent
    expect(sent?.json).toMatchObject({ tools: [search, tool] })
    expect(sent?.text).not.toMatch(/input_examples|allowed_callers/)
    expect(sent?.headers).toContain('tool-search-tool-2025-10-19')
    expect(reply.outcome?.reply.dropped).toEqual([
      'tools.input_examples',
      'tools.allowed_callers',
      `anthropic_beta.${FEATURE}`,
    ])
  })
})

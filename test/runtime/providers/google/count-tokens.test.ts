// Counting the tokens of Anthropic messages, at the Gemini API and at Vertex AI.
import { describe, expect, test } from 'vitest'
import { google } from '../../../../runtime/providers/google/google.ts'
import { vertex } from '../../../../runtime/providers/google/vertex/vertex.ts'
import { createHarness } from '../../../support/harness.ts'
import { areRecorded, recordedFolders, recordedJson } from '../recordings.ts'
import { context } from './context.ts'

const model = 'gemini-2.5-flash'
const body = {
  model,
  system: 'Be brief.',
  messages: [{ role: 'user', content: 'What is the capital of France?' }],
  tools: [{ name: 'f', input_schema: { type: 'object', properties: {} } }],
}
const contents = [{ role: 'user', parts: [{ text: 'What is the capital of France?' }] }]
const system = { parts: [{ text: 'Be brief.' }] }
const settings = '/projects/project/locations/us-central1/publishers'

test('the Gemini interface is given the whole chat', () => {
  expect(google.endpoints['messages/count_tokens']?.request(body, context)).toMatchObject({
    body: {
      generateContentRequest: {
        ...{ model: `models/${model}`, contents, systemInstruction: system },
        tools: [{ functionDeclarations: [{ name: 'f' }] }],
      },
    },
    dropped: [],
    path: `/models/${model}:countTokens`,
  })
})

describe('Vertex AI', () => {
  const request = vertex.endpoints['messages/count_tokens']?.request
  test('gets the parts that contain tokens', () => {
    const convert = request?.({ ...body, tool_choice: { type: 'any' } }, context)
    expect(convert).toMatchObject({ path: `${settings}/google/models/${model}:countTokens` })
    expect(Object.keys((convert as { body: object }).body).sort()).toEqual([
      'contents',
      'systemInstruction',
      'tools',
    ])
  })

  test('counts native Claude messages at one path', () => {
    const claude = 'claude-sonnet-4-5@20250929'
    expect(request?.({ ...body, model: claude }, { ...context, model: `anthropic/${claude}` })).toEqual({
      body: { ...body, anthropic_version: 'vertex-2023-10-16', model: claude },
      dropped: [],
      path: `${settings}/anthropic/models/count-tokens:rawPredict`,
    })
  })

  test('unsupported parameters are reported, and unsupported content is rejected', () => {
    expect(request?.({ ...body, context_management: {} }, context)).toMatchObject({
      dropped: ['context_management'],
    })
    expect(request?.({ ...body, messages: 7 }, context)).toMatchObject({
      code: 'invalid_request',
      param: 'messages',
    })
  })
})

describe.runIf(areRecorded)('recorded counts', () => {
  const cases = [google, vertex].flatMap((adapter, index) =>
    recordedFolders(`google-${['gemini', 'vertex'][index]}/count-tokens`).map(
      name => [name, adapter, `google-${['gemini', 'vertex'][index]}/count-tokens/${name}`] as const,
    ),
  )
  test.each(cases)('%s', (_, adapter, folder) => {
    const reply = recordedJson(`${folder}/response.json`) as { totalTokens?: number }
    expect(reply.totalTokens).toBeGreaterThan(0)
    expect(adapter.endpoints['messages/count_tokens']?.reply(reply, context)).toEqual({
      input_tokens: reply.totalTokens,
    })
  })
})

const manifest = {
  providers: {
    vx: {
      ...{ provider: 'vertex', cloud3_region: 'us-central1', cloud3_project_id: 'project' },
      api_key: '${env:TOKEN}',
    },
  },
}

test('through the gateway: Gemini, Claude, and open models, whose tokens are estimated', async () => {
  const script = [
    { status: 200, body: { totalTokens: 7 } },
    { status: 200, body: { input_tokens: 9 } },
  ]
  const { call, upstream } = createHarness({ manifest, environment: { TOKEN: 't' }, script })
  const count = (convert: string) =>
    call({ path: '/messages/count_tokens', body: { ...body, model: `@vx/${convert}` } })
  expect((await count(model)).json).toEqual({ input_tokens: 7 })
  expect((await count('claude-sonnet-4-5@20250929')).json).toEqual({ input_tokens: 9 })
  expect(await count('meta/llama-4-maverick')).toMatchObject({
    status: 200,
    headers: { 'x-gateway-token-count': 'estimate' },
  })
  expect(upstream.sent).toHaveLength(2)
})

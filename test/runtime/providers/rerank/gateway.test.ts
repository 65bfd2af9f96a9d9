// `/rerank` through the whole gateway: one request, converted for each provider, and its replies.
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { createHarness } from '../../../support/harness.ts'
import type { Step } from '../../../support/scripted-upstream.ts'

const PROVIDERS = {
  providers: {
    cohere: { provider: 'cohere', api_key: '${env:MAIN_KEY}' },
    voyage: { provider: 'voyage', api_key: '${env:MAIN_KEY}' },
    aws: { provider: 'bedrock', api_key: '${env:MAIN_KEY}', cloud1_region: 'us-east-1' },
    openai: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
  },
}

const rerankRequest: JsonObject = {
  query: 'Which?',
  documents: ['Berlin', { text: 'Paris' }],
  top_n: 1,
  return_documents: true,
  rank_fields: ['text'],
}

const ranked = [
  { index: 0, relevance_score: 0.1 },
  { index: 1, relevance_score: 0.9 },
]
const best = [{ index: 1, relevance_score: 0.9, document: { text: 'Paris' } }]

async function callGateway(model: string, step: Step, more: JsonObject = {}, headers = {}) {
  const gateway = createHarness({ manifest: PROVIDERS, script: [step] })
  const reply = await gateway.call({ path: '/rerank', headers, body: { ...rerankRequest, ...more, model } })
  return { reply, sent: gateway.upstream.sent[0] }
}

describe('one request of the interface', () => {
  test('to Cohere', async () => {
    const body = { id: 'r-1', results: ranked, meta: { billed_units: { search_units: 1 } } }
    const { reply, sent } = await callGateway('@cohere/rerank-v3.5', { status: 200, body })
    expect(sent).toMatchObject({ origin: 'https://api.cohere.com', path: '/v2/rerank' })
    expect(sent?.json).toEqual({
      model: 'rerank-v3.5',
      query: 'Which?',
      documents: ['Berlin', 'Paris'],
      top_n: 1,
    })
    expect(reply.outcome?.reply.dropped).toEqual(['rank_fields'])
    expect(reply.json).toEqual({
      object: 'list',
      results: best,
      model: 'rerank-v3.5',
      id: 'r-1',
      provider: 'cohere',
      usage: { search_units: 1 },
    })
  })

  test('to a compatible provider', async () => {
    const body = { object: 'list', data: ranked, model: 'rerank-2', usage: { total_tokens: 9 } }
    const strict = { 'x-gateway-strict-vendor-compliance': 'false' }
    const { reply, sent } = await callGateway('@voyage/rerank-2', { status: 200, body }, {}, strict)
    expect(sent).toMatchObject({ path: '/v1/rerank', json: { model: 'rerank-2', top_k: 1 } })
    expect(sent?.json).not.toHaveProperty('top_n')
    expect(reply.outcome?.reply.dropped).toEqual(['rank_fields'])
    expect(reply.json).toMatchObject({
      results: best,
      provider: 'voyage',
      usage: { total_tokens: 9 },
    })
  })

  test('to AWS Bedrock', async () => {
    const { reply, sent } = await callGateway('@aws/cohere.rerank-v3-5:0', {
      status: 200,
      body: { results: ranked },
    })
    expect(sent).toMatchObject({
      path: '/model/cohere.rerank-v3-5%3A0/invoke',
      json: { api_version: 2, query: 'Which?', documents: ['Berlin', 'Paris'], top_n: 1 },
    })
    expect(reply.json).toMatchObject({ results: best, model: 'cohere.rerank-v3-5:0', provider: 'bedrock' })
  })

  const ok = { status: 200, body: { results: ranked } }
  test.each([
    [
      'azure',
      { 'x-gateway-cloud2-deployment-id': 'my-rerank' },
      'cohere.rerank-v4',
      'https://contoso.openai.azure.com/providers/cohere/v2/rerank',
      'my-rerank',
    ],
    [
      'cloud2',
      { 'x-gateway-cloud2-model-name': 'cohere.rerank-v3.5' },
      'any',
      'https://contoso.openai.azure.com/providers/cohere/v2/rerank',
      'rerank-v3.5',
    ],
    [
      'azure-foundry',
      {},
      'cohere.rerank-v4',
      'https://contoso.services.ai.azure.com/providers/cohere/v2/rerank',
      'rerank-v4',
    ],
    [
      'azure-foundry',
      { 'x-gateway-custom-host': 'https://foundry.example.com/models' },
      'cohere.rerank-v4',
      'https://foundry.example.com/providers/cohere/v2/rerank',
      'rerank-v4',
    ],
  ])('to a resource of Azure, by headers: %s, %j', async (provider, more, model, url, named) => {
    const headers = {
      'x-gateway-provider': provider,
      'x-gateway-cloud2-resource-name': 'contoso',
      'x-gateway-cloud2-api-version': '2024-10-21',
      authorization: 'Bearer azure-key',
      ...more,
    }
    const { reply, sent } = await callGateway(model, ok, {}, headers)
    expect([`${sent?.origin}${sent?.path}`, sent?.json]).toMatchObject([url, { model: named, top_n: 1 }])
    expect(sent?.headers).toContain('azure-key')
    expect(reply.json).toMatchObject({ results: best })
  })

  test('to a provider without reranking', async () => {
    const { reply, sent } = await callGateway('@openai/gpt-6.1-sol', { status: 200, body: {} })
    expect([reply.status, sent]).toEqual([400, undefined])
    expect(reply.json).toMatchObject({ error: { code: 'unsupported_endpoint' } })
  })
})

test('what is wrong is refused before anything is sent', async () => {
  const { reply, sent } = await callGateway(
    '@cohere/x',
    { status: 200, body: {} },
    { documents: [], top_n: 0 },
  )
  expect([reply.status, sent]).toEqual([400, undefined])
  expect(reply.json).toMatchObject({
    error: { code: 'invalid_request', message: expect.stringMatching(/top_n.*documents/) },
  })
})

test('an error of the provider keeps its status and message', async () => {
  const { reply } = await callGateway('@cohere/x', { status: 429, body: { id: 'e', message: 'Slow down.' } })
  expect(reply.status).toBe(429)
  expect(reply.json).toMatchObject({ error: { message: 'Cohere: Slow down.', type: 'rate_limit_error' } })
})

// Azure model inference: normalized replies of its deployments, and reranking.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../../support/harness.ts'
import { CHAT } from '../../../support/sample-bodies.ts'
import type { Step } from '../../../support/scripted-upstream.ts'

const SERVERLESS = {
  provider: 'azure-foundry',
  api_key: '${env:KEY}',
  cloud2_deployment_type: 'serverless',
  cloud2_deployment_name: 'my-reranker',
  cloud2_region: 'eastus2',
  cloud2_api_version: '2024-05-01-preview',
}

const callGateway = async (path: string, body: object, step: Step) => {
  const here = createHarness({
    manifest: { providers: { models: SERVERLESS } },
    environment: { KEY: 'k' },
    script: [step],
  })
  const reply = await here.call({ path, headers: { 'x-gateway-provider': '@models' }, body })
  return { reply, sent: here.upstream.sent[0] }
}

describe('chats of models that deviate from the OpenAI schema', () => {
  it('the finish reason "tool_call" becomes OpenAI’s "tool_calls"', async () => {
    const message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', function: { name: 'f', arguments: '{}' } }],
    }
    const { reply } = await callGateway('/chat/completions', CHAT, {
      status: 200,
      body: { id: 'x', choices: [{ index: 0, message, finish_reason: 'tool_call' }] },
    })
    expect(reply.json).toMatchObject({ choices: [{ finish_reason: 'tool_calls' }] })
  })
})

describe('rerank', () => {
  const REQUEST = { model: 'cohere.rerank-v3', query: 'q', documents: ['a', 'b'] }

  it('a leading vendor prefix is stripped for the upstream call', async () => {
    const { reply, sent } = await callGateway('/rerank', REQUEST, {
      status: 200,
      body: {
        results: [
          { index: 0, relevance_score: 0.1 },
          { index: 1, relevance_score: 0.9 },
        ],
      },
    })
    expect([`${sent?.origin}${sent?.path}`, sent?.json]).toEqual([
      'https://my-reranker.eastus2.models.ai.azure.com/v2/rerank',
      { ...REQUEST, model: 'rerank-v3' },
    ])
    expect(reply.json).toMatchObject({ object: 'list', results: [{ index: 1 }, { index: 0 }] })
  })
})

// Model names in all forms: plain names, inference profiles of every region, all kinds of ARNs.
import { describe, expect, test } from 'vitest'
import { bedrock } from '../../../../runtime/providers/bedrock/bedrock.ts'
import { foundationModel, makerOf, withoutProfile } from '../../../../runtime/providers/bedrock/model.ts'
import type { EndpointAdapter } from '../../../../runtime/values/adapter.ts'
import { isFailure } from '../../../../runtime/values/failures.ts'
import { context } from './context.ts'

const ARN = 'arn:aws:bedrock:us-east-1:123456789012:'
const PROFILE = `${ARN}application-inference-profile/a1b2c3`
const BOUGHT = `${ARN}provisioned-model/a1b2c3`
const IMPORTED = `${ARN}imported-model/a1b2c3`
const settings = (cloud1_base_model?: string) => ({ cloud1_region: 'us-east-1', cloud1_base_model })

test.each<readonly [model: string, hint: string | undefined, maker: string | undefined, itself: string]>([
  ['anthropic.claude-x-v1:0', undefined, 'anthropic', 'anthropic.claude-x-v1:0'],
  ...['us', 'us-gov', 'eu', 'apac', 'jp', 'au', 'ca', 'global'].map(
    region =>
      [`${region}.anthropic.claude-x-v1:0`, undefined, 'anthropic', 'anthropic.claude-x-v1:0'] as const,
  ),
  ['openai.gpt-5.6-luna', undefined, 'openai', 'openai.gpt-5.6-luna'],
  [`${ARN}inference-profile/eu.amazon.nova-lite-v1:0`, undefined, 'amazon', 'amazon.nova-lite-v1:0'],
  ['arn:aws:bedrock:us-east-1::foundation-model/cohere.embed-v4:0', undefined, 'cohere', 'cohere.embed-v4:0'],
  [PROFILE, undefined, undefined, 'a1b2c3'],
  [PROFILE, 'us.anthropic.claude-x-v1:0', 'anthropic', 'anthropic.claude-x-v1:0'],
  [BOUGHT, 'amazon.titan-embed-text-v2:0', 'amazon', 'amazon.titan-embed-text-v2:0'],
  // A name that contains the maker needs no configuration.
  ['cohere.embed-v4:0', 'amazon.titan-embed-text-v2:0', 'cohere', 'cohere.embed-v4:0'],
])('%s with %s is of %s', (model, hint, maker, itself) => {
  const named = { model, settings: settings(hint) }
  expect(makerOf(foundationModel(named))).toBe(maker)
  expect(withoutProfile(named)).toBe(itself)
})

describe('every endpoint treats an ARN as its base model', () => {
  const requestFor = (
    endpoint: keyof typeof bedrock.endpoints,
    body: object,
    model: string,
    hint?: string,
  ) => {
    const adapter: EndpointAdapter | undefined = bedrock.endpoints[endpoint]
    return adapter?.request({ ...body, model }, { ...context, model, settings: settings(hint) })
  }
  const chat = { messages: [{ role: 'user', content: 'a' }], reasoning_effort: 'low' }

  test.each<readonly [endpoint: keyof typeof bedrock.endpoints, body: object, hint: string, written: object]>(
    [
      [
        'chat/completions',
        chat,
        'anthropic.claude-x-v1:0',
        { additionalModelRequestFields: { output_config: { effort: 'low' } } },
      ],
      ['embeddings', { input: 'a' }, 'amazon.titan-embed-text-v2:0', { inputText: 'a' }],
      ['rerank', { query: 'a', documents: ['b'] }, 'cohere.rerank-v3-5:0', { api_version: 2 }],
      ['completions', { prompt: 'a' }, 'meta.llama3-8b-instruct-v1:0', { prompt: 'a' }],
      ['images/generations', { prompt: 'a' }, 'amazon.nova-canvas-v1:0', { taskType: 'TEXT_IMAGE' }],
    ],
  )('%s', (endpoint, body, hint, written) => {
    expect(requestFor(endpoint, body, PROFILE, hint)).toMatchObject({
      body: written,
      path: expect.stringContaining(`/model/${encodeURIComponent(PROFILE)}/`),
    })
  })

  test('an imported model completes texts without configuration', () => {
    expect(requestFor('completions', { prompt: 'a' }, IMPORTED)).toMatchObject({ body: { prompt: 'a' } })
  })

  test('an ARN of another region is rejected at every endpoint', () => {
    const model = 'arn:aws:bedrock:eu-west-1:123456789012:inference-profile/eu.anthropic.claude-x-v1:0'
    const refused = Object.entries(bedrock.endpoints).map(([endpoint, adapter]) => {
      const result = adapter.request(
        { ...chat, input: 'a', query: 'a', documents: ['b'], prompt: 'a', model },
        { ...context, model },
      )
      return [endpoint, isFailure(result) && result.param === 'model' && result.message]
    })
    for (const [endpoint, message] of refused)
      expect(message, String(endpoint)).toContain(
        'model is an ARN of the region eu-west-1, but cloud1_region is us-east-1.',
      )
    expect(refused).toHaveLength(6)
  })

  test('an ARN of no region is of all', () => {
    const model = 'arn:aws:bedrock:::foundation-model/anthropic.claude-x-v1:0'
    expect(requestFor('chat/completions', chat, model)).toHaveProperty('path')
  })
})

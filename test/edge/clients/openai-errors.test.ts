// Failures in OpenAI's SDK: its error classes, with a message that names the cause. A provider that rejects the
// gateway's credential is not reported as a missing client key.
import { createHash } from 'node:crypto'
import OpenAI, { type APIError } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'

let harness: ProviderHarness
let client: OpenAI

const clientWith = (defaultHeaders: Record<string, string>): OpenAI =>
  new OpenAI({ baseURL: harness.gateway.url, apiKey: 'unused', maxRetries: 0, defaultHeaders })

beforeAll(async () => {
  const hash = createHash('sha256').update('gateway-key').digest('hex')
  harness = await startProviderHarness({
    manifest: { api_keys: [{ id: 'app', hash: `sha256:${hash}`, scopes: ['inference'] }] },
  })
  client = clientWith({ 'x-gateway-api-key': 'gateway-key' })
})
afterAll(() => harness.stop())

const messages = [{ role: 'user' as const, content: 'Hello' }]
const configs = Object.entries(MODELS).map(([slug, model]) => [slug, model.replace(/\/.*/, '')] as const)

/** The error of a call, as the SDK throws it. */
const failed = async (call: PromiseLike<unknown>): Promise<APIError> => {
  const reason = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(reason instanceof OpenAI.APIError)) throw new Error('The call did not fail as the SDK fails.')
  return reason
}

const NAMES: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  claude: 'Anthropic',
  gemini: 'Google Gemini',
  bedrock: 'AWS Bedrock',
  cohere: 'Cohere',
}

describe('who refuses', () => {
  it.each([
    ['no key', {}, 'missing_api_key'],
    ['a wrong key', { 'x-gateway-api-key': 'wrong' }, 'invalid_api_key'],
  ])('the gateway, for %s', async (_, headers: Record<string, string>, code) => {
    const error = await failed(
      clientWith(headers).chat.completions.create({ model: MODELS.openai, messages }),
    )
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError)
    expect(error).toMatchObject({ status: 401, code, type: 'authentication_error' })
    expect(error.message).toContain('x-gateway-api-key')
    expect(error.headers?.get('x-gateway-provider')).toBeNull()
  })

  it.each(configs)('%s, for its own credential', async (slug, config) => {
    const error = await failed(client.chat.completions.create({ model: `${config}/locked`, messages }))
    expect(error).toBeInstanceOf(OpenAI.AuthenticationError)
    // The vendor's own error as it came; another provider's names whose it is.
    expect(error.message).toContain(
      slug === 'openai' ? '401 The model is locked.' : `${NAMES[slug]}: The model is locked.`,
    )
    expect(error.code).toBe('invalid_api_key')
    expect(error.message).not.toContain('x-gateway-api-key')
    expect(error.headers?.get('x-gateway-provider')).not.toBeNull()
  })
})

describe.each(configs)('%s', (slug, config) => {
  it('a limit is the class for limits, with the time to wait', async () => {
    const error = await failed(client.chat.completions.create({ model: `${config}/limited`, messages }))
    expect(error).toBeInstanceOf(OpenAI.RateLimitError)
    expect(error.headers?.get('retry-after')).toBe('7')
  })

  it('an overloaded model fails before the stream starts', async () => {
    const body = { model: `${config}/overloaded`, messages, stream: true } as const
    const error = await failed(client.chat.completions.create(body))
    expect(error).toBeInstanceOf(OpenAI.InternalServerError)
    expect(error.status).toBe(503)
    if (slug !== 'openai') {
      expect(error.message).toContain(NAMES[slug])
      expect(error.code).toBe('server_is_overloaded')
    }
  })

  it('a connection that dies is a 502 with a cause, whole and streamed', async () => {
    for (const stream of [false, true]) {
      const error = await failed(
        client.chat.completions.create({ model: `${config}/dead`, messages, stream }),
      )
      expect(error).toMatchObject({ status: 502, type: 'upstream_error' })
    }
  })

  it('a client that disconnects in mid-stream is not a failure', async () => {
    const trace = `left-${slug}`
    const stream = await client.chat.completions.create(
      { model: `${config}/silent`, messages, stream: true },
      { headers: { 'x-gateway-trace-id': trace } },
    )
    for await (const chunk of stream) if (chunk.choices[0]?.delta.content) break
    stream.controller.abort()
    await expect
      .poll(async () => (await harness.gateway.log()).find(line => line['trace'] === trace))
      .toMatchObject({
        left: true,
        stream: true,
      })
  })
})

it('the SDK retries by itself, as the header says, and the gateway logs each attempt', async () => {
  const patient = new OpenAI({
    baseURL: harness.gateway.url,
    apiKey: 'unused',
    maxRetries: 1,
    defaultHeaders: { 'x-gateway-api-key': 'gateway-key', 'x-gateway-trace-id': 'again' },
  })
  await failed(patient.chat.completions.create({ model: '@openai/overloaded', messages }))
  expect((await harness.gateway.log()).filter(line => line['trace'] === 'again')).toHaveLength(2)
})

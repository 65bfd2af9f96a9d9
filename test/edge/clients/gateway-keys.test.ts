// Clients that can only set an API key: OpenAI's and Anthropic's SDK with a key of the gateway in its place, and models
// without a slug, which defaults and aliases serve.
import { createHash } from 'node:crypto'
import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'

const KEY = 'key-of-the-gateway'
const messages = [{ role: 'user' as const, content: 'Hello' }]
let harness: ProviderHarness

beforeAll(async () => {
  const hash = createHash('sha256').update(KEY).digest('hex')
  harness = await startProviderHarness({
    configs: { chat: { provider: '@openai' } },
    manifest: {
      api_keys: [
        {
          id: 'app',
          hash: `sha256:${hash}`,
          defaults: { config: 'chat' },
          aliases: { 'claude-small': 'haiku' },
        },
      ],
      aliases: { haiku: MODELS.claude },
    },
  })
})
afterAll(() => harness.stop())

const openai = (apiKey: string): OpenAI => new OpenAI({ baseURL: harness.gateway.url, apiKey, maxRetries: 0 })
const anthropic = (apiKey: { readonly apiKey: string } | { readonly authToken: string }): Anthropic =>
  new Anthropic({ baseURL: harness.gateway.url.replace(/\/v1$/, ''), maxRetries: 0, apiKey: null, ...apiKey })

/** Everything that the providers received, without the bodies. */
const received = (): string =>
  JSON.stringify(
    Object.values(harness.providers).flatMap(provider =>
      provider.received.map(({ path, headers }) => ({ path, headers })),
    ),
  )

describe.each(Object.values(MODELS))('a key of the gateway, and %s', model => {
  it('is enough for OpenAI’s SDK', async () => {
    const reply = await openai(KEY).chat.completions.create({ model, messages })
    expect(reply.choices[0]?.message.content).toBeTruthy()
    expect(received()).not.toContain(KEY)
  })

  it.each([{ apiKey: KEY }, { authToken: KEY }])('is enough for Anthropic’s SDK as %j', async key => {
    const reply = await anthropic(key).messages.create({ model, max_tokens: 2000, messages })
    expect(reply.content.length).toBeGreaterThan(0)
    expect(received()).not.toContain(KEY)
  })
})

describe('a model without a slug', () => {
  it('is served by the default config of the key', async () => {
    await openai(KEY).chat.completions.create({ model: 'gpt-6-sol', messages })
    const [last] = harness.providers.openai.received.slice(-1)
    expect(JSON.parse(String(last?.body))).toMatchObject({ model: 'gpt-6-sol' })
  })

  it('is served by the provider of its alias, through both SDKs', async () => {
    const model = 'claude-small'
    await anthropic({ apiKey: KEY }).messages.create({ model, max_tokens: 2000, messages })
    await openai(KEY).chat.completions.create({ model, messages })
    const models = harness.providers.claude.received
      .slice(-2)
      .map(({ body }) => (JSON.parse(String(body)) as { model: string }).model)
    expect(models).toEqual(['claude-sonnet-5', 'claude-sonnet-5'])
  })
})

describe('a key that is not of the gateway', () => {
  it('is an authentication error of OpenAI’s SDK that says so', async () => {
    const call = openai('sk-unknown').chat.completions.create({ model: MODELS.openai, messages })
    await expect(call).rejects.toThrow(/401 .*is not a key of this gateway/)
  })

  it('is an authentication error of Anthropic’s SDK that says so', async () => {
    const call = anthropic({ apiKey: 'sk-unknown' }).messages.create({
      model: MODELS.claude,
      max_tokens: 5,
      messages,
    })
    await expect(call).rejects.toThrow(Anthropic.AuthenticationError)
  })
})

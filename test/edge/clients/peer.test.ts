// Portkey's SDK, unchanged: a gateway with its prefix of headers and its words (`spelling: peer`).
import { createHash } from 'node:crypto'
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject } from '../../../schemas/values/json.ts'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'

const KEY = 'key-of-the-gateway'
const messages = [{ role: 'user' as const, content: 'Hello' }]
const ask = { model: MODELS.openai, messages }
let harness: ProviderHarness

beforeAll(async () => {
  const hash = createHash('sha256').update(KEY).digest('hex')
  harness = await startProviderHarness({
    configs: { saved: { provider: '@claude', override_params: { model: 'claude-sonnet-5' } } },
    manifest: {
      header_prefix: 'x-portkey-',
      spelling: 'peer',
      caller_hosts: ['127.0.0.1'],
      api_keys: [{ id: 'app', hash: `sha256:${hash}` }],
    },
  })
})
afterAll(() => harness.stop())

type Options = ConstructorParameters<typeof Portkey>[0]

const client = (options: Options = {}) =>
  new Portkey({ baseURL: harness.gateway.url, apiKey: KEY, ...options })

const send = (portkey: Portkey, body: typeof ask) =>
  portkey.chat.completions.create({ ...body, stream: false })

describe("Portkey's SDK", () => {
  it('chats', async () => {
    const reply = await send(client(), ask)
    expect(reply.choices[0]?.message?.content).toBeTruthy()
    expect(reply.getHeaders()).toMatchObject({ provider: 'openai' })
  })

  it('streams', async () => {
    const stream = await client().chat.completions.create({ ...ask, stream: true })
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta?.content ?? ''
    expect(text).toBeTruthy()
  })

  it('embeds', async () => {
    const reply = await client().embeddings.create({
      model: '@openai/text-embedding-3-small',
      input: 'Hello',
    })
    expect(reply.data).toHaveLength(1)
  })

  it.each<readonly [string, Options]>([
    ['a saved config', { config: 'saved' }],
    ['a config', { config: { provider: '@claude', override_params: { model: 'claude-sonnet-5' } } }],
    [
      'a config with a fallback',
      {
        config: {
          strategy: { mode: 'fallback' },
          targets: [
            { provider: '@openai', override_params: { model: 'locked' } },
            { virtual_key: 'claude', override_params: { model: 'claude-sonnet-5' } },
          ],
        },
      },
    ],
  ])('selects %s', async (_title, options) => {
    const reply = await send(client(options), { model: 'gpt-6.1-sol', messages })
    expect(reply.choices[0]?.message?.content).toBeTruthy()
    expect(reply.getHeaders()).toMatchObject({ provider: 'anthropic' })
  })

  it('selects a virtual key, and tags its calls', async () => {
    const portkey = client({ virtualKey: 'openai', traceID: 'trace-7', metadata: { _user: 'ann' } })
    const reply = await send(portkey, { model: 'gpt-6.1-sol', messages })
    expect(reply.getHeaders()).toMatchObject({ 'trace-id': 'trace-7' })
    const log = await harness.gateway.log()
    expect(log.at(-1)).toMatchObject({ trace: 'trace-7', metadata: { _user: 'ann' } })
  })

  // The provider accepts signatures of this key and region only, and the gateway has none for it.
  it.each<readonly [string, (origin: string) => Options]>([
    [
      'headers',
      customHost => ({
        provider: 'bedrock',
        customHost,
        awsAccessKeyId: 'AKIDEXAMPLE',
        awsSecretAccessKey: 'secret-of-the-client',
        awsRegion: 'eu-central-1',
      }),
    ],
    [
      'a config',
      custom_host => ({
        config: {
          provider: 'bedrock',
          custom_host,
          aws_access_key_id: 'AKIDEXAMPLE',
          aws_secret_access_key: 'secret-of-the-client',
          aws_region: 'eu-central-1',
        },
      }),
    ],
  ])('brings credentials of a cloud in its own words in %s', async (_title, options) => {
    const portkey = client(options(harness.providers.bedrock.origin))
    const model = MODELS.bedrock.slice('@bedrock/'.length)
    expect((await send(portkey, { model, messages })).choices[0]?.message?.content).toBeTruthy()
  })

  it.each<readonly [string, Options, string, number]>([
    ['an unknown key', { apiKey: 'unknown' }, MODELS.openai, 401],
    ['an unknown config', { config: 'missing' }, MODELS.openai, 404],
    ['an error of the provider', {}, '@openai/locked', 401],
    ['an overloaded provider', {}, '@openai/overloaded', 503],
  ])('reports %s as its own error', async (_title, options, model, status) => {
    const error: unknown = await send(client(options), { model, messages }).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(isObject(error)).toBe(true)
    expect(error).toMatchObject({ status })
  })

  it('forwards the headers that it names', async () => {
    const more = { forwardHeaders: ['X-My-Custom-Header', 'x-other'], xMyCustomHeader: 'mine', xThird: 'no' }
    await send(client(more as Options), ask)
    const { headers } = harness.providers.openai.received.at(-1) ?? {}
    expect(headers?.['x-my-custom-header']).toBe('mine')
    expect(JSON.stringify(headers)).not.toContain('third')
  })

  it('sends no key of the gateway to a provider', async () => {
    await send(client(), ask)
    const received = Object.values(harness.providers).flatMap(provider => provider.received)
    const heads = received.map(({ path, headers }) => ({ path, headers }))
    expect(received.length).toBeGreaterThan(0)
    expect(JSON.stringify(heads)).not.toContain(KEY)
    expect(JSON.stringify(heads)).not.toContain('x-portkey-')
  })
})

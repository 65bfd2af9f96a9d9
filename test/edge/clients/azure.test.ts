// Clients of Azure's API: `AzureOpenAI` with the gateway as its endpoint and a key of the gateway as its API key. The
// deployment is the model, so slugs, aliases and defaults apply.
import { createHash } from 'node:crypto'
import { AzureOpenAI } from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MODELS,
  type ProviderHarness,
  startProviderHarness,
} from '../../support/dialects/provider-harness.ts'
import { type Provider, runProvider } from '../../support/running-gateway.ts'

const KEY = 'key-of-the-gateway'
const messages = [{ role: 'user' as const, content: 'Hello' }]
let azure: Provider
let harness: ProviderHarness

beforeAll(async () => {
  azure = await runProvider(({ url = '' }, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify(
        url.includes('/audio/')
          ? { text: 'Hello' }
          : {
              ...{ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: 'gpt-6-sol' },
              choices: [
                { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'From Azure' } },
              ],
              data: [],
            },
      ),
    )
  })
  const hash = createHash('sha256').update(KEY).digest('hex')
  harness = await startProviderHarness({
    more: {
      azure: {
        provider: 'azure',
        api_key: '${env:OPENAI}',
        custom_host: `${azure.origin}/openai`,
        api_version: '2024-10-21',
      },
    },
    manifest: {
      api_keys: [{ id: 'app', hash: `sha256:${hash}` }],
      aliases: { small: MODELS.openai, fast: '@azure/fast-deployment' },
      defaults: { provider: '@openai' },
    },
  })
})
afterAll(async () => {
  await harness.stop()
  await azure.stop()
})

const origin = (): string => harness.gateway.url.replace(/\/v1$/, '')
const client = (more: object = {}): AzureOpenAI =>
  new AzureOpenAI({
    endpoint: origin(),
    apiKey: KEY,
    apiVersion: '2024-02-01',
    maxRetries: 0,
    ...more,
  })

const last = ({ received }: Provider) => {
  const { path = '', headers = {}, body } = received.at(-1) ?? {}
  return { path, headers, body: String(body) }
}

describe('AzureOpenAI', () => {
  it.each([MODELS.openai, MODELS.claude, MODELS.gemini, 'small', 'gpt-5'])('reaches %s', async model => {
    const reply = await client().chat.completions.create({ model, messages })
    expect(reply.choices[0]?.message.content).toBeTruthy()
  })

  it('streams', async () => {
    const stream = await client().chat.completions.create({ model: MODELS.claude, messages, stream: true })
    let text = ''
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? ''
    expect(text).not.toBe('')
  })

  it('names the deployment of an Azure provider, with the version of the target', async () => {
    await client().chat.completions.create({ model: '@azure/my-deployment', messages })
    const { path, headers, body } = last(azure)
    expect(path).toBe('/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21')
    expect(headers['api-key']).toBe('openai-key')
    expect(JSON.parse(body)).toMatchObject({ model: 'my-deployment' })
  })

  it('names one by an alias', async () => {
    await client({ deployment: 'fast' }).chat.completions.create({ model: 'ignored', messages })
    expect(last(azure).path).toContain('/deployments/fast-deployment/chat/completions?')
  })

  it('sends forms', async () => {
    const file = new File(['abc'], 'a.wav')
    await client().audio.transcriptions.create({ model: '@azure/whisper', file })
    const { path, body } = last(azure)
    expect(path).toBe('/openai/deployments/whisper/audio/transcriptions?api-version=2024-10-21')
    expect(body.match(/name="model"\r\n\r\n(.*)\r\n/)?.[1]).toBe('whisper')
  })

  it('reaches routes without a deployment', async () => {
    const reply = await client().responses.create({ model: MODELS.claude, input: 'Hello', store: false })
    expect(reply.output_text).toBeTruthy()
    const models = await client().models.list()
    expect(models.data.map(({ id }) => id)).toContain('small')
  })
})

const post = (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
  fetch(origin() + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': KEY, ...headers },
    body: JSON.stringify(body),
  })

describe('a deployment in the path', () => {
  it.each([
    ['/openai/deployments/small/chat/completions?api-version=2024-02-01', {}],
    ['/openai/deployments/@openai/gpt-5/chat/completions?api-version=2024-02-01', {}],
    ['/openai/deployments/%40openai%2Fgpt-5/chat/completions', { model: 'other' }],
    ['/openai/v1/chat/completions?api-version=preview', { model: 'small' }],
  ])('%s replaces the model of %j', async (path, body) => {
    const response = await post(path, { messages, ...body })
    expect(response.status).toBe(200)
    const request = last(harness.providers.openai)
    expect(request.path).toBe('/v1/chat/completions')
    expect(JSON.parse(request.body)).toMatchObject({ model: 'gpt-5' })
  })

  it('adds the model to a form without one', async () => {
    const form = new FormData()
    form.set('file', new File(['abc'], 'a.wav'))
    const path = `${origin()}/openai/deployments/@azure%2Fwhisper/audio/transcriptions`
    await fetch(path, { method: 'POST', headers: { 'api-key': KEY }, body: form })
    expect(last(azure).body).toContain('name="model"\r\n\r\nwhisper\r\n')
  })

  it.each(['/openai/deployments', '/openai/deployments/%zz/chat/completions', '/openai//'])(
    '%s is no exception in the server',
    async path => {
      expect((await post(path, { messages })).status).toBeLessThan(500)
    },
  )
})

it('a path of the gateway is not forwarded below /openai either', async () => {
  expect((await post('/openai/guardrails/g1', {})).status).toBe(501)
  expect((await post('/openai/v1/guardrails/g1', {})).status).toBe(501)
  expect((await post('/openai/prompts/p1/completions', { variables: {} })).status).toBe(404)
})

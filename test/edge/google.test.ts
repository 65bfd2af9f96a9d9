// The vendor's own SDK with Google's dialect, over real sockets on both sides: paths by model, the key in its header,
// embeddings in base64 as the SDK requests them.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

let gateway: RunningGateway
let provider: Provider
let client: OpenAI

const part = (text: string, finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts: [{ text }] }, ...(finishReason ? { finishReason } : {}), index: 0 },
  ],
  usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
  modelVersion: 'gemini-test',
})

beforeAll(async () => {
  provider = await runProvider((request, response) => {
    const path = request.url ?? ''
    if (path.endsWith(':generateContent')) {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(part('Hello there', 'STOP')))
    } else if (path.includes(':streamGenerateContent')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of [part('Hello'), part(' there', 'STOP')])
        response.write(`data: ${JSON.stringify(event)}\r\n\r\n`)
      response.end()
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ embeddings: [{ values: [0.5, -0.25] }] }))
    }
  })
  gateway = await runGateway(
    {
      providers: {
        gemini: { provider: 'google', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1beta` },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    {},
    { KEY: 'google-key' },
  )
  client = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const request = { model: '@gemini/gemini-3.8-flash', messages: [{ role: 'user' as const, content: 'Hi' }] }

describe('Google Gemini', () => {
  it('whole', async () => {
    const reply = await client.chat.completions.create(request)
    expect([
      reply.choices[0]?.message.content,
      reply.choices[0]?.finish_reason,
      reply.usage?.total_tokens,
    ]).toEqual(['Hello there', 'stop', 5])
    const sent = provider.received.at(-1)
    expect(sent?.path).toBe('/v1beta/models/gemini-3.8-flash:generateContent')
    expect(sent?.headers['x-goog-api-key']).toBe('google-key')
    expect(sent?.headers.authorization).toBeUndefined()
    expect(JSON.parse(String(sent?.body))).toEqual({ contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] })
  })

  it('streamed', async () => {
    const stream = await client.chat.completions.create({
      ...request,
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = await Array.fromAsync(stream)
    expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello there')
    expect(chunks.at(-1)?.usage?.total_tokens).toBe(5)
    expect(provider.received.at(-1)?.path).toBe(
      '/v1beta/models/gemini-3.8-flash:streamGenerateContent?alt=sse',
    )
  })

  it('embeddings, in base64 by the default of the SDK', async () => {
    const { data } = await client.embeddings.create({ model: '@gemini/gemini-embedding-001', input: 'one' })
    expect(data[0]?.embedding).toEqual([0.5, -0.25])
  })
})

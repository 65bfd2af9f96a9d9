// The vendor's own SDK with Bedrock, over real sockets on both sides: paths by model, signatures, binary frames that
// become server-sent events.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventFrame as frame } from '../runtime/streams/aws-event-bytes.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

let gateway: RunningGateway
let provider: Provider
let client: OpenAI

beforeAll(async () => {
  provider = await runProvider((request, response, body) => {
    if (String(body).includes('please fail')) {
      response.writeHead(400, {
        'content-type': 'application/json',
        'x-amzn-errortype': 'ValidationException:http://internal',
      })
      response.end('{"message":"The model is not there."}')
    } else if (request.url?.endsWith('/converse-stream')) {
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' })
      response.write(frame('messageStart', { role: 'assistant' }))
      response.write(frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: 'Hello' } }))
      response.write(frame('contentBlockDelta', { contentBlockIndex: 0, delta: { text: ' there' } }))
      response.write(frame('contentBlockStop', { contentBlockIndex: 0 }))
      response.write(frame('messageStop', { stopReason: 'end_turn' }))
      response.end(frame('metadata', { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } }))
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({
          output: { message: { role: 'assistant', content: [{ text: 'Hello there' }] } },
          stopReason: 'end_turn',
          usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
        }),
      )
    }
  })
  gateway = await runGateway(
    {
      providers: {
        cloud: {
          provider: 'bedrock',
          cloud1_access_key_id: '${env:KEY_ID}',
          cloud1_secret_access_key: '${env:SECRET}',
          cloud1_region: 'eu-central-1',
          custom_host: provider.origin,
        },
      },
      trusted_hosts: ['127.0.0.1'],
      caller_hosts: ['127.0.0.1'],
    },
    {},
    { KEY_ID: 'AKIDEXAMPLE', SECRET: 'wJalrXUtnFEMI' },
  )
  client = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const request = {
  model: '@cloud/amazon.nova-lite-v1:0',
  messages: [{ role: 'user' as const, content: 'Hi' }],
}

describe('AWS Bedrock', () => {
  it('whole, signed for its region', async () => {
    const reply = await client.chat.completions.create(request)
    expect([reply.choices[0]?.message.content, reply.usage?.total_tokens]).toEqual(['Hello there', 5])
    const sent = provider.received.at(-1)
    expect(sent?.path).toMatch(/^\/model\/amazon\.nova-lite-v1(:|%3A)0\/converse$/)
    expect(sent?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, SignedHeaders=\S+, Signature=[0-9a-f]{64}$/,
    )
    expect(JSON.stringify(sent?.headers) + String(sent?.body)).not.toContain('wJalrXUtnFEMI')
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
  })

  it('passed through, signed as well', async () => {
    const reply = await fetch(`${gateway.url}/proxy/guardrails?limit=1`, {
      headers: { 'x-gateway-provider': '@cloud' },
    })
    expect(reply.status).toBe(200)
    const sent = provider.received.at(-1)
    expect([sent?.method, sent?.path]).toEqual(['GET', '/guardrails?limit=1'])
    expect(sent?.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/)
  })

  it("the caller's own key, with a config without credentials", async () => {
    const config = JSON.stringify({
      provider: 'bedrock',
      cloud1_region: 'us-east-1',
      custom_host: provider.origin,
    })
    await client.chat.completions.create(
      { ...request, model: 'amazon.nova-lite-v1:0' },
      { headers: { 'x-gateway-config': config, authorization: 'Bearer own-key' } },
    )
    expect(provider.received.at(-1)?.headers.authorization).toBe('Bearer own-key')
  })

  it('an error whose type is in a header', async () => {
    const failed = client.chat.completions.create({
      ...request,
      messages: [{ role: 'user', content: 'please fail' }],
    })
    await expect(failed).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('The model is not there.'),
    })
  })
})

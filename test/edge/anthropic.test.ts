// The vendor's SDK with a provider of another dialect: whole, streamed, with tools; dropped parameters are reported.
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

let gateway: RunningGateway
let provider: Provider
let client: OpenAI

const MESSAGE = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-5',
  stop_sequence: null,
  usage: { input_tokens: 5, output_tokens: 3 },
}
const TEXT = { ...MESSAGE, content: [{ type: 'text', text: 'Hello there' }], stop_reason: 'end_turn' }
const CALL = {
  ...MESSAGE,
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Bern' } }],
  stop_reason: 'tool_use',
}

const event = (type: string, more: object): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`

/** The events of a streamed message: one text block in pieces, and the end. */
function streamOf(block: object, pieces: readonly object[], reason: string): string {
  return [
    event('message_start', { message: { ...MESSAGE, content: [], stop_reason: null } }),
    event('ping', {}),
    event('content_block_start', { index: 0, content_block: block }),
    ...pieces.map(delta => event('content_block_delta', { index: 0, delta })),
    event('content_block_stop', { index: 0 }),
    event('message_delta', {
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: 3 },
    }),
    event('message_stop', {}),
  ].join('')
}

beforeAll(async () => {
  provider = await runProvider((_request, response, body) => {
    const request = JSON.parse(body.toString()) as { stream?: boolean; tools?: unknown; model: string }
    if (request.model === 'overloaded') {
      response.writeHead(529, { 'content-type': 'application/json', 'request-id': 'req_1' })
      return response.end('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}')
    }
    if (!request.stream) {
      response.writeHead(200, { 'content-type': 'application/json', 'request-id': 'req_1' })
      return response.end(JSON.stringify(request.tools ? CALL : TEXT))
    }
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'request-id': 'req_2' })
    const text = request.tools
      ? streamOf(
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: {} },
          [
            { type: 'input_json_delta', partial_json: '{"ci' },
            { type: 'input_json_delta', partial_json: 'ty":"Bern"}' },
          ],
          'tool_use',
        )
      : streamOf(
          { type: 'text', text: '' },
          [
            { type: 'text_delta', text: 'Hello' },
            { type: 'text_delta', text: ' there' },
          ],
          'end_turn',
        )
    for (const piece of text.match(/.{1,7}/gs) ?? []) response.write(piece)
    return response.end()
  })
  gateway = await runGateway(
    {
      providers: {
        claude: { provider: 'anthropic', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    },
    { free: { provider: '@claude', strict_vendor_compliance: false } },
    { KEY: 'claude-key' },
  )
  client = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => {
  await gateway.stop()
  await provider.stop()
})

const send = (more: object = {}, model = 'claude-sonnet-5') => ({
  model: `@claude/${model}`,
  messages: [{ role: 'user' as const, content: 'Hello' }],
  ...more,
})
const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: { name: 'weather', parameters: { type: 'object', properties: { city: { type: 'string' } } } },
  },
]

describe("The vendor's SDK and another dialect", () => {
  it('whole', async () => {
    const reply = await client.chat.completions.create(send())
    expect(reply.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'Hello there' },
    })
    expect(reply.usage).toMatchObject({ prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 })
    expect(provider.received.at(-1)).toMatchObject({
      method: 'POST',
      path: '/v1/messages',
      headers: { 'x-api-key': 'claude-key' },
    })
    expect(JSON.parse(provider.received.at(-1)?.body.toString() ?? '')).toMatchObject({
      model: 'claude-sonnet-5',
      max_tokens: 4096,
    })
  })

  it('streamed, for any chunking', async () => {
    const stream = await client.chat.completions.create({
      ...send(),
      stream: true,
      stream_options: { include_usage: true },
    })
    const chunks = await Array.fromAsync(stream)
    expect(chunks.map(chunk => chunk.choices[0]?.delta.content ?? '').join('')).toBe('Hello there')
    expect(chunks[0]?.choices[0]?.delta.role).toBe('assistant')
    expect(chunks.find(chunk => chunk.usage)?.usage?.total_tokens).toBe(8)
  })

  it('tools, whole and streamed', async () => {
    const whole = await client.chat.completions.create(send({ tools }))
    const streamed = await client.chat.completions.stream({ ...send(), tools }).finalChatCompletion()
    for (const { choices } of [whole, streamed]) {
      expect(choices[0]?.finish_reason).toBe('tool_calls')
      const [call] = choices[0]?.message.tool_calls ?? []
      expect(call).toMatchObject({ id: 'toolu_1', type: 'function', function: { name: 'weather' } })
      expect(call?.type === 'function' && JSON.parse(call.function.arguments)).toEqual({ city: 'Bern' })
    }
  })

  it('an error has the status and the code that clients of chats know', async () => {
    await expect(client.chat.completions.create(send({}, 'overloaded'))).rejects.toMatchObject({
      status: 503,
      code: 'server_is_overloaded',
      message: expect.stringMatching(/Anthropic: Overloaded/),
    })
  })

  it('unsupported parameters are listed in a header, whatever their names contain', async () => {
    const { response } = await client.chat.completions
      .create(send({ seed: 1, 'odd\r\nname': 2, 日本: 3 }))
      .withResponse()
    expect(response.headers.get('x-gateway-dropped-params')).toBe('odd%0D%0Aname, seed, %E6%97%A5%E6%9C%AC')
  })

  it('strict replies contain only fields of the schema, others more', async () => {
    const strict = await client.chat.completions.create(send())
    const free = await client.chat.completions.create(send(), { headers: { 'x-gateway-config': 'free' } })
    const byHeader = await client.chat.completions.create(send(), {
      headers: { 'x-gateway-config': 'free', 'x-gateway-strict-vendor-compliance': 'true' },
    })
    const has = (reply: object) => JSON.stringify(reply).includes('content_blocks')
    expect([has(strict), has(free), has(byHeader)]).toEqual([false, true, false])
  })
})

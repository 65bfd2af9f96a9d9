// The vendor's own SDK over a real socket with the running gateway: it must not be able to tell the difference.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { until } from '../support/until.ts'

let gateway: RunningGateway
let client: OpenAI
/** That have arrived at the gateway. */
let requests = 0
const count = (): void => {
  requests += 1
}

beforeAll(async () => {
  subscribe('http.server.request.start', count)
  gateway = await runGateway(
    { providers: { mock: { provider: 'mock' } } },
    { short: { provider: '@mock', request_timeout: 100 } },
  )
  client = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
})
afterAll(async () => {
  unsubscribe('http.server.request.start', count)
  await gateway.stop()
})

const request = (model: string, more: object = {}) => ({
  model: `@mock/${model}`,
  messages: [{ role: 'user' as const, content: 'Hello, world' }],
  ...more,
})

const tools: OpenAI.ChatCompletionTool[] = [
  {
    type: 'function',
    function: {
      name: 'weather',
      description: 'The weather of a city.',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
  { type: 'function', function: { name: 'time', parameters: { type: 'object', properties: {} } } },
]

describe('chat completions', () => {
  it('whole', async () => {
    const reply = await client.chat.completions.create(request('echo'))
    expect(reply.choices[0]?.message.content).toBe('Hello, world')
    expect(reply.usage?.total_tokens).toBeGreaterThan(0)
  })

  it('streamed, with usage when requested', async () => {
    const stream = await client.chat.completions.create({
      ...request('echo'),
      stream: true,
      stream_options: { include_usage: true },
    })
    let text = ''
    let usage: OpenAI.CompletionUsage | null | undefined
    let role: string | undefined
    for await (const chunk of stream) {
      role ??= chunk.choices[0]?.delta.role
      text += chunk.choices[0]?.delta.content ?? ''
      usage = chunk.usage ?? usage
    }
    expect([role, text]).toEqual(['assistant', 'Hello, world'])
    expect(usage?.total_tokens).toBeGreaterThan(0)
  })

  it('tools, whole and streamed, in parallel', async () => {
    const whole = await client.chat.completions.create({ ...request('tools'), tools })
    const calls = whole.choices[0]?.message.tool_calls ?? []
    expect(calls.map(call => call.type === 'function' && call.function.name)).toEqual(['weather', 'time'])
    expect(whole.choices[0]?.finish_reason).toBe('tool_calls')
    const runner = client.chat.completions.stream({ ...request('tools'), tools })
    const streamed = await runner.finalChatCompletion()
    const names = (streamed.choices[0]?.message.tool_calls ?? []).map(
      call => call.type === 'function' && [call.function.name, JSON.parse(call.function.arguments)],
    )
    expect(names).toEqual(
      calls.map(
        call => call.type === 'function' && [call.function.name, JSON.parse(call.function.arguments)],
      ),
    )
  })
})

describe('other endpoints', () => {
  it('embeddings', async () => {
    const { data } = await client.embeddings.create({
      model: '@mock/echo',
      input: ['one', 'two'],
      encoding_format: 'float',
    })
    expect(data.map(({ index, embedding }) => [index, embedding.length > 0])).toEqual([
      [0, true],
      [1, true],
    ])
  })

  it('completions', async () => {
    const reply = await client.completions.create({ model: '@mock/echo', prompt: 'Hello' })
    expect(reply.choices[0]?.text).toContain('Hello')
  })

  it('models of the catalog and slugs', async () => {
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toContain('@mock/echo')
  })
})

describe('errors', () => {
  it.each([
    [400, OpenAI.BadRequestError],
    [401, OpenAI.AuthenticationError],
    [403, OpenAI.PermissionDeniedError],
    [404, OpenAI.NotFoundError],
    [409, OpenAI.ConflictError],
    [422, OpenAI.UnprocessableEntityError],
    [429, OpenAI.RateLimitError],
    [500, OpenAI.InternalServerError],
    [503, OpenAI.InternalServerError],
  ])('%i is the SDK’s error class', async (status, kind) => {
    const failed = client.chat.completions.create(request(`status-${status}`))
    await expect(failed).rejects.toBeInstanceOf(kind)
    await expect(failed).rejects.toMatchObject({
      status,
      message: expect.stringContaining('The mock provider'),
    })
  })

  it('a provider that refuses the connection is a 502 with a cause', async () => {
    await expect(client.chat.completions.create(request('refuse'))).rejects.toMatchObject({
      status: 502,
      code: 'upstream_unreachable',
    })
  })

  it('a provider that sends garbage is a 502', async () => {
    await expect(client.chat.completions.create(request('malformed'))).rejects.toMatchObject({
      status: 502,
      code: 'invalid_upstream_reply',
    })
  })

  it('an error in mid-stream is thrown by the iterator', async () => {
    const stream = await client.chat.completions.create({ ...request('stream-error'), stream: true })
    await expect(Array.fromAsync(stream)).rejects.toBeInstanceOf(OpenAI.APIError)
  })

  it('a truncated stream is thrown by the iterator', async () => {
    const stream = await client.chat.completions.create({ ...request('cut-1'), stream: true })
    await expect(Array.fromAsync(stream)).rejects.toBeInstanceOf(OpenAI.APIError)
  })
})

describe('time', () => {
  it("the config's request timeout is a 408", async () => {
    const failed = client.chat.completions.create(request('hang'), {
      headers: { 'x-gateway-config': 'short' },
    })
    await expect(failed).rejects.toMatchObject({ status: 408, code: 'timeout' })
  })

  it("the header's request timeout overrides the config's", async () => {
    const failed = client.chat.completions.create(request('hang'), {
      headers: { 'x-gateway-request-timeout': '30' },
    })
    await expect(failed).rejects.toMatchObject({
      status: 408,
      message: expect.stringContaining('its deadline of 30 ms'),
    })
  })

  it("the SDK's own timeout", async () => {
    await expect(client.chat.completions.create(request('hang'), { timeout: 50 })).rejects.toBeInstanceOf(
      OpenAI.APIConnectionTimeoutError,
    )
  })

  it('an abort ends the call at the gateway too', async () => {
    const abort = new AbortController()
    const before = requests
    const call = client.chat.completions.create(request('hang'), {
      signal: abort.signal,
      headers: { 'x-gateway-trace-id': 'aborted' },
    })
    await until(() => requests > before)
    abort.abort()
    await expect(call).rejects.toBeInstanceOf(OpenAI.APIUserAbortError)
    const line = async () => (await gateway.log()).find(({ trace }) => trace === 'aborted')
    await until(async () => (await line()) !== undefined)
    expect(await line()).toMatchObject({ left: true })
  })

  it('an abort in mid-stream', async () => {
    const stream = await client.chat.completions.create(
      { ...request('slow-20'), stream: true },
      { headers: { 'x-gateway-trace-id': 'left-early' } },
    )
    for await (const _chunk of stream) break
    stream.controller.abort()
    const line = async () => (await gateway.log()).find(({ trace }) => trace === 'left-early')
    await until(async () => (await line()) !== undefined)
    expect(await line()).toMatchObject({ left: true, stream: true })
  })

  it("the SDK retries as the provider's headers say", async () => {
    const patient = new OpenAI({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 1 })
    const failed = patient.chat.completions.create(request('status-429-after-0'), {
      headers: { 'x-gateway-trace-id': 'retried' },
    })
    await expect(failed).rejects.toMatchObject({ status: 429 })
    expect((await gateway.log()).filter(({ trace }) => trace === 'retried')).toHaveLength(2)
  })
})

// The usage of realtime sessions: in the record, with its cost, and in limits, which end a session when they are used up. Events are those of
// https://developers.openai.com/api/reference/resources/realtime/server-events (read 2026-11-29).
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { closeAll, gatewayTo, later, listening } from '../../support/local-servers.ts'
import { clientOf } from './responses-fixture.ts'

afterEach(closeAll)

const USAGE = {
  total_tokens: 253,
  input_tokens: 132,
  output_tokens: 121,
  input_token_details: {
    text_tokens: 119,
    audio_tokens: 13,
    image_tokens: 0,
    cached_tokens: 64,
    cached_tokens_details: { text_tokens: 64, audio_tokens: 0, image_tokens: 0 },
  },
  output_token_details: { text_tokens: 30, audio_tokens: 91 },
}
const done = {
  type: 'response.done',
  event_id: 'e',
  response: { id: 'resp_1', status: 'completed', usage: USAGE },
}
const TRANSCRIBED = {
  type: 'conversation.item.input_audio_transcription.completed',
  item_id: 'i',
  transcript: 'Hello',
  usage: {
    type: 'tokens',
    total_tokens: 30,
    input_tokens: 20,
    output_tokens: 10,
    input_token_details: { audio_tokens: 20, text_tokens: 0 },
  },
}
const SESSION = {
  type: 'session.updated',
  session: { audio: { input: { transcription: { model: 'gpt-4o-transcribe' } } } },
}

/** A provider that answers each message with these events. */
async function realtimeProvider(
  events: readonly object[],
): Promise<{ port: number; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server, perMessageDeflate: true })
  later(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  sockets.on('connection', (socket, request) => {
    asked.push(request)
    socket.on('message', () => {
      for (const event of events) socket.send(JSON.stringify(event))
    })
    socket.on('error', () => {})
  })
  return { port: await listening(server), asked }
}

const HEADERS = { 'x-gateway-provider': '@main' }
const ASK = { type: 'response.create' }

async function session(events: readonly object[], more: Parameters<typeof gatewayTo>[1] = {}) {
  const provider = await realtimeProvider(events)
  const gateway = await gatewayTo(provider.port, more)
  const client = await clientOf(`ws://127.0.0.1:${gateway.port}/v1/realtime?model=gpt-realtime`, HEADERS)
  return { client, gateway, provider }
}

describe('usage of realtime sessions', () => {
  it('is the sum of all responses, with the cost of their sound', async () => {
    const { client, gateway } = await session([{ type: 'response.output_audio.delta', delta: 'AAAA' }, done])
    for (let turn = 0; turn < 2; turn += 1) {
      client.send(ASK)
      await client.until('response.done')
    }
    client.socket.close()
    await client.closed
    const [line] = await gateway.log()
    // Text 4 and 16, sound 32 and 64, cached 0.4 dollars for a million tokens.
    const cost = 2 * ((119 - 64) * 4 + 64 * 0.4 + 13 * 32 + 30 * 16 + 91 * 64) * 1e-6
    expect(line).toMatchObject({
      status: 101,
      model: 'gpt-realtime',
      tokens: { input: 264, output: 242, cached: 128, source: 'provider' },
      units: { audio_input: 26, audio_output: 182 },
    })
    expect(Number(line?.['cost']) / 1e9).toBeCloseTo(cost, 9)
  })

  it('is counted where a provider nests it without end, and other calls go on', async () => {
    let deep: object = {}
    for (let level = 0; level < 3_000; level += 1) deep = { a: deep }
    const nested = { ...done, response: { ...done.response, usage: { ...USAGE, deep } } }
    const { client, gateway } = await session([nested, nested])
    client.send(ASK)
    await client.until('response.done')
    await client.until('response.done')
    client.socket.close()
    await client.closed
    expect((await gateway.log())[0]).toMatchObject({ tokens: { input: 264, output: 242 } })
  })

  it('has transcriptions at the price of their own model', async () => {
    const { client, gateway } = await session([SESSION, TRANSCRIBED, done])
    client.send(ASK)
    await client.until('response.done')
    client.socket.close()
    await client.closed
    const [line] = await gateway.log()
    expect(line).toMatchObject({ tokens: { input: 152, output: 131 } })
    expect(line?.['unpriced']).toBeUndefined()
  })

  it('is read without compression, which the provider would offer', async () => {
    const { client, provider } = await session([done])
    expect(provider.asked[0]?.headers['sec-websocket-extensions']).toBeUndefined()
    expect(client.socket.extensions).toBe('')
  })
})

describe('limits of realtime sessions', () => {
  const budget = (credit: number) => ({
    policies: { usage_limits: [{ name: 'month', type: 'cost', credit_limit: credit }] },
  })

  it('admit a session under a budget, and count what it uses', async () => {
    const { client, gateway } = await session([done], budget(1))
    client.send(ASK)
    await client.until('response.done')
    client.socket.close()
    await client.closed
    const [line] = await gateway.log()
    expect(line).toMatchObject({ status: 101, counted: { tokens: 253, source: 'provider' } })
    expect(line?.['counted']).toMatchObject({ cost: line?.['cost'] })
  })

  it('end a session with the vendor’s error when the budget is used up', async () => {
    const { client, gateway } = await session([done], budget(0.12))
    let turns = 0
    for (;;) {
      client.send(ASK)
      const event = (await client.until('response.done', 'error')).at(-1)
      if (event?.type === 'error') {
        expect(event).toMatchObject({ error: { code: 'budget_exhausted', type: expect.any(String) } })
        break
      }
      turns += 1
      if (turns > 20) break
    }
    expect(turns).toBeGreaterThan(1)
    expect(turns).toBeLessThan(20)
    expect((await client.closed)[0]).toBe(1008)
    const [line] = await gateway.log()
    expect(line).toMatchObject({ status: 101, limit: 'month' })
  })

  it('refuse a session whose budget is used up before it', async () => {
    const { client, gateway } = await session([done], budget(0.005))
    client.send(ASK)
    await client.closed
    await clientOf(`ws://127.0.0.1:${gateway.port}/v1/realtime?model=gpt-realtime`, HEADERS)
    expect(await gateway.log()).toMatchObject([{ status: 101 }, { status: 412, limit: 'month' }])
  })

  it('count the tokens of a session while it is open', async () => {
    const policies = { usage_limits: [{ name: 'tokens', type: 'tokens', credit_limit: 2400 }] }
    const { client } = await session([done], { policies })
    client.send(ASK)
    await client.until('response.done')
    client.send(ASK)
    expect((await client.until('error')).at(-1)).toMatchObject({ error: { code: 'budget_exhausted' } })
    expect((await client.closed)[0]).toBe(1008)
  })
})

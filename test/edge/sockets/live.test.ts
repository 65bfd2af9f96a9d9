// Sessions of Gemini's Live API, as its SDK opens them (`@google/genai` 2.x: two slashes after the host, the key in the query, the model in the first message, and messages
// of the server as binary frames; read 2026-11-29), through the routing, the credentials, the limits and the log of the gateway.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { closeAll, gatewayTo, later, listening } from '../../support/local-servers.ts'

afterEach(closeAll)

const PATH = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'
const USAGE = {
  promptTokenCount: 522,
  responseTokenCount: 42,
  totalTokenCount: 564,
  promptTokensDetails: [
    { modality: 'TEXT', tokenCount: 357 },
    { modality: 'AUDIO', tokenCount: 165 },
  ],
  responseTokensDetails: [{ modality: 'AUDIO', tokenCount: 42 }],
}

/** A provider that accepts the setup, and answers each other message with a turn and its usage. */
async function liveProvider() {
  const asked: IncomingMessage[] = []
  const messages: unknown[] = []
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  later(() => {
    for (const socket of sockets.clients) socket.terminate()
  })
  sockets.on('connection', (socket, request) => {
    asked.push(request)
    socket.on('error', () => {})
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as object
      messages.push(message)
      const answer =
        'setup' in message
          ? { setupComplete: {} }
          : { serverContent: { turnComplete: true }, usageMetadata: USAGE }
      socket.send(Buffer.from(JSON.stringify(answer)))
    })
  })
  return { port: await listening(server), asked, messages }
}

async function opened(
  model: string,
  {
    query = '',
    headers = {},
    more = {},
  }: { query?: string; headers?: Record<string, string>; more?: Parameters<typeof gatewayTo>[1] } = {},
) {
  const provider = await liveProvider()
  const gateway = await gatewayTo(provider.port, { spec: 'google', ...more })
  const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/${PATH}${query}`, { headers })
  later(() => socket.terminate())
  const arrived: unknown[] = []
  socket.on('error', () => {})
  const closed = new Promise<readonly [number, string]>(resolve =>
    socket.on('close', (code, reason) => resolve([code, reason.toString()])),
  )
  await Promise.race([once(socket, 'open'), closed])
  const say = async (message: object): Promise<unknown> => {
    const next = once(socket, 'message')
    socket.send(JSON.stringify(message))
    const [data] = await Promise.race([next, closed])
    arrived.push(data)
    return JSON.parse(String(data))
  }
  const setup = { model, generationConfig: { responseModalities: ['AUDIO'] } }
  return { provider, gateway, socket, closed, say, setup }
}

describe('sessions of the Live API', () => {
  it('go to the provider that the model of the first message names, without the slug', async () => {
    const { say, provider, setup, gateway, socket, closed } = await opened(
      'models/@main/gemini-live-2.5-flash',
    )
    expect(await say({ setup })).toEqual({ setupComplete: {} })
    expect(await say({ realtimeInput: { text: 'Hello.' } })).toMatchObject({ serverContent: {} })
    expect(provider.messages).toEqual([
      { setup: { ...setup, model: 'models/gemini-live-2.5-flash' } },
      { realtimeInput: { text: 'Hello.' } },
    ])
    const [request] = provider.asked
    expect([request?.url, request?.headers['x-goog-api-key']]).toEqual([PATH, 'stored-key'])
    socket.close()
    await closed
    expect(await gateway.log()).toMatchObject([
      {
        status: 101,
        model: 'gemini-live-2.5-flash',
        provider: 'google',
        tokens: { input: 522, output: 42 },
        units: { audio_input: 165, audio_output: 42 },
      },
    ])
  })

  it('take the key of the gateway from the query, and do not send it on', async () => {
    const key = { id: 'a', hash: `sha256:${createHash('sha256').update('gateway-secret').digest('hex')}` }
    const more = { api_keys: [key] }
    const refused = await opened('models/@main/m', { query: '?key=wrong', more })
    expect(await refused.closed).toEqual([1006, ''])
    const { say, provider, setup } = await opened('models/@main/m', { query: '?key=gateway-secret', more })
    expect(await say({ setup })).toEqual({ setupComplete: {} })
    expect(JSON.stringify([provider.asked[0]?.url, provider.asked[0]?.rawHeaders])).not.toContain(
      'gateway-secret',
    )
  })

  it('go to the provider of a header', async () => {
    const { say, provider, setup } = await opened('models/m', { headers: { 'x-gateway-provider': '@main' } })
    await say({ setup })
    expect(provider.messages).toEqual([{ setup: { ...setup, model: 'models/m' } }])
  })

  it('go to the only provider of the vendor where nothing else is named', async () => {
    const { say, provider, setup } = await opened('models/m')
    await say({ setup })
    expect(provider.messages).toEqual([{ setup: { ...setup, model: 'models/m' } }])
  })

  it('are closed with a reason where no provider serves them, and logged', async () => {
    const { socket, closed, setup, gateway } = await opened('models/m', { more: { spec: 'openai' } })
    socket.send(JSON.stringify({ setup }))
    const [code, reason] = await closed
    expect([code, reason]).toEqual([1008, expect.stringMatching(/provider/)])
    expect(await gateway.log()).toMatchObject([{ status: 400, endpoint: 'realtime' }])
  })

  it.each(['{', '[]', '{}', '{"setup":null}', '{"clientContent":{}}'])(
    'are closed where the first message is %s, which sets nothing up',
    async message => {
      const { socket, closed, provider } = await opened('models/m')
      socket.send(message)
      expect(await closed).toEqual([1008, 'The first message must be a JSON object with the field "setup".'])
      expect(provider.asked).toEqual([])
    },
  )

  it('are closed where the provider has no such API', async () => {
    const { socket, closed, setup } = await opened('models/@main/m', { more: { spec: 'openai' } })
    socket.send(JSON.stringify({ setup }))
    expect(await closed).toEqual([1008, expect.stringContaining('does not serve Gemini')])
  })

  it('end when a budget is used up', async () => {
    const policies = { usage_limits: [{ name: 'tokens', type: 'tokens', credit_limit: 2400 }] }
    const { say, setup, closed, socket } = await opened('models/@main/m', { more: { policies } })
    await say({ setup })
    await say({ realtimeInput: { text: 'Hello.' } })
    socket.send(JSON.stringify({ realtimeInput: { text: 'More.' } }))
    expect((await closed)[0]).toBe(1008)
  })
})

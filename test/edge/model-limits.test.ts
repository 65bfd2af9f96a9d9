// Limits of a model on real sockets: what targets send is counted in one Redis for a fleet and for policies of the API, and streamed
// messages are counted with the input that only their first event reports.
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type RunningGateway, runGateway } from '../support/running-gateway.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { isListening, TEST_REDIS, uniquePrefix } from '../support/test-redis.ts'

const opened: { stop: () => Promise<unknown> }[] = []
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.stop()
})

async function gatewayWith(manifest: object): Promise<RunningGateway> {
  const gateway = await runGateway(
    { providers: { mock: { provider: 'mock' } }, ...manifest },
    {},
    { KEY: 'key' },
  )
  opened.push(gateway)
  return gateway
}

const hidden = JSON.stringify({ provider: '@mock', override_params: { model: 'echo' } })

const status = async ({ url }: RunningGateway, model: string, config = hidden): Promise<number> => {
  const reply = await fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-gateway-config': config },
    body: JSON.stringify({ model, messages: [{ role: 'user', content: 'Hello' }] }),
  })
  await reply.arrayBuffer()
  return reply.status
}

const CONDITIONS = [{ key: 'model', value: ' ECHO' }]
const hasRedis = await isListening()

describe('A limit of a model', () => {
  it.runIf(hasRedis)('service: Redis counts what targets of several processes send', async () => {
    const manifest = {
      name: uniquePrefix().replaceAll(':', '-').slice(0, 60),
      state: TEST_REDIS,
      policies: {
        rate_limits: [{ name: 'few', type: 'requests', unit: 'rph', value: 2, conditions: CONDITIONS }],
      },
    }
    const first = await gatewayWith(manifest)
    const second = await gatewayWith(manifest)
    expect([await status(first, 'x'), await status(second, 'y'), await status(first, 'z')]).toEqual([
      200, 200, 429,
    ])
    expect(await status(second, 'ec\u200bho', '{"provider":"@mock"}')).toBe(429)
    // The mock does not have this one.
    expect(await status(second, 'other', '{"provider":"@mock"}')).toBe(404)
  })

  it('holds for policies that are written by API', async () => {
    const gateway = await gatewayWith({ store: `sqlite:${temporaryFolder()}/store.db` })
    const made = await fetch(`${gateway.url}/policies/usage-limits`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...{ name: 'two', type: 'requests', credit_limit: 2, conditions: CONDITIONS },
        group_by: [{ key: 'model' }],
        workspace_id: 'default',
      }),
    })
    expect(made.status).toBe(200)
    expect([await status(gateway, 'x'), await status(gateway, ' eCHO'), await status(gateway, 'y')]).toEqual([
      200, 200, 412,
    ])
  })
})

describe('Streamed messages', () => {
  it('are logged and limited with the input that their first event reports', async () => {
    const events = [
      ['message_start', { message: { usage: { input_tokens: 1000, cache_read_input_tokens: 2000 } } }],
      ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word '.repeat(2000) } }],
      ['message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 500 } }],
      ['message_stop', {}],
    ] as const
    const upstream = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const [type, more] of events)
        response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
      response.end()
    })
    await new Promise<void>(resolve => upstream.listen(0, '127.0.0.1', resolve))
    opened.push({ stop: async () => void upstream.close() })
    const { port } = upstream.address() as { port: number }
    const host = `http://127.0.0.1:${port}`
    const gateway = await gatewayWith({
      providers: {
        claude: {
          provider: 'anthropic',
          custom_host: `${host}/v1`,
          api_key: '${env:KEY}',
          allowed_hosts: [host],
        },
      },
      trusted_hosts: ['127.0.0.1'],
      policies: { rate_limits: [{ name: 'tokens', type: 'tokens', unit: 'rph', value: 8000 }] },
    })
    const found: number[] = []
    for (let count = 0; count < 4; count += 1) {
      const reply = await fetch(`${gateway.url}/messages`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify({
          ...{ model: '@claude/claude-sonnet-5-5', max_tokens: 100, stream: true },
          messages: [{ role: 'user', content: 'Hello' }],
        }),
      })
      await reply.arrayBuffer()
      found.push(reply.status)
    }
    expect(found).toEqual([200, 200, 200, 429])
    const [line] = await gateway.log()
    expect(line).toMatchObject({
      tokens: { input: 3000, output: 500, cached: 2000, source: 'provider' },
      counted: { tokens: 3500, source: 'provider' },
    })
  })
})

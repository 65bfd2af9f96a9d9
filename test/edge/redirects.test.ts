// A provider that redirects: the gateway does not follow, and replies with a failure of its own (decision 12.5).
import { describe, expect, it } from 'vitest'
import { answering, bareProvider, gatewayTo, watch } from './hostile-routes/harness.ts'
import { exchangeRaw, rawRequest } from './raw-client.ts'

watch()

const JSON_TYPE = 'content-type: application/json'
const CHAT = '{"model":"@main/m","max_tokens":5,"messages":[{"role":"user","content":"Hi"}]}'

interface Call {
  readonly name: string
  readonly spec: string
  readonly request: string
}

const post = (path: string, body: string): string =>
  rawRequest('POST', path, [JSON_TYPE, 'connection: close'], body)

const CALLS: readonly Call[] = [
  { name: 'a chat', spec: 'openai', request: post('/v1/chat/completions', CHAT) },
  {
    name: 'a streamed chat',
    spec: 'openai',
    request: post('/v1/chat/completions', CHAT.replace('{', '{"stream":true,')),
  },
  { name: 'a translated chat', spec: 'anthropic', request: post('/v1/chat/completions', CHAT) },
  { name: 'embeddings', spec: 'openai', request: post('/v1/embeddings', '{"model":"@main/m","input":"Hi"}') },
]

describe.each(CALLS)('$name that the provider redirects', ({ spec, request }) => {
  it.each([301, 302, 303, 304, 307, 308])('with %i is 502, named', async status => {
    const moved = `HTTP/1.1 ${status} Moved\r\nlocation: https://elsewhere.example/\r\ncontent-length: 0\r\n\r\n`
    const gateway = await gatewayTo(await bareProvider(answering(moved)), { spec })
    const reply = await exchangeRaw(gateway.port, request)
    expect(reply).toMatch(/^HTTP\/1\.1 502 [\s\S]*"code":"invalid_upstream_reply"/)
    expect(reply).toContain(`responded with a redirect that the gateway does not follow (status ${status}).`)
    expect(reply).not.toContain('elsewhere')
    expect(await gateway.log()).toMatchObject([
      { status: 502, error: 'invalid_upstream_reply', attempts: [{ status: 502, cause: 'decode' }] },
    ])
  })
})

/** Replies of a provider with the status, which fill what a gateway reads of them. */
const reply = (status: string, headers: string, body: string): string =>
  `HTTP/1.1 ${status}\r\n${headers}connection: close\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const COMPLETION = JSON.stringify({ choices: [{ message: { content: 'x'.repeat(5000) } }] })

describe('What a target would send again is not requested again, and the next target follows', () => {
  const retry = { attempts: 3 }
  const configs = {
    chat: {
      strategy: { mode: 'fallback' },
      targets: [
        { provider: '@main', override_params: { model: 'm' }, retry },
        { provider: '@mock', override_params: { model: 'echo' } },
      ],
    },
  }
  it.each<readonly [string, string, number]>([
    ['a redirect', reply('302 Found', 'location: https://elsewhere.example/\r\n', ''), 1],
    ['a reply above limits.reply_bytes', reply('200 OK', `${JSON_TYPE}\r\n`, COMPLETION), 1],
    ['headers above limits.reply_header_bytes', reply('200 OK', `x: ${'y'.repeat(20_000)}\r\n`, '{}'), 1],
    ['an unknown content coding', reply('200 OK', `${JSON_TYPE}\r\ncontent-encoding: aes\r\n`, '{}'), 1],
    ['a status above 599', reply('600 Odd', `${JSON_TYPE}\r\n`, '{}'), 1],
    ['but a reply that is not JSON', reply('200 OK', `${JSON_TYPE}\r\n`, '<html>'), 4],
    ['but bytes that are not HTTP', 'hello, this is another protocol\r\n\r\n', 4],
  ])('%s', async (_title, answer, requests) => {
    let received = 0
    const port = await bareProvider(socket => {
      answering(answer)(socket)
      socket.once('data', () => {
        received += 1
      })
    })
    const gateway = await gatewayTo(port, {
      configs,
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `http://127.0.0.1:${port}/v1` },
        mock: { provider: 'mock' },
      },
      limits: { reply_bytes: 4096, reply_header_bytes: 8192 },
    })
    const text = await exchangeRaw(
      gateway.port,
      rawRequest(
        'POST',
        '/v1/chat/completions',
        [JSON_TYPE, 'x-gateway-config: chat', 'connection: close'],
        '{"messages":[{"role":"user","content":"Hi"}]}',
      ),
    )
    expect(text).toMatch(/^HTTP\/1\.1 200 [\s\S]*x-gateway-provider: mock/i)
    expect(received).toBe(requests)
  })
})

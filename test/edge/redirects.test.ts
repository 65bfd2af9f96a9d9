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

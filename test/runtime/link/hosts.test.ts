// Semantics, sections 11 and 12: a stored credential goes only to its allowed origins, and a host that a client or a
// config names is validated as the URL parser reads it.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { Step } from '../../support/scripted-upstream.ts'

const ok: Step = { status: 200, body: completion('fine') }
const MANIFEST = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    open: {
      provider: 'openai',
      api_key: '${env:MAIN_KEY}',
      allowed_hosts: ['proxy.example.com', 'https://other.example.com:8443'],
    },
    own: { provider: 'openai', api_key: '${env:MAIN_KEY}', custom_host: 'https://EXAMPLE.com:443/Base/v1/' },
    keyless: { provider: 'openai', custom_host: 'https://keyless.example.com' },
    local: { provider: 'openai', api_key: '${env:MAIN_KEY}', custom_host: 'http://127.0.0.1:9999/v1' },
  },
  trusted_hosts: ['127.0.0.1:9999'],
}

async function send(headers: Readonly<Record<string, string>>, model = 'm') {
  const stage = createHarness({ manifest: MANIFEST, configs: {}, script: [ok] })
  const reply = await stage.call({ headers, body: { model, messages: [] } })
  const [request] = stage.upstream.sent
  return {
    status: reply.status,
    code: (reply.json as { error?: { code: string } }).error?.code,
    url: request === undefined ? undefined : `${request.origin}${request.path}`,
    author: request?.hostAuthor,
    authorization: request?.headers[request.headers.indexOf('authorization') + 1],
  }
}

const by = (provider: string, host?: string, more: Readonly<Record<string, string>> = {}) => ({
  'x-gateway-provider': provider,
  ...(host === undefined ? {} : { 'x-gateway-custom-host': host }),
  ...more,
})

describe('A stored credential', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['@main', undefined, 'https://api.openai.com/v1/chat/completions'],
    ['@main', 'https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
    ['@main', 'https://API.openai.com:443/v2/', 'https://api.openai.com/v2/chat/completions'],
    ['@open', 'https://proxy.example.com/x', 'https://proxy.example.com/x/chat/completions'],
    ['@open', 'https://other.example.com:8443', 'https://other.example.com:8443/chat/completions'],
    ['@own', undefined, 'https://example.com/Base/v1/chat/completions'],
    ['@own', 'https://example.com', 'https://example.com/chat/completions'],
    ['@local', undefined, 'http://127.0.0.1:9999/v1/chat/completions'],
  ])('of %s goes to the host %s', async (provider, host, url) => {
    const sent = await send(by(provider, host, { authorization: 'Bearer other' }))
    expect([sent.url, sent.authorization]).toEqual([url, 'Bearer main-key'])
  })

  it.each<readonly [string, string]>([
    ['@main', 'https://evil.example.com/v1'],
    ['@main', 'http://api.openai.com/v1'],
    ['@main', 'https://api.openai.com:8443/v1'],
    ['@main', 'https://api.openai.com.evil.example.com/v1'],
    ['@main', 'https://api.openai.com@evil.example.com/v1'],
    ['@main', 'https://evil.example.com#https://api.openai.com'],
    ['@main', 'https://evil.example.com\\@api.openai.com/v1'],
    ['@main', 'https://sub.api.openai.com/v1'],
    ['@open', 'https://api.proxy.example.com'],
    ['@open', 'https://other.example.com'],
    ['@open', 'http://proxy.example.com'],
    ['@main', 'not a url'],
    ['@main', ''],
  ])('of %s is not sent to %j', async (provider, host) => {
    const sent = await send(by(provider, host))
    expect([sent.status, sent.code, sent.url]).toEqual([400, 'blocked_host', undefined])
  })

  it('a host named by a client is checked again on connect', async () => {
    expect((await send(by('@open', 'https://proxy.example.com'))).author).toBe('caller')
    expect((await send(by('@main'))).author).toBe('catalog')
  })
})

describe("The caller's own credential", () => {
  const own = { authorization: 'Bearer own' }
  it.each<readonly [string, string, string]>([
    ['openai', 'https://models.example.com/v1', 'https://models.example.com/v1/chat/completions'],
    ['openai', 'https://models.example.com\\v1', 'https://models.example.com/v1/chat/completions'],
    [
      'openai',
      'https://models.example.com\\@evil.example.com/v1',
      'https://models.example.com/@evil.example.com/v1/chat/completions',
    ],
    ['@keyless', 'https://models.example.com/', 'https://models.example.com/chat/completions'],
    ['vendor', 'https://models.example.com', 'https://models.example.com/chat/completions'],
  ])('of %s goes to the host %s as it was parsed', async (provider, host, url) => {
    const sent = await send(by(provider, host, own))
    expect([sent.url, sent.authorization, sent.author]).toEqual([url, 'Bearer own', 'caller'])
  })

  it.each<readonly [Readonly<Record<string, string>>, string, RegExp]>([
    [by('opnai', undefined, own), 'invalid_request', /"openai"/],
    [by('@mian', undefined, own), 'invalid_request', /"@main"/],
    [{}, 'invalid_request', /names no provider/],
    [{ 'x-gateway-virtual-key': 'nothing' }, 'invalid_request', /"@nothing"/],
  ])('%j is rejected', async (headers, code, message) => {
    const { call, upstream } = createHarness({ manifest: MANIFEST })
    const reply = await call({ headers, body: { model: 'm', messages: [] } })
    expect(reply).toMatchObject({
      status: 400,
      json: { error: { code, message: expect.stringMatching(message) } },
    })
    expect(upstream.sent).toHaveLength(0)
  })

  it('a provider name of a megabyte is not repeated in the message', async () => {
    const { call } = createHarness({ manifest: MANIFEST })
    const reply = await call({ body: { model: `@${'x'.repeat(1_000_000)}/m`, messages: [] } })
    expect(reply.status).toBe(400)
    expect(reply.text.length).toBeLessThan(1000)
  })
})

describe('The provider is named by', () => {
  it.each<readonly [string, Readonly<Record<string, string>>, string, string]>([
    ['the provider header names a slug', by('@main'), 'm', 'https://api.openai.com'],
    ['the virtual key names a slug', { 'x-gateway-virtual-key': 'main' }, 'm', 'https://api.openai.com'],
    ['the virtual key with its @', { 'x-gateway-virtual-key': '@main' }, 'm', 'https://api.openai.com'],
    ['the model names a slug', {}, '@own/m', 'https://example.com'],
    [
      'the provider header takes precedence over the virtual key',
      { ...by('@own'), 'x-gateway-virtual-key': 'main' },
      'm',
      'https://example.com',
    ],
    ['the provider header takes precedence over the model', by('@own'), '@main/m', 'https://example.com'],
    [
      'an alias of the catalog',
      by('vendor', undefined, { authorization: 'Bearer own' }),
      'm',
      'https://api.openai.com',
    ],
  ])('%s', async (_title, headers, model, origin) => {
    expect((await send(headers, model)).url).toMatch(origin)
  })

  it('a passthrough target uses the request’s provider', async () => {
    const { call, upstream } = createHarness({
      manifest: MANIFEST,
      configs: {
        c: {
          strategy: { mode: 'fallback' },
          targets: [{ passthrough: true, override_params: { model: 'n' } }, { provider: '@main' }],
        },
      },
      script: [{ status: 500, body: {} }, ok],
    })
    await call({ headers: { 'x-gateway-config': 'c' }, body: { model: '@own/m', messages: [] } })
    expect(upstream.sent.map(({ origin, json }) => [origin, (json as { model: string }).model])).toEqual([
      ['https://example.com', 'n'],
      ['https://api.openai.com', 'm'],
    ])
  })
})

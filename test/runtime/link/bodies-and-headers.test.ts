// What a provider gets: overrides, renamed and omitted parameters, the slug, the credential, forwarded headers
// (semantics, sections 2, 11 and 12).

import { describe, expect, it } from 'vitest'
import { claudeMessage } from '../../support/claude.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'
import type { SentRequest, Step } from '../../support/scripted-upstream.ts'

const MESSAGES = [{ role: 'user', content: 'Hello' }]
const ok: Step = { status: 200, body: completion('fine') }
const MESSAGE: Step = { status: 200, body: claudeMessage([{ type: 'text', text: 'fine' }]) }

const PROVIDERS = {
  providers: {
    main: { provider: 'openai', api_key: '${env:MAIN_KEY}', vendor_organization: 'org-1' },
    claude: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}', anthropic_beta: 'beta-1' },
    groq: { provider: 'groq', api_key: '${env:MAIN_KEY}' },
    bare: { provider: 'openai', custom_host: 'https://models.example.com/team-a/v1/' },
    mock: { provider: 'mock' },
  },
}

interface Sent {
  readonly request: SentRequest
  readonly headers: Readonly<Record<string, string>>
  readonly list: readonly string[]
  readonly outcome: Awaited<ReturnType<ReturnType<typeof createHarness>['call']>>
}

async function send(
  config: object,
  {
    body = { model: 'm', messages: MESSAGES },
    headers = {},
    step = ok,
    method = 'POST',
    path = '/chat/completions',
  }: {
    body?: unknown
    headers?: Readonly<Record<string, string>>
    step?: Step
    method?: string
    path?: string
  } = {},
): Promise<Sent> {
  const stage = createHarness({ manifest: PROVIDERS, configs: { c: config }, script: [step] })
  const outcome = await stage.call({ method, path, headers: { 'x-gateway-config': 'c', ...headers }, body })
  const [request] = stage.upstream.sent
  if (request === undefined) throw new Error(`Nothing was sent: ${outcome.text}`)
  const pairs = request.headers.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), request.headers[index + 1] ?? ''] as const] : [],
  )
  return { request, headers: Object.fromEntries(pairs), list: pairs.map(([name]) => name), outcome }
}

describe('The body', () => {
  const text = '{ "model" : "m" , "messages":[ {"role":"user","content":"h\\u00e9"} ], "temperature": 1.50 }'
  it('is sent byte for byte where nothing changes', async () => {
    expect((await send({ provider: '@main' }, { body: text })).request.text).toBe(text)
  })

  it('changes only in the overridden fields, and nested objects are replaced as a whole', async () => {
    const { request } = await send(
      { provider: '@main', override_params: { model: 'n', response_format: { type: 'text' }, seed: 1 } },
      { body: '{"model":"m", "response_format":{"type":"json_schema","json_schema":{}}, "x": 1.0}' },
    )
    expect(request.text).toBe('{"model":"n", "response_format":{"type":"text"}, "x": 1.0,"seed":1}')
  })

  it("a target's overrides are merged with its parent's per key, and take precedence", async () => {
    const { request } = await send({
      override_params: { temperature: 0, logit_bias: { a: 1 }, seed: 1 },
      strategy: { mode: 'fallback' },
      targets: [{ provider: '@main', override_params: { temperature: 1, logit_bias: { b: 2 } } }],
    })
    expect(request.json).toMatchObject({ temperature: 1, logit_bias: { b: 2 }, seed: 1 })
    expect(request.json).not.toHaveProperty('logit_bias.a')
  })

  it.each<readonly [string, string, string]>([
    ['@main/gpt-6-sol', 'gpt-6-sol', 'api.openai.com'],
    ['@main/ft:gpt-6-sol:org/x', 'ft:gpt-6-sol:org/x', 'api.openai.com'],
    ['@groq/@cf/meta/llama', '@cf/meta/llama', 'api.groq.com'],
  ])('the slug is removed from %s', async (model, expected, host) => {
    const { request } = await send({ passthrough: true }, { body: { model, messages: MESSAGES } })
    expect([(request.json as { model: string }).model, new URL(request.origin).host]).toEqual([
      expected,
      host,
    ])
  })

  it.each(['@cf/meta/llama', '@nothing', '@', '@/x', '@main'])(
    'the model %s does not start with a slug and is unchanged',
    async model => {
      const { request } = await send({ provider: '@main' }, { body: { model, messages: MESSAGES } })
      expect(request.json).toMatchObject({ model })
    },
  )

  it('an override of the model takes precedence over the one after the slug', async () => {
    const { request } = await send(
      { provider: '@main', override_params: { model: 'n' } },
      { body: { model: '@main/m', messages: MESSAGES } },
    )
    expect(request.json).toEqual({ model: 'n', messages: MESSAGES })
  })
})

describe('Renamed and omitted parameters of a provider', () => {
  // This provider's max_tokens is the vendor's max_completion_tokens.
  const deepseek = { provider: 'deepseek', api_key: '${env:MAIN_KEY}' }
  it.each<readonly [string, object, object, object]>([
    ['a parameter is sent under the provider’s name', {}, { max_completion_tokens: 5 }, { max_tokens: 5 }],
    ['the provider’s own name is unchanged', {}, { max_tokens: 6 }, { max_tokens: 6 }],
    [
      'of both, the provider’s name is used',
      {},
      { max_tokens: 6, max_completion_tokens: 5 },
      { max_tokens: 6 },
    ],
    ['an override is renamed', { max_completion_tokens: 7 }, {}, { max_tokens: 7 }],
    [
      'an override overrides the request under either name',
      { max_completion_tokens: 7 },
      { max_tokens: 6 },
      { max_tokens: 7 },
    ],
    [
      'an override by the name of the provider',
      { max_tokens: 8 },
      { max_completion_tokens: 5 },
      { max_tokens: 8 },
    ],
  ])('%s', async (_title, override_params, more, expected) => {
    const { request } = await send(
      { ...deepseek, override_params },
      { body: { model: 'm', messages: MESSAGES, ...more } },
    )
    expect(request.json).toEqual({ model: 'm', messages: MESSAGES, ...expected })
  })

  it('unsupported parameters are dropped and reported to the client', async () => {
    const { request, outcome } = await send(
      { provider: '@groq' },
      { body: { model: 'm', messages: MESSAGES, logit_bias: {}, seed: 1 } },
    )
    expect(request.json).toEqual({ model: 'm', messages: MESSAGES, seed: 1 })
    expect(outcome.outcome?.reply.dropped).toEqual(['logit_bias'])
  })
})

describe('The credential', () => {
  it('is sent as a bearer token, with settings and fixed headers of the provider', async () => {
    const { headers, request } = await send({ provider: '@main' })
    expect(headers).toMatchObject({ authorization: 'Bearer main-key', 'openai-organization': 'org-1' })
    expect(request.hostAuthor).toBe('catalog')
  })

  it('is sent in the provider’s header', async () => {
    const { headers } = await send({ provider: '@claude' }, { step: MESSAGE })
    expect(headers).toMatchObject({
      'x-api-key': 'claude-key',
      'anthropic-version': '2023-06-01',
      'anthropic-beta': 'beta-1',
    })
    expect(headers).not.toHaveProperty('authorization')
  })

  // https://platform.claude.com/docs/en/api/versioning: 2026-10-21 removes temperature, top_p and top_k.
  it.each([
    ['messages', '/messages', { 'anthropic-version': '2026-10-21' }, '2026-10-21'],
    ['messages without a version', '/messages', {}, '2023-06-01'],
    ['a chat, which is translated', '/chat/completions', { 'anthropic-version': '2026-10-21' }, '2023-06-01'],
    ['passed requests', '/messages/batches', { 'anthropic-version': '2026-10-21' }, '2026-10-21'],
  ])('the version of the dialect of %s is that of the client', async (_title, path, version, expected) => {
    const { headers } = await send(
      { provider: '@claude' },
      { step: MESSAGE, path, headers: { ...version, 'anthropic-beta': 'beta-2' } },
    )
    expect(headers['anthropic-version']).toBe(expected)
    if (path !== '/chat/completions') expect(headers['anthropic-beta']).toContain('beta-2')
  })

  it("the caller's bearer token is converted to the provider's header", async () => {
    const { headers } = await send(
      { passthrough: true },
      { step: MESSAGE, headers: { 'x-gateway-provider': 'anthropic', authorization: 'Bearer own-key' } },
    )
    expect(headers['x-api-key']).toBe('own-key')
  })

  it.each(['@main', '@claude'])(
    'the caller’s Authorization never overrides the credential of %s',
    async provider => {
      const { headers, list } = await send(
        { provider },
        {
          step: provider === '@claude' ? MESSAGE : ok,
          headers: {
            authorization: 'Bearer mine',
            'x-api-key': 'mine',
            'api-key': 'mine',
            'x-gateway-forward-headers':
              'authorization, x-api-key, api-key, openai-organization, anthropic-beta, content-type',
            'OpenAI-Organization': 'org-mine',
            'Anthropic-Beta': 'mine',
          },
        },
      )
      expect(Object.entries(headers).filter(([, value]) => value.includes('mine'))).toEqual(
        provider === '@main' ? [['anthropic-beta', 'mine']] : [['openai-organization', 'org-mine']],
      )
      expect(new Set(list).size).toBe(list.length)
    },
  )

  it("a stored provider without a credential is called with the caller's", async () => {
    const { headers, request } = await send(
      { provider: '@bare' },
      { headers: { authorization: 'bearer own' } },
    )
    expect(headers['authorization']).toBe('Bearer own')
    expect([request.origin, request.path, request.hostAuthor]).toEqual([
      'https://models.example.com',
      '/team-a/v1/chat/completions',
      'operator',
    ])
  })
})

describe('Forwarded headers', () => {
  const given = {
    'X-One': '1',
    'X-Two': '2',
    Cookie: 'a=b',
    Connection: 'X-Two',
    'Transfer-Encoding': 'chunked',
    'Metadata-Flavor': 'Google',
    'x-gateway-api-key': 'k',
    'Accept-Encoding': 'gzip',
  }
  const names = Object.keys(given).join(',')
  it('are none unless named', async () => {
    expect((await send({ provider: '@mock' }, { headers: given })).list).toEqual([
      'content-type',
      'accept-encoding',
    ])
  })

  it('are those that the config names', async () => {
    const { list } = await send(
      { provider: '@mock', forward_headers: ['x-one', 'X-Three'] },
      { headers: given },
    )
    expect(list).toEqual(['content-type', 'accept-encoding', 'x-one'])
  })

  it.each([names, JSON.stringify(names.split(','))])(
    "are those that the request names instead, without cookies, the hop's and the gateway's own: %s",
    async value => {
      const { list } = await send(
        { provider: '@mock', forward_headers: ['accept'] },
        { headers: { ...given, accept: 'x', 'x-gateway-forward-headers': value } },
      )
      expect(list).toEqual(['content-type', 'accept-encoding', 'x-one'])
    },
  )

  it('keep the client’s spelling and values', async () => {
    const { request } = await send(
      { provider: '@mock', forward_headers: ['X-One'] },
      { headers: { 'X-One': 'a, b' } },
    )
    expect(request.headers).toEqual([
      'content-type',
      'application/json',
      'accept-encoding',
      'identity',
      'X-One',
      'a, b',
    ])
  })
})

describe('Headers of a vendor’s own clients', () => {
  const headers = {
    'OpenAI-Beta': 'responses=v1',
    'X-Client-Request-Id': 'r-1',
    'OpenAI-Organization': 'org-mine',
    'OpenAI-Project': 'project-mine',
    'X-Own': 'a',
    'User-Agent': 'OpenAI/Python',
    'x-stainless-lang': 'python',
  }
  const routes: readonly (readonly [method: string, path: string, body: unknown])[] = [
    ['POST', '/chat/completions', { model: 'm', messages: MESSAGES }],
    ['POST', '/responses', { model: 'm', input: 'Hello' }],
    ['POST', '/embeddings', { model: 'm', input: 'Hello' }],
    ['GET', '/files', undefined],
    ['POST', '/batches', { input_file_id: 'f', endpoint: '/v1/responses', completion_window: '24h' }],
    ['POST', '/vector_stores', {}],
    ['GET', '/proxy/organization/usage', undefined],
  ]

  it.each(routes)(
    '%s %s: OpenAI gets those of its API, and the project of the provider',
    async (method, path, body) => {
      const sent = await send({ provider: '@main' }, { method, path, body, headers })
      expect(sent.headers).toMatchObject({
        'openai-beta': 'responses=v1',
        'x-client-request-id': 'r-1',
        'openai-organization': 'org-1',
      })
      expect(sent.headers['openai-project']).toBeUndefined()
      const isCall = method === 'POST' && !/batches|stores/.test(path)
      expect(sent.headers['x-own']).toBe(isCall ? undefined : 'a')
      expect(sent.outcome.outcome?.record.droppedHeaders).toEqual([
        'openai-organization',
        'openai-project',
        ...(isCall ? ['x-own'] : []),
      ])
    },
  )

  it.each(routes)('%s %s: a header that forward_headers names is sent', async (method, path, body) => {
    const config = { provider: '@bare', forward_headers: ['openai-project', 'x-own'] }
    const sent = await send(config, { method, path, body, headers })
    expect(sent.headers).toMatchObject({ 'openai-project': 'project-mine', 'x-own': 'a' })
    expect(sent.outcome.outcome?.record.droppedHeaders).toEqual(['openai-organization'])
  })

  it('are not sent to other vendors, whose record names them', async () => {
    const beside = { ...headers, 'anthropic-beta': 'beta-2', 'anthropic-workspace-id': 'w' }
    const groq = await send({ provider: '@groq' }, { headers: beside })
    expect(groq.list).toEqual(['content-type', 'authorization', 'accept-encoding'])
    expect(groq.outcome.outcome?.record.droppedHeaders).toEqual([
      'openai-beta',
      'x-client-request-id',
      'openai-organization',
      'openai-project',
      'x-own',
      'anthropic-beta',
      'anthropic-workspace-id',
    ])
    const claude = await send({ provider: '@claude' }, { path: '/messages', step: MESSAGE, headers: beside })
    expect(claude.headers['anthropic-workspace-id']).toBe('w')
    expect(claude.list).not.toContain('openai-beta')
  })

  it('are not named where every HTTP client sends them', async () => {
    const { outcome } = await send({ provider: '@main' }, { headers: { 'User-Agent': 'x', Accept: '*/*' } })
    expect(outcome.outcome?.record.droppedHeaders).toBeUndefined()
  })
})

it('a beta feature is another request for caches, and the identifier of a request is not', async () => {
  const stage = createHarness({
    manifest: PROVIDERS,
    configs: { c: { provider: '@main', cache: { mode: 'simple' } } },
    script: [ok, ok],
  })
  const call = (more: Readonly<Record<string, string>>) =>
    stage.call({
      headers: { 'x-gateway-config': 'c', ...more },
      body: { model: 'm', messages: MESSAGES },
    })
  const statuses = []
  for (const more of [
    { 'x-client-request-id': '1' },
    { 'x-client-request-id': '2' },
    { 'openai-beta': 'a=v1' },
  ])
    statuses.push((await call(more)).outcome?.reply.cache)
  expect(statuses).toEqual(['MISS', 'HIT', 'MISS'])
})

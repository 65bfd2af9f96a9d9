// Calls that name nothing (semantics, section 11): a default config or provider and aliases of models, of the gateway or
// of a key.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness, STORED_PROVIDERS } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const key = (id: string, settings: object) => ({ id, hash: `sha256:${sha256(`key-${id}`)}`, ...settings })

const MANIFEST = {
  providers: { ...STORED_PROVIDERS.providers, other: { provider: 'groq', api_key: '${env:OTHER_KEY}' } },
  defaults: { provider: '@main' },
  aliases: { fast: 'small', small: 'gpt-nano', smart: '@other/large-1', 'gpt-x': 'gpt-4o' },
  api_keys: [
    key('plain', {}),
    key('routed', { defaults: { config: 'routed' } }),
    key('own', { aliases: { small: '@other/tiny', mine: 'smart' } }),
    key('caller', { defaults: { provider: 'openai' } }),
  ],
}
const CONFIGS = {
  routed: { provider: '@other', override_params: { temperature: 0 } },
  named: { provider: '@other' },
}

const send = async (
  caller: string,
  model: string | undefined,
  headers: Readonly<Record<string, string>> = {},
) => {
  const { call, upstream } = createHarness({
    manifest: MANIFEST,
    configs: CONFIGS,
    environment: { MAIN_KEY: 'main-key', CLAUDE_KEY: 'c', OTHER_KEY: 'other-key' },
    script: [{ status: 200, body: completion('Hi') }],
  })
  const reply = await call({
    body: { ...CHAT, model },
    headers: { 'x-gateway-api-key': `key-${caller}`, ...headers },
  })
  const [sent] = upstream.sent
  const body = sent?.json as { model?: string; temperature?: number } | undefined
  return {
    status: reply.status,
    key: sent?.headers.at(sent.headers.indexOf('authorization') + 1),
    model: body?.model,
    temperature: body?.temperature,
    config: reply.outcome?.config,
  }
}
const MAIN = { status: 200, key: 'Bearer main-key' }
const OTHER = { status: 200, key: 'Bearer other-key' }

describe('A call that names nothing', () => {
  it.each<readonly [string, string, string, object]>([
    ['goes to the default provider', 'plain', 'gpt-4o', { ...MAIN, model: 'gpt-4o', config: 'default' }],
    [
      'goes to the default config of its key',
      'routed',
      'gpt-4o',
      { ...OTHER, temperature: 0, config: 'routed' },
    ],
    ['replaces an alias of an alias', 'plain', 'fast', { ...MAIN, model: 'gpt-nano' }],
    [
      'replaces an alias for the default config',
      'routed',
      'fast',
      { ...OTHER, model: 'gpt-nano', temperature: 0 },
    ],
    [
      'follows an alias to a stored provider',
      'plain',
      'smart',
      { ...OTHER, model: 'large-1', config: 'headers' },
    ],
    [
      'prefers the alias with a provider to the default config',
      'routed',
      'smart',
      { ...OTHER, temperature: undefined },
    ],
    ['uses the aliases of its key', 'own', 'small', { ...OTHER, model: 'tiny' }],
    ['uses those of the gateway through those of its key', 'own', 'fast', { ...OTHER, model: 'tiny' }],
    ['uses those of its key through those of the gateway', 'own', 'mine', { ...OTHER, model: 'large-1' }],
  ])('%s: %s, %s', async (_title, caller, model, expected) => {
    expect(await send(caller, model)).toMatchObject(expected)
  })

  it('brings the credential for a default provider that is not stored', async () => {
    expect(await send('caller', 'gpt-4o')).toMatchObject({ status: 401 })
    expect(await send('caller', 'gpt-4o', { authorization: 'Bearer own' })).toMatchObject({
      status: 200,
      key: 'Bearer own',
    })
  })
})

describe('A call that names something', () => {
  it.each<readonly [string, string, Readonly<Record<string, string>>, object]>([
    ['a slug in its model', '@other/fast', {}, { ...OTHER, model: 'fast' }],
    ['an unknown slug in its model', '@unknown/fast', {}, { status: 400 }],
    ['a config', 'fast', { 'x-gateway-config': 'named' }, { ...OTHER, model: 'fast', config: 'named' }],
    ['a provider', 'fast', { 'x-gateway-provider': '@other' }, { ...OTHER, model: 'fast' }],
    ['a virtual key', 'fast', { 'x-gateway-virtual-key': 'other' }, { ...OTHER, model: 'fast' }],
  ])('uses neither defaults nor aliases: %s', async (_title, model, headers, expected) => {
    expect(await send('plain', model, headers)).toMatchObject(expected)
  })
})

describe('The defaults', () => {
  it('serve routes without a model, and forms', async () => {
    const form =
      '--b\r\nContent-Disposition: form-data; name="model"\r\n\r\nfast\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n--b--\r\n'
    const { call, upstream } = createHarness({
      manifest: { ...MANIFEST, api_keys: [] },
      configs: CONFIGS,
      environment: { MAIN_KEY: 'main-key', CLAUDE_KEY: 'c', OTHER_KEY: 'other-key' },
      script: [{ status: 200 }, { status: 200 }],
    })
    await call({ method: 'GET', path: '/files' })
    await call({
      path: '/audio/transcriptions',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: form,
    })
    expect(upstream.sent.map(({ path }) => path)).toEqual(['/v1/files', '/v1/audio/transcriptions'])
    expect(upstream.sent[1]?.text).toContain('name="model"\r\n\r\ngpt-nano\r\n')
    expect(upstream.sent[1]?.text).not.toContain('fast')
  })
})

describe('A pattern of aliases', () => {
  const PATTERNS = {
    ...MANIFEST,
    aliases: {
      'router/*': '@other/*',
      'router/openai/*': '@main/*',
      'vendor/*': '@other/vendor/*',
      'old-*': 'gpt-4o',
      'router/fixed': '@other/tiny',
      fast: 'router/openai/gpt-nano',
      '*': 'auto',
      'claude-*': '@other/claude-*',
    },
    api_keys: [
      key('plain', {}),
      key('own', { aliases: { 'router/*': '@main/own-*' } }),
      key('exact', { aliases: { mine: '@other/tiny' } }),
    ],
  }
  const sendPattern = async (caller: string, model: string) => {
    const { call, upstream } = createHarness({
      manifest: PATTERNS,
      configs: CONFIGS,
      environment: { MAIN_KEY: 'main-key', CLAUDE_KEY: 'c', OTHER_KEY: 'other-key' },
      script: [{ status: 200, body: completion('Hi') }],
    })
    const reply = await call({ body: { ...CHAT, model }, headers: { 'x-gateway-api-key': `key-${caller}` } })
    const [sent] = upstream.sent
    expect(reply.status).toBe(200)
    const { model: name } = (sent?.json ?? {}) as { model?: string }
    return `${sent?.headers.at(sent.headers.indexOf('authorization') + 1)} ${name}`
  }

  it('needs no other alias', async () => {
    const { call, upstream } = createHarness({
      manifest: { ...STORED_PROVIDERS, aliases: { 'router/*': '@main/*' } },
      configs: {},
      environment: { MAIN_KEY: 'main-key', CLAUDE_KEY: 'c' },
      script: [{ status: 200, body: completion('Hi') }],
    })
    expect((await call({ body: { ...CHAT, model: 'router/gpt-4o' } })).status).toBe(200)
    expect(upstream.sent[0]?.json).toMatchObject({ model: 'gpt-4o' })
  })

  it.each([
    ['sends the remainder of the name', 'plain', 'router/qwen/qwen3', 'Bearer other-key qwen/qwen3'],
    ['gives way to a longer beginning', 'plain', 'router/openai/gpt-4o', 'Bearer main-key gpt-4o'],
    ['sends the remainder behind a beginning', 'plain', 'vendor/large', 'Bearer other-key vendor/large'],
    ['may have one model', 'plain', 'old-7', 'Bearer main-key gpt-4o'],
    ['gives way to an exact name', 'plain', 'router/fixed', 'Bearer other-key tiny'],
    ['may be what an alias leads to', 'plain', 'fast', 'Bearer main-key gpt-nano'],
    ['precedes plain names', 'plain', 'claude-sonnet-4-5', 'Bearer other-key claude-sonnet-4-5'],
    ['does not match its beginning without a remainder', 'plain', 'router/', 'Bearer main-key router/'],
    ['of a key replaces that of the gateway', 'own', 'router/x', 'Bearer main-key own-x'],
    ['is inherited by a key with aliases', 'exact', 'router/x', 'Bearer other-key x'],
    ['leaves exact names of a key', 'exact', 'mine', 'Bearer other-key tiny'],
  ])('%s', async (_, caller, model, expected) => {
    expect(await sendPattern(caller, model)).toBe(expected)
  })
})

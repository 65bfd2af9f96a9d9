// `aliases: auto`: models that one stored provider is known to have are served by their plain names (semantics, section 11).
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const PROVIDERS = {
  openai: { provider: 'openai', api_key: '${env:OPENAI}' },
  azure: { provider: 'azure', api_key: '${env:AZURE}', resource_name: 'x', api_version: '2024-10-21' },
  groq: { provider: 'groq', api_key: '${env:GROQ}' },
  mistral: { provider: 'mistral', api_key: '${env:MISTRAL}' },
}
const ENVIRONMENT = { OPENAI: 'openai', AZURE: 'azure', GROQ: 'groq', MISTRAL: 'mistral', OTHER: 'other' }
const CONFIGS = { chat: { provider: '@groq', override_params: { model: 'routed' } } }

const send = async (manifest: object, model: string, headers: Readonly<Record<string, string>> = {}) => {
  const { call, upstream } = createHarness({
    manifest: { providers: PROVIDERS, aliases: 'auto', ...manifest },
    configs: CONFIGS,
    environment: ENVIRONMENT,
    script: [{ status: 200, body: completion('Hi') }],
  })
  const { status, json } = await call({ body: { ...CHAT, model }, headers })
  const [sent] = upstream.sent
  const body = sent?.json as { model?: string } | undefined
  return status === 200
    ? `${sent?.origin ?? ''} ${body?.model}`
    : (json as { error: { message: string } }).error.message
}
const MISTRAL = 'https://api.mistral.ai'
const GROQ = 'https://api.groq.com'
const OPENAI = 'https://api.openai.com'

describe('A plain name', () => {
  it.each<readonly [string, object, string, string]>([
    [
      'goes to the only stored provider that has it',
      {},
      'mistral-large-latest',
      `${MISTRAL} mistral-large-latest`,
    ],
    ['may be dated though no list has the date', {}, 'mistral-large-2611', `${MISTRAL} mistral-large-2611`],
    [
      'may be the end of a written alias',
      { aliases: { '*': 'auto', fast: 'mistral-large-latest' } },
      'fast',
      `${MISTRAL} mistral-large-latest`,
    ],
    [
      'gives way to a written alias',
      { aliases: { '*': 'auto', 'mistral-large-latest': '@groq/mixtral' } },
      'mistral-large-latest',
      `${GROQ} mixtral`,
    ],
    [
      'goes to the default provider where several have it',
      { defaults: { provider: '@openai' } },
      'gpt-4o',
      `${OPENAI} gpt-4o`,
    ],
    [
      'goes past the default provider where only another has it',
      { defaults: { provider: '@openai' } },
      'mistral-large-latest',
      `${MISTRAL} mistral-large-latest`,
    ],
    [
      'is left to a default config',
      { defaults: { config: 'chat' } },
      'mistral-large-latest',
      `${GROQ} routed`,
    ],
  ])('%s', async (_title, manifest, model, expected) => {
    expect(await send(manifest, model)).toBe(expected)
  })

  it.each<readonly [string, object, string, string]>([
    [
      'that two stored providers have',
      {},
      'gpt-4o',
      'Several stored providers have the model "gpt-4o": write "@openai/gpt-4o" or "@azure/gpt-4o", or add an alias for it.',
    ],
    [
      'without the setting',
      { aliases: { fast: '@openai/gpt-4o' } },
      'mistral-large-latest',
      'The request names no provider: write the model as "@slug/model", or send x-gateway-config or x-gateway-provider.',
    ],
    [
      'that nobody has',
      {},
      'mystery-1',
      'The request names no provider: write the model as "@slug/model", or send x-gateway-config or x-gateway-provider.',
    ],
  ])('%s is refused', async (_title, manifest, model, expected) => {
    expect(await send(manifest, model)).toBe(expected)
  })

  it('is of the key that has the setting, with the aliases of the gateway', async () => {
    const api_keys = [
      { id: 'with', hash: `sha256:${sha256('with')}`, aliases: 'auto' },
      { id: 'without', hash: `sha256:${sha256('without')}` },
    ]
    const manifest = { api_keys, aliases: { fast: '@groq/small' } }
    const as = (key: string) => ({ 'x-gateway-api-key': key })
    expect(await send(manifest, 'mistral-large-latest', as('with'))).toBe(`${MISTRAL} mistral-large-latest`)
    expect(await send(manifest, 'fast', as('with'))).toBe(`${GROQ} small`)
    expect(await send(manifest, 'fast', as('without'))).toBe(`${GROQ} small`)
    expect(await send(manifest, 'mistral-large-latest', as('without'))).toContain('names no provider')
  })

  it('is of a pool, whose members count as one', async () => {
    const { mistral, ...others } = PROVIDERS
    const members = { one: { provider: '@mistral' }, two: { ...mistral, api_key: '${env:OTHER}' } }
    const providers = { ...others, mistral, pooled: { pool: { members } } }
    expect(await send({ providers }, 'mistral-large-latest')).toBe(`${MISTRAL} mistral-large-latest`)
  })

  it('opens no model that a config forbids', async () => {
    const { call, upstream } = createHarness({
      manifest: {
        providers: PROVIDERS,
        aliases: 'auto',
        input_guardrails: ['models'],
        guardrails: { models: { 'default.modelWhitelist': { models: ['gpt-4o'] }, deny: true } },
      },
      environment: ENVIRONMENT,
      script: [{ status: 200, body: completion('Hi') }],
    })
    expect((await call({ body: { ...CHAT, model: 'mistral-large-latest' } })).status).toBe(446)
    expect(upstream.sent).toEqual([])
  })
})

describe('The list of models', () => {
  it('begins with the plain names', async () => {
    const { call } = createHarness({ manifest: { providers: PROVIDERS, aliases: 'auto' } })
    const { json } = await call({ method: 'GET', path: '/models' })
    const ids = (json as { data: readonly { id: string }[] }).data.map(({ id }) => id)
    expect(ids).toContain('mistral-large-latest')
    expect(ids).not.toContain('gpt-4o')
    const plain = ids.filter(id => !id.startsWith('@'))
    expect(ids.slice(0, plain.length)).toEqual(plain)
  })
})

// What a call names and a stronger setting overrules is told (semantics, section 11).
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { CHAT, completion } from '../../support/sample-bodies.ts'

const CONFIGS = {
  main: { provider: '@main' },
  both: { strategy: { mode: 'loadbalance' }, targets: [{ provider: '@main' }, { provider: '@other' }] },
  mixed: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { passthrough: true }] },
  open: { retry: { attempts: 0 } },
}

const ignoredOf = async (named: {
  readonly config?: string
  readonly provider?: string
  readonly key?: string
  readonly model?: string
}) => {
  const { call } = createHarness({
    manifest: {
      providers: {
        main: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
        other: { provider: 'groq', api_key: '${env:MAIN_KEY}' },
      },
      defaults: { provider: '@main' },
    },
    configs: CONFIGS,
    script: [{ status: 200, body: completion('Hi') }],
  })
  const { config, provider, key, model = 'gpt-6-sol' } = named
  const { status, outcome } = await call({
    headers: {
      ...(config === undefined ? {} : { 'x-gateway-config': config }),
      ...(provider === undefined ? {} : { 'x-gateway-provider': provider }),
      ...(key === undefined ? {} : { 'x-gateway-virtual-key': key }),
    },
    body: { ...CHAT, model },
  })
  expect(status).toBe(200)
  return outcome?.record.ignored
}

const PROVIDER = 'x-gateway-provider'
const KEY = 'x-gateway-virtual-key'

describe('x-gateway-ignored', () => {
  it.each<readonly [string, Parameters<typeof ignoredOf>[0], readonly string[]]>([
    ['a provider header beside a config', { config: 'main', provider: '@other' }, [PROVIDER]],
    ['a virtual key beside a config', { config: 'main', key: 'other' }, [KEY]],
    ['the slug of the model beside a config', { config: 'main', model: '@other/x' }, ['@other']],
    [
      'all of them beside an inline config',
      { config: JSON.stringify(CONFIGS.main), provider: 'openai', key: 'other', model: '@other/x' },
      [PROVIDER, KEY, '@other'],
    ],
    ['a provider of which the config has several', { config: 'both', provider: '@main' }, [PROVIDER]],
    ['a virtual key beside a provider header', { provider: '@main', key: 'other' }, [KEY]],
    ['the slug of the model beside a provider header', { provider: '@main', model: '@other/x' }, ['@other']],
    ['the slug of the model beside a virtual key', { key: '@main', model: '@other/x' }, ['@other']],
    [
      'what a provider header overrules where the config leaves it to the request',
      { config: 'open', provider: '@main', key: 'other' },
      [KEY],
    ],
  ])('names %s', async (_title, named, expected) => {
    expect(await ignoredOf(named)).toEqual(expected)
  })

  it.each<readonly [string, Parameters<typeof ignoredOf>[0]]>([
    ['nothing is named', {}],
    ['one thing is named', { provider: '@main' }],
    ['the slug of the model is all that is named', { model: '@other/x' }],
    ['only a config is named', { config: 'main' }],
    ['the config names the same provider', { config: 'main', provider: '@main', model: '@main/x' }],
    ['header, key and model name the same provider', { provider: '@main', key: 'main', model: '@main/x' }],
    ['one target takes its provider from the request', { config: 'mixed', provider: '@other' }],
    ['the config leaves the provider to the model', { config: 'open', model: '@other/x' }],
  ])('is left out where %s', async (_title, named) => {
    expect(await ignoredOf(named)).toBeUndefined()
  })
})

// GET /models without a provider: the gateway's models, in the vendor's list format with additional fields.
import { describe, expect, it } from 'vitest'
import { knownModels } from '../../../runtime/providers/model-catalog.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { createHarness } from '../../support/harness.ts'

interface Listed {
  readonly id: string
  readonly [field: string]: unknown
}

const STORED = {
  providers: {
    prod: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
    claude: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}' },
    echo: { provider: 'mock' },
    heard: { provider: 'deepgram', api_key: '${env:MAIN_KEY}' },
  },
}

async function list(): Promise<{ readonly object: unknown; readonly data: readonly Listed[] }> {
  const { call } = createHarness({ manifest: STORED })
  const { status, json } = await call({ method: 'GET', path: '/models' })
  expect(status).toBe(200)
  return json as { object: unknown; data: readonly Listed[] }
}

describe('The list of models', () => {
  it('has the vendor’s format, with names for `model`', async () => {
    const { object, data } = await list()
    expect(object).toBe('list')
    for (const { id, object: kind, created, owned_by } of data) {
      expect(id).toMatch(/^@(prod|claude|echo)\/./)
      expect([kind, created, typeof owned_by]).toEqual(['model', 0, 'string'])
    }
  })

  it('contains every known model of every slug, in the order of the manifest', async () => {
    const { data } = await list()
    const expected = Object.entries(STORED.providers).flatMap(([slug, { provider }]) => {
      const row = catalogue.find(({ id }) => id === provider)
      return row === undefined ? [] : knownModels(row).map(({ id }) => `@${slug}/${id}`)
    })
    expect(data.map(({ id }) => id)).toEqual(expected)
  })

  it('adds context window, prices per million tokens in dollars and capabilities, where they are known', async () => {
    const { data } = await list()
    expect(data.find(({ id }) => id === '@prod/gpt-4o')).toEqual({
      id: '@prod/gpt-4o',
      object: 'model',
      created: 0,
      owned_by: 'openai',
      context_window: 128000,
      prices: { input: 2.5, output: 10, cached_input: 1.25 },
      capabilities: expect.arrayContaining(['tools', 'json-schema']),
    })
    expect(data.find(({ id }) => id === '@echo/echo')).not.toHaveProperty('prices')
  })

  it('is built once per gateway', async () => {
    const { call } = createHarness({ manifest: STORED })
    const first = await call({ method: 'GET', path: '/models' })
    const second = await call({ method: 'GET', path: '/models' })
    expect(first.outcome?.reply.body).toBeInstanceOf(Uint8Array)
    expect(second.outcome?.reply.body).toBe(first.outcome?.reply.body)
  })
})

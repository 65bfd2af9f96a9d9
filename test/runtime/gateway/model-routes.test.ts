// GET /models and GET /models/{id} without a provider: the gateway's models, in the client's format with additional fields.
import { describe, expect, it } from 'vitest'
import { knownModels } from '../../../compiler/facts/known-models.ts'
import { convertError } from '../../../runtime/inbound/convert-error.ts'
import { failureReply } from '../../../runtime/values/error-reply.ts'
import { failure } from '../../../runtime/values/failures.ts'
import { catalogue } from '../../../schemas/generated/catalogue.ts'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

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

const ALIASES = {
  ...STORED,
  aliases: { fast: '@prod/gpt-4o', plain: 'gpt-4o' },
  defaults: { provider: '@prod' },
}
const VERSION = { 'anthropic-version': '2023-06-01' }
const read = async (
  path: string,
  headers: Readonly<Record<string, string>> = {},
  manifest: object = STORED,
) => {
  const { call, upstream } = createHarness({ manifest, script: [{ status: 200, body: { passed: true } }] })
  const { status, json } = await call({ method: 'GET', path, headers })
  return { status, json, sent: upstream.sent.map(({ path: sent }) => sent) }
}

describe('A model by its name', () => {
  it.each(['@prod/gpt-4o', '%40prod%2Fgpt-4o', '@prod%2Fgpt-4o', '@prod/gpt-4o/', '@prod/gpt-4o?x=1'])(
    'is the entry of the list: %s',
    async name => {
      const { data } = await list()
      const { status, json, sent } = await read(`/models/${name}`)
      expect({ status, json, sent }).toEqual({
        status: 200,
        json: data.find(({ id }) => id === '@prod/gpt-4o'),
        sent: [],
      })
    },
  )

  it('may be one that the list does not have, since other names work as well', async () => {
    expect(await read('/models/@prod/ft:gpt-4o:acme')).toMatchObject({
      status: 200,
      json: { id: '@prod/ft:gpt-4o:acme', object: 'model', owned_by: 'openai' },
    })
  })

  it('may be an alias', async () => {
    expect((await read('/models/fast', {}, ALIASES)).json).toMatchObject({
      id: 'fast',
      owned_by: 'openai',
      context_window: 128000,
    })
  })

  it.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ['no stored provider is named', '/models/gpt-4o', {}],
    ['a header names the provider', '/models/gpt-4o', { 'x-gateway-provider': '@prod' }],
  ])('is the provider’s where %s', async (_title, path, headers) => {
    expect(await read(path, headers, ALIASES)).toMatchObject({ status: 200, sent: ['/v1/models/gpt-4o'] })
  })

  it('is rejected where its provider is not stored', async () => {
    expect(await read('/models/@unknown/gpt-4o')).toMatchObject({ status: 400, sent: [] })
  })
})

describe('The aliases of the caller', () => {
  it('are listed before the models', async () => {
    const { json } = await read('/models', {}, ALIASES)
    const { data } = json as { readonly data: readonly Listed[] }
    expect(data.slice(0, 2)).toEqual([
      { ...data.find(({ id }) => id === '@prod/gpt-4o'), id: 'fast' },
      { id: 'plain', object: 'model', created: 0, owned_by: 'gateway' },
    ])
  })
})

describe('A client of Anthropic', () => {
  it('gets the list in its own format', async () => {
    const { json } = await read('/models?limit=1000', VERSION)
    const { data } = await list()
    expect(json).toMatchObject({ has_more: false, first_id: data[0]?.id, last_id: data.at(-1)?.id })
    const models = (json as { readonly data: readonly Listed[] }).data
    expect(models.map(({ id }) => id)).toEqual(data.map(({ id }) => id))
    for (const { id, type, display_name, created_at, object } of models)
      expect({ type, display_name, created_at, object }).toEqual({
        type: 'model',
        display_name: id,
        created_at: '1970-01-01T00:00:00Z',
        object: undefined,
      })
  })

  it('gets a model in its own format', async () => {
    expect((await read('/models/@claude/claude-sonnet-5-5', VERSION)).json).toMatchObject({
      type: 'model',
      id: '@claude/claude-sonnet-5-5',
      display_name: '@claude/claude-sonnet-5-5',
    })
  })
})

describe('HEAD', () => {
  it.each(['/models', '/models/@prod/gpt-4o'])('%s is served like GET', async path => {
    const { call, upstream } = createHarness({ manifest: STORED })
    expect(await call({ method: 'HEAD', path, body: '' })).toMatchObject({ status: 200 })
    expect(upstream.sent).toEqual([])
  })
})

describe('A trailing slash', () => {
  const send = async (method: string, path: string) => {
    const { call, upstream } = createHarness({
      manifest: { ...STORED, defaults: { provider: '@prod' } },
      script: [{ status: 200, body: completion('Hi') }],
    })
    const { status } = await call({ method, path, ...(method === 'GET' ? { body: '' } : {}) })
    return { status, sent: upstream.sent.map(({ path: sent }) => sent) }
  }

  it.each([
    ['POST', '/chat/completions/', '/v1/chat/completions'],
    ['POST', '/chat/completions//', '/v1/chat/completions'],
    ['POST', '/chat/completions/?beta=true', '/v1/chat/completions?beta=true'],
    ['GET', '/files/', '/v1/files'],
    ['GET', '/files/file-1/', '/v1/files/file-1'],
    // What the gateway does not know passes as it is.
    ['GET', '/vector_stores/', '/v1/vector_stores/'],
  ])('does not change a route: %s %s', async (method, path, sent) => {
    expect(await send(method, path)).toEqual({ status: 200, sent: [sent] })
  })
})

describe('Stored chats', () => {
  it.each(['/chat/completions', '/chat/completions?limit=2', '/chat/completions/chatcmpl-1'])(
    'are the provider’s: GET %s',
    async path => {
      const manifest = { ...STORED, defaults: { provider: '@prod' } }
      expect(await read(path, {}, manifest)).toMatchObject({
        status: 200,
        json: { passed: true },
        sent: [`/v1${path}`],
      })
    },
  )
})

describe('An error of Messages', () => {
  it.each(['/messages', '/messages/', '/messages/?beta=true'])('has the form of its API at %s', path => {
    const { body } = convertError(failureReply(failure('invalid_request', 'No.')), path, `/v1${path}`)
    expect(new TextDecoder().decode(body as Uint8Array)).toMatch(/^\{"type":"error"/)
  })
})

describe('The models of a pool', () => {
  const pooled = (models?: object) => ({
    providers: {
      chat: {
        pool: {
          ...(models && { models }),
          members: {
            a: { provider: 'openai', api_key: '${env:MAIN_KEY}' },
            b: { provider: 'anthropic', api_key: '${env:CLAUDE_KEY}' },
          },
        },
      },
    },
  })
  const idsOf = async (manifest: object): Promise<readonly string[]> => {
    const { json } = await createHarness({ manifest }).call({ method: 'GET', path: '/models' })
    return (json as { data: readonly Listed[] }).data.map(({ id }) => id)
  }

  it('are the names that it has for them, with the facts of its first member', async () => {
    const manifest = pooled({ small: { a: 'gpt-4o-mini', b: 'claude-haiku-4-5' } })
    expect(await idsOf(manifest)).toEqual(['@chat/small'])
    const { json } = await createHarness({ manifest }).call({ method: 'GET', path: '/models/@chat%2Fsmall' })
    expect(json).toMatchObject({ id: '@chat/small', owned_by: 'openai' })
  })

  it('are those of its first member without names of its own, and none of its members by themselves', async () => {
    const ids = await idsOf(pooled())
    expect(ids.length).toBeGreaterThan(10)
    expect(ids.filter(id => !id.startsWith('@chat/'))).toEqual([])
  })
})

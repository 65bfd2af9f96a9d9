// GET /models and GET /models/{id} without a provider: the gateway's models, in the client's format with additional fields.
import { describe, expect, it } from 'vitest'
import { knownModels } from '../../../compiler/facts/known-models.ts'
import { modelForms } from '../../../runtime/gateway/model-forms.ts'
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

const specOf = (id: string) => catalogue.find(each => each.id === id)

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
      expect([kind, typeof created, typeof owned_by]).toEqual(['model', 'number', 'string'])
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
      created: expect.any(Number),
      owned_by: 'openai',
      shutdown_date: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
      context_window: 128000,
      prices: { input: 2.5, output: 10, cached_input: 1.25 },
      capabilities: expect.arrayContaining(['tools', 'json-schema']),
    })
    expect(data.find(({ id }) => id === '@echo/echo')).not.toHaveProperty('prices')
  })

  it('has the names of patterns of aliases, once each, and not those that lead elsewhere', async () => {
    const aliases = {
      'ours/*': '@prod/gpt-4o*',
      'ours/-mini': '@echo/echo',
      'ours/-mini-s*': '@echo/echo',
      'all/*': '@prod/*',
      'all/gpt-4o': '@prod/gpt-4o',
      'same/*': '@prod/gpt-4o',
    }
    const { call } = createHarness({ manifest: { ...STORED, aliases } })
    const { data } = (await call({ method: 'GET', path: '/models' })).json as { data: readonly Listed[] }
    const ids = data.map(({ id }) => id)
    const known = data.flatMap(({ id }) => (id.startsWith('@prod/') ? [id.slice('@prod/'.length)] : []))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.filter(id => id.startsWith('all/')).sort()).toEqual(known.map(model => `all/${model}`).sort())
    const ours = known.flatMap(model =>
      model.startsWith('gpt-4o') ? [`ours/${model.slice('gpt-4o'.length)}`] : [],
    )
    expect(ids.filter(id => id.startsWith('ours/')).sort()).toEqual(
      ours.filter(id => id !== 'ours/' && !id.startsWith('ours/-mini-s')).sort(),
    )
    expect(ids.filter(id => id.startsWith('same/'))).toEqual([])
    expect(data.find(({ id }) => id === 'all/gpt-4o-mini')).toHaveProperty('prices')
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
  const page = async (query: string) =>
    (await read(`/models${query}`, VERSION)).json as {
      readonly data: readonly Listed[]
      readonly has_more: boolean
      readonly first_id: string
      readonly last_id: string
    }

  it('gets the models that have not ended, in its own form', async () => {
    const { data, has_more } = await page('?limit=1000')
    const { data: all } = await list()
    const retired = await page('?limit=1000&lifecycle=retired')
    expect(has_more).toBe(false)
    expect(new Set([...data, ...retired.data].map(({ id }) => id))).toEqual(new Set(all.map(({ id }) => id)))
    expect(data.find(({ id }) => id === '@claude/claude-sonnet-5-5')).toMatchObject({
      type: 'model',
      display_name: 'Claude Sonnet 5.5',
      created_at: expect.stringMatching(/^202\d-/),
      lifecycle: 'active',
      deprecated_at: null,
      line: 'sonnet',
      max_input_tokens: 1_000_000,
      max_tokens: null,
      capabilities: {
        image_input: { supported: true },
        thinking: { types: { adaptive: { supported: true } } },
      },
    })
  })

  it('pages forwards and backwards', async () => {
    const all = (await page('?limit=1000')).data.map(({ id }) => id)
    const first = await page('')
    expect(first.data.map(({ id }) => id)).toEqual(all.slice(0, 20))
    expect(first).toMatchObject({ has_more: true, first_id: all[0], last_id: all[19] })
    const second = await page(`?limit=5&after_id=${encodeURIComponent(first.last_id)}`)
    expect(second.data.map(({ id }) => id)).toEqual(all.slice(20, 25))
    const back = await page(`?limit=3&before_id=${encodeURIComponent(second.first_id)}`)
    expect(back.data.map(({ id }) => id)).toEqual(all.slice(17, 20))
    expect(back.has_more).toBe(true)
    const start = await page(`?limit=3&before_id=${encodeURIComponent(all[2] ?? '')}`)
    expect([start.data.map(({ id }) => id), start.has_more]).toEqual([all.slice(0, 2), false])
  })

  it.each(['limit=0', 'limit=1001', 'limit=x', 'after_id=nothing'])('is refused %s', async query => {
    expect(await read(`/models?${query}`, VERSION)).toMatchObject({ status: 400, sent: [] })
  })

  it('gets a model in its own form', async () => {
    expect((await read('/models/@claude/claude-opus-4-8', VERSION)).json).toMatchObject({
      type: 'model',
      id: '@claude/claude-opus-4-8',
      display_name: 'Claude Opus 4.8',
    })
  })
})

describe('A client of Gemini', () => {
  const google = {
    providers: { gemini: { provider: 'google', api_key: '${env:MAIN_KEY}' }, ...STORED.providers },
  }
  const page = async (query: string) =>
    (await read(`/models${query}`, { 'x-goog-api-client': 'google-genai-sdk/3.0.0' }, google)).json as {
      readonly models: readonly { readonly name: string }[]
      readonly nextPageToken?: string
    }

  it('pages through the models of its providers', async () => {
    const all = (await page('?pageSize=5000')).models.map(({ name }) => name)
    const first = await page('?pageSize=10')
    expect(first.models.map(({ name }) => name)).toEqual(all.slice(0, 10))
    const next = await page(`?pageSize=1000&pageToken=${encodeURIComponent(first.nextPageToken ?? '')}`)
    expect([...first.models, ...next.models].map(({ name }) => name)).toEqual(all)
    expect(next.nextPageToken).toBeUndefined()
    expect(all.every(name => name.startsWith('models/@gemini/'))).toBe(true)
    expect(all).toContain('models/@gemini/gemini-2.5-pro')
  })

  it('gets limits and methods of a model', async () => {
    const { models } = await page('?pageSize=1000')
    expect(models.find(({ name }) => name.endsWith('/gemini-2.5-pro'))).toMatchObject({
      displayName: 'Gemini 2.5 Pro',
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      thinking: true,
    })
  })
})

describe('A vendor’s entrance', () => {
  const models = [
    ...['mistral-large-latest', 'mistral-embed'].map(id => ({
      id: `@m/${id}`,
      spec: specOf('mistral'),
      facts: { id },
    })),
    { id: 'fast', spec: undefined, facts: { id: '' } },
  ]
  const query = (text: string) => ({ query: new URLSearchParams(text), now: 0 })

  it('of Mistral has its own list', () => {
    const { data } = modelForms.mistral.list(models, query('')) as { data: readonly object[] }
    expect(data).toMatchObject([
      {
        id: '@m/mistral-large-latest',
        object: 'model',
        capabilities: { completion_chat: true, function_calling: true },
      },
      { id: '@m/mistral-embed', capabilities: { completion_chat: false } },
      { id: 'fast', owned_by: 'gateway' },
    ])
  })

  it('of Cohere has its own pages', () => {
    expect(modelForms.cohere.list(models, query('page_size=2'))).toMatchObject({
      models: [
        { name: '@m/mistral-large-latest', endpoints: ['chat'] },
        { name: '@m/mistral-embed', endpoints: ['embed'] },
      ],
      next_page_token: '@m/mistral-embed',
    })
    expect(modelForms.cohere.list(models, query('page_token=@m/mistral-embed'))).toMatchObject({
      models: [{ name: 'fast' }],
    })
    expect(modelForms.cohere.list(models, query('endpoint=embed'))).toMatchObject({
      models: [{ name: '@m/mistral-embed' }],
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

describe('While the store of providers cannot be read', () => {
  const fault = failure('store_unavailable', 'The store cannot be read.')
  const storedProviders = {
    slugs: () => [],
    slugOf: () => undefined,
    has: () => false,
    pool: () => undefined,
    find: () => undefined,
    lookFault: () => fault,
  }
  const get = async (path: string, manifest: object) => {
    const { status, json } = await createHarness({ manifest, storedProviders }).call({ method: 'GET', path })
    return [status, (json as { error?: { code: string } }).error?.code]
  }

  it('a list without models and a model of an unknown provider are 503', async () => {
    expect(await get('/models', {})).toEqual([503, 'store_unavailable'])
    expect(await get('/models/@other/gpt-4o', STORED)).toEqual([503, 'store_unavailable'])
    expect(await get('/models/%40other%2Fgpt-4o', STORED)).toEqual([503, 'store_unavailable'])
  })

  it('those of the manifest are served', async () => {
    expect(await get('/models', STORED)).toEqual([200, undefined])
    expect(await get('/models/@prod/gpt-4o', STORED)).toEqual([200, undefined])
  })
})

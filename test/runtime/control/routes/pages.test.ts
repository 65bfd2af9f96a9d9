// Pages of lists: together they are the whole list, in the same order, each resource once, and `total` is the number of all, whoever asks.
import { beforeAll, describe, expect, test } from 'vitest'
import { linkListing } from '../../../../runtime/control/core/listing.ts'
import type { Resource } from '../../../../runtime/control/core/resource-store.ts'
import { controlScopes } from '../../../../schemas/generated/control-routes.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { newBodies } from '../../../support/control-bodies.ts'
import { type ControlHarness, manifestKey, openControl } from '../../../support/control-harness.ts'
import { KEY } from './stored-credentials.ts'

const ADMIN = 'admin-key-of-the-test-0123456789'
const WORKSPACES = ['a', 'a-b', 'b'] as const

let harness: ControlHarness
const send = async (method: string, path: string, body?: Json, key = ADMIN) => {
  const reply = await harness.send(method, path, body, { key })
  if (reply.status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(reply.body)}`)
  return reply.body
}

const OPERATIONS = [
  ['createProvider', '/providers'],
  ['createMcpIntegration', '/mcp-integrations'],
  ['createMcpServer', '/mcp-servers'],
  ['createConfig', '/configs'],
  ['createPrompt', '/prompts'],
  ['createPartial', '/prompts/partials'],
  ['createCollection', '/collections'],
  ['createLabel', '/labels'],
  ['createRateLimit', '/policies/rate-limits'],
  ['createWorkspaceServiceKey', '/api-keys/workspace/service'],
] as const

beforeAll(async () => {
  harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      api_keys: WORKSPACES.map(slug => manifestKey(slug, slug, controlScopes)),
    },
    {
      encryptionKey: KEY,
      adminKey: ADMIN,
      configs: { k: { provider: '@mock' }, zz: { provider: '@mock' } },
      prompts: { k: { messages: [{ role: 'user', content: '{{>l}}' }] } },
      partials: { l: 'Ada' },
    },
  )
  const integration = { ai_provider_id: 'openai', key: 'sk-0123456789abcdef' }
  await send('POST', '/workspaces', { name: 'stored' })
  const global = { global_workspace_access: { enabled: true } }
  const accesses: Readonly<Record<string, JsonObject>> = {
    everywhere: global,
    'all-but-b': { ...global, workspaces: [{ id: 'b', enabled: false }] },
    'in-two': {
      workspaces: [
        { id: 'a', enabled: true },
        { id: 'stored', enabled: true },
      ],
    },
    nowhere: { global_workspace_access: { enabled: false } },
  }
  for (const [slug, access] of Object.entries(accesses)) {
    await send('POST', '/integrations', { ...integration, name: slug, slug, workspace_id: null })
    await send('PUT', `/integrations/${slug}/workspaces`, access)
  }
  for (const workspace_id of WORKSPACES) {
    const own = `of-${workspace_id}`
    await send('POST', '/integrations', { ...integration, name: own, slug: own, workspace_id })
    for (const order of ['2', '1', '3']) {
      const name = `m${order}-${workspace_id}`
      const refers = {
        integration: own,
        mcpIntegration: `m2-${workspace_id}`,
        agentIntegration: '',
        trace: '',
        person: '',
      }
      for (const [operation, path] of OPERATIONS)
        await send('POST', path, { ...newBodies(name, refers)[operation], workspace_id })
    }
  }
  return () => harness.close()
})

const LISTS = [
  ...new Set(OPERATIONS.map(([, path]) => path.replace('/workspace/service', ''))),
  '/workspaces',
  '/integrations',
  '/virtual-keys',
]
const CALLERS = [
  ['the organisation', ADMIN],
  ...WORKSPACES.map(slug => [slug, `key ${slug}`] as const),
] as const
const QUERIES = ['', '&workspace_id=a', '&name=2']

const readable = (path: string, query: string): boolean =>
  !(path === '/workspaces' && query.includes('workspace_id')) &&
  !(query.includes('name') && /^.(providers|virtual|policies|integrations)/.test(path))

describe.each(LISTS)('%s', path => {
  test.each(CALLERS)('has each resource on one page for %s', async (_caller, key) => {
    for (const query of QUERIES.filter(each => readable(path, each))) {
      if (query.includes('workspace_id') && key !== ADMIN && key !== 'key a') continue
      const { total, data } = await send('GET', `${path}?page_size=1000${query}`, undefined, key)
      expect(data).toHaveLength(total)
      expect(new Set(data.map(({ id }: JsonObject) => id)).size).toBe(total)
      const pages: JsonObject[] = []
      for (let page = 0; page * 2 < total; page += 1) {
        const part = await send('GET', `${path}?page_size=2&current_page=${page}${query}`, undefined, key)
        expect(part.total).toBe(total)
        pages.push(...part.data)
      }
      expect(pages).toEqual(data)
    }
  })
})

test('providers are those of the manifest, then those of each workspace, by slug', async () => {
  const { data } = await send('GET', '/providers?page_size=1000')
  const ids = new Map<string, string>()
  for (const { id, slug } of (await send('GET', '/workspaces')).data) ids.set(id, slug)
  const of = (slug: string): readonly string[] => [`m1-${slug}`, `m2-${slug}`, `m3-${slug}`, `of-${slug}`]
  const shown = data.map(
    (each: JsonObject) => `${ids.get(String(each['workspace_id'])) ?? 'git'} ${String(each['slug'])}`,
  )
  const inAll = (workspace: string, slugs: readonly string[]) =>
    slugs.toSorted().map(slug => `${workspace} ${slug}`)
  expect(shown).toEqual([
    'git mock',
    ...inAll('a', ['all-but-b', 'everywhere', 'in-two', ...of('a')]),
    ...inAll('a-b', ['all-but-b', 'everywhere', ...of('a-b')]),
    ...inAll('b', ['everywhere', ...of('b')]),
    ...inAll('default', ['all-but-b', 'everywhere']),
    ...inAll('stored', ['all-but-b', 'everywhere', 'in-two']),
  ])
})

test('every default provider is found by its identifier and by its slug', async () => {
  const { data } = await send('GET', '/providers?page_size=1000')
  for (const { id, slug, workspace_id: workspace } of data) {
    const place = workspace === null ? '' : `?workspace_id=${workspace}`
    expect((await send('GET', `/providers/${slug}${place}`)).id).toBe(id)
    expect((await send('GET', `/providers/${id}`)).slug).toBe(slug)
  }
})

test('configs of the project are between those of the store, by slug', async () => {
  const { data } = await send('GET', '/configs')
  const slugs = data.map(({ slug }: JsonObject) => slug)
  expect(slugs).toEqual(slugs.toSorted())
  expect(slugs.slice(0, 2)).toEqual(['k', 'm1-a'])
  expect(slugs.at(-1)).toBe('zz')
})

test('people are listed by role in any case, and an empty role is none', async () => {
  await send('POST', '/organisation/users', { email: 'ada@example.com' })
  const count = async (role: string): Promise<number> =>
    (await send('GET', `/organisation/users?role=${role}`)).total
  expect([await count('MEMBER'), await count('owner'), await count('')]).toEqual([1, 0, 0])
})

test('slices of merged lists are those of the whole', () => {
  const of = (...ids: readonly string[]): readonly Resource[] =>
    ids.map(id => ({ kind: 'k', id, value: {}, revision: 1 }))
  const own = ['a', 'd', 'z'].map(saved => ({ saved, revision: undefined }))
  const lists = [of('b', 'e', 'f'), of(), of('c', 'y'), of('g')]
  for (const idOf of [undefined, (saved: string) => saved]) {
    const listing = linkListing({ own, lists, read: ({ id }) => id, idOf })
    const all = listing.slice(0, 100).map(({ saved }) => saved)
    expect(all).toEqual(idOf === undefined ? ['a', 'd', 'z', ...'bcefgy'] : [...'abcdefgyz'])
    expect(listing).toHaveLength(all.length)
    for (let from = 0; from <= all.length; from += 1)
      for (let to = from; to <= all.length + 1; to += 1)
        expect(listing.slice(from, to).map(({ saved }) => saved)).toEqual(all.slice(from, to))
  }
})

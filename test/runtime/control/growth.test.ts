// What an operation on saved resources visits does not grow with what is stored: counted, not timed, at 200 and at 2,000 resources of each
// kind. A resource is visited if its identifier or its value is read; an index is changed by some comparisons more where it is longer.
import { beforeAll, describe, expect, test } from 'vitest'
import type { Resource, ResourceStore } from '../../../runtime/control/core/resource-store.ts'
import { KINDS } from '../../../runtime/control/kinds.ts'
import { controlScopes } from '../../../schemas/generated/control-routes.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { derivedUuid } from '../../../schemas/values/uuid.ts'
import { newBodies } from '../../support/control-bodies.ts'
import { type ControlHarness, manifestKey, openControl, sha256 } from '../../support/control-harness.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { KEY } from './routes/stored-credentials.ts'

const SIZES = [200, 2_000] as const

/** Comparisons of all indexes of a kind, of lists that are ten times as long. */
const COMPARISONS = 40

const ADMIN = 'admin-key-of-the-test-0123456789'
const TEAM = 'key team'

const refers = {
  ...{ integration: 'made', mcpIntegration: 'made', agentIntegration: 'made', trace: '' },
  person: '',
}

interface KindRow {
  /** The operation that makes one, and the path to which it is posted. */
  readonly operation: string
  readonly path: string
  /** The path of its list, and below which one is found. */
  readonly list?: string
  /** The property that names one besides its identifier. */
  readonly slug?: string
  readonly body?: JsonObject
  readonly change?: JsonObject
  /** Set for what belongs to no workspace. */
  readonly isOfOrganisation?: true
  /** Operations that look at each workspace. */
  readonly eachWorkspace?: readonly string[]
}

const REFERENCE = {
  ...{ name: 'made', manager_type: 'hashicorp_vault', secret_path: 'a/b' },
  auth_config: { vault_addr: 'https://vault.example.com', vault_auth_type: 'token', vault_token: 'x' },
}

/** In the order in which they refer to each other. */
const ROWS: readonly KindRow[] = [
  { operation: 'createWorkspace', path: '/workspaces', slug: 'slug', isOfOrganisation: true },
  {
    operation: 'createSecretReference',
    path: '/secret-references',
    slug: 'slug',
    body: REFERENCE,
    isOfOrganisation: true,
  },
  { operation: 'createIntegration', path: '/integrations', slug: 'slug' },
  { operation: 'createMcpIntegration', path: '/mcp-integrations', slug: 'slug' },
  { operation: 'createAgentIntegration', path: '/agent-integrations', slug: 'slug' },
  { operation: 'createProvider', path: '/providers', slug: 'slug', eachWorkspace: ['list'] },
  { operation: 'createVirtualKey', path: '/virtual-keys', slug: 'slug', eachWorkspace: ['list'] },
  { operation: 'createMcpServer', path: '/mcp-servers', slug: 'slug' },
  { operation: 'createAgentServer', path: '/agent-servers', slug: 'slug' },
  { operation: 'createConfig', path: '/configs', slug: 'slug' },
  { operation: 'createPartial', path: '/prompts/partials', slug: 'slug' },
  { operation: 'createCollection', path: '/collections', slug: 'slug' },
  { operation: 'createLabel', path: '/labels', slug: 'name' },
  { operation: 'createPrompt', path: '/prompts', slug: 'slug' },
  { operation: 'createRateLimit', path: '/policies/rate-limits' },
  { operation: 'createUsageLimit', path: '/policies/usage-limits' },
  { operation: 'createLimitProfile', path: '/limit-profiles', slug: 'slug' },
  { operation: 'createWorkspaceServiceKey', path: '/api-keys/workspace/service', list: '/api-keys' },
  {
    ...{ operation: 'createOrganisationUser', path: '/organisation/users', isOfOrganisation: true },
    change: { first_name: 'Ada' },
  },
]

/** Other reads and writes, of what is there. */
const OTHERS: readonly (readonly [name: string, method: string, path: string, body?: JsonObject])[] = [
  ['members of a workspace', 'GET', '/workspaces/team/users?page_size=10'],
  ['a member by address', 'GET', '/workspaces/team/users?email=made@example.com'],
  ['a new member', 'POST', '/workspaces/team/users', { users: [{ id: 'NEW', role: 'member' }] }],
  ['a role of a member', 'PUT', '/workspaces/team/users/NEW', { role: 'manager' }],
  ['the end of a membership', 'DELETE', '/workspaces/team/users/NEW'],
  ['invitations', 'GET', '/admin/users/invites?page_size=10'],
  ['a person by address', 'GET', '/organisation/users?email=made@example.com'],
  ['people of a role', 'GET', '/organisation/users?role=member&page_size=10'],
  ['a workspace by its exact name', 'GET', '/workspaces?exact_name=made'],
  ['the workspaces of an integration', 'GET', '/integrations/made/workspaces'],
  ['integrations of the organisation', 'GET', '/integrations?page_size=10'],
  ['versions of a config', 'GET', '/configs/made/versions?page_size=10'],
  [
    'a new version of a config',
    'PUT',
    '/configs/made',
    { config: { provider: '@mock', retry: { attempts: 2 } } },
  ],
  ['versions of a prompt', 'GET', '/prompts/made/versions?page_size=10'],
  ['a new version of a prompt', 'PUT', '/prompts/made', { string: 'Hello {{>made}}' }],
  ['a label of a version', 'PUT', '/prompts/made/versions/1', { label: 'made' }],
  ['versions of a partial', 'GET', '/prompts/partials/made/versions?page_size=10'],
  ['keys of a person', 'GET', '/api-keys?page_size=10&user_id=PERSON'],
  ['keys of a type', 'GET', '/api-keys?page_size=10&type=workspace-service'],
  ['archived policies', 'GET', '/policies/rate-limits?status=archived&page_size=10'],
]

/** A body for something new of a name. */
const bodyOf = ({ operation, body, isOfOrganisation }: KindRow, name: string): JsonObject => ({
  ...(newBodies(name, refers)[operation] ?? (operation === 'createOrganisationUser' ? {} : { name })),
  ...body,
  ...(operation === 'createOrganisationUser' ? { email: `${name}@example.com` } : { name }),
  ...(isOfOrganisation !== true && { workspace_id: 'team' }),
})

/** Counts the resources of a store that are looked at. */
function countVisits(store: ResourceStore) {
  const visited = new Set<Resource>()
  const counted = (resource: Resource): Resource => {
    const { kind, id, value, revision } = resource
    const watched: Resource = {
      kind,
      revision,
      get id() {
        visited.add(watched)
        return id
      },
      get value() {
        visited.add(watched)
        return value
      },
    }
    return watched
  }
  const watched: ResourceStore = {
    ...store,
    read: async (kind, id) => {
      const found = await store.read(kind, id)
      return found && counted(found)
    },
    list: async (kind, options) => (await store.list(kind, options)).map(counted),
    readMany: async (kind, ids) => (await store.readMany(kind, ids)).map(counted),
  }
  return { watched, visited }
}

/** The name of their row. */
const OTHER = 'others'

type Counts = Map<string, number>

/** What each operation of each kind visits where the store has so many of each. */
async function countOperations(
  size: number,
): Promise<{ counts: Counts; failed: readonly string[]; close: ControlHarness['close'] }> {
  const { watched, visited } = countVisits(openMemoryStore())
  const harness = await openControl(
    {
      public_url: 'https://gateway.example.com',
      providers: { mock: { provider: 'mock' } },
      api_keys: [manifestKey('team', 'team', controlScopes)],
    },
    { encryptionKey: KEY, adminKey: ADMIN, store: watched },
  )
  const failed: string[] = []
  const send = async (method: string, path: string, body?: Json, key = ADMIN) => {
    const reply = await harness.send(method, path, body, { key })
    if (reply.status !== 200) failed.push(`${method} ${path}: ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  for (const row of ROWS) await send('POST', row.path, bodyOf(row, nameOf(row, 'made')))
  await send('POST', '/integrations', {
    name: 'everywhere',
    ai_provider_id: 'openai',
    key: 'sk-0123456789abcdef',
    workspace_id: null,
  })
  await send('PUT', '/integrations/everywhere/workspaces', { global_workspace_access: { enabled: true } })
  const [person = {}, newcomer = {}] = await Promise.all(
    ['made', 'newcomer'].map(async name => {
      const { data } = await send('GET', `/organisation/users?email=${name}@example.com`)
      return data[0] ?? (await send('POST', '/organisation/users', { email: `${name}@example.com` }))
    }),
  )
  await send('POST', '/workspaces/team/users', { users: [{ id: person['id'], role: 'member' }] })
  await send('POST', '/api-keys/workspace/user', {
    ...{ name: 'made', scopes: [], workspace_id: 'team', user_id: person['id'] },
  })
  await multiply(watched, size)
  await harness.context.replica?.look()
  const counts: Counts = new Map()
  // The first round builds the indexes.
  for (const round of ['first', 'second'])
    for (const row of ROWS) {
      const count = async (name: string, run: () => Promise<JsonObject>): Promise<JsonObject> => {
        visited.clear()
        const reply = await run()
        counts.set(`${row.operation} ${name}`, visited.size)
        return reply
      }
      const { path, list = path, slug, change = { name: `${round}-again` } } = row
      const body = bodyOf(row, nameOf(row, `${round}-new`))
      const made = await count('create', () => send('POST', path, body))
      const one = `${list}/${String(made['id'])}`
      const read = await count('read by identifier', () => send('GET', one))
      if (slug !== undefined) await count('read by name', () => send('GET', `${list}/${String(read[slug])}`))
      await count('update', () => send('PUT', one, change))
      await count('list', () => send('GET', `${list}?page_size=10`))
      if (row.isOfOrganisation !== true) {
        await count('list of a workspace', () => send('GET', `${list}?page_size=10&workspace_id=team`))
        await count('list for a caller of a workspace', () =>
          send('GET', `${list}?page_size=10`, undefined, TEAM),
        )
      }
      await count('delete', () => send('DELETE', one))
    }
  for (const round of ['first', 'second'])
    for (const [name, method, path, body] of OTHERS) {
      const named = (text: string): string =>
        text.replaceAll('NEW', String(newcomer['id'])).replaceAll('PERSON', String(person['id']))
      visited.clear()
      await send(method, named(path), body && JSON.parse(named(JSON.stringify(body))))
      if (round === 'second') counts.set(`${OTHER} ${name}`, visited.size)
    }
  return { counts, failed, close: harness.close }
}

/** Some kinds have one space of names. */
const nameOf = ({ operation }: KindRow, name: string): string =>
  operation === 'createVirtualKey'
    ? `${name}-key`
    : operation === 'createProvider'
      ? `${name}-provider`
      : name

/** Copies what the store has, under other names and identifiers. */
async function multiply(store: ResourceStore, size: number): Promise<void> {
  const kinds = KINDS.filter(({ owner, audited }) => owner === 'client' && audited).map(({ name }) => name)
  const originals = (await Promise.all(kinds.map(kind => store.list(kind, { limit: 100 })))).flat()
  const identifiers = new Set(JSON.stringify(originals).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
  for (let copy = 1; copy < size; copy += 1) {
    const writes = originals.map(({ kind, id, value }) => {
      let text = JSON.stringify({ id, value }).replaceAll(/made|everywhere/g, `$&-${copy}`)
      for (const each of identifiers)
        text = text.replaceAll(each, derivedUuid(sha256, 'copy', `${each} ${copy}`))
      return { kind, ...(JSON.parse(text) as Pick<Resource, 'id' | 'value'>) }
    })
    await store.commit({ writes })
  }
}

const worlds: { readonly counts: Counts; readonly failed: readonly string[] }[] = []
beforeAll(async () => {
  for (const size of SIZES) {
    const { close, ...world } = await countOperations(size)
    worlds.push(world)
    await close()
  }
}, 120_000)

test('every operation succeeds', () => {
  expect(worlds.flatMap(({ failed }) => failed)).toEqual([])
})

const TABLE: readonly (readonly [string, Pick<KindRow, 'eachWorkspace'>])[] = [
  ...ROWS.map(row => [row.operation, row] as const),
  [OTHER, {}],
]

describe.each(TABLE)('%s', (operation, { eachWorkspace = [] }) => {
  test('visits as many resources where there are ten times as many', () => {
    const [few, many] = worlds.map(({ counts }) => counts)
    const grown = [...(few ?? [])].flatMap(([name, count]) => {
      if (!name.startsWith(`${operation} `)) return []
      const bound =
        count + COMPARISONS + (eachWorkspace.some(each => name.endsWith(` ${each}`)) ? SIZES[1] : 0)
      const now = many?.get(name) ?? 0
      return now > bound ? [`${name}: ${count}, then ${now}`] : []
    })
    expect(grown).toEqual([])
  })
})

// Requests visit as many saved resources in a large organisation as in a small one: resources are counted, not time.
import { expect, test } from 'vitest'
import { API_KEY } from '../../../runtime/control/access/keys/model.ts'
import { MCP_INTEGRATION, MCP_SERVER } from '../../../runtime/control/access/mcp-kinds.ts'
import { MEMBER, USER } from '../../../runtime/control/access/members/model.ts'
import { WORKSPACE } from '../../../runtime/control/access/workspaces/model.ts'
import type { ResourceWrite } from '../../../runtime/control/core/resource-store.ts'
import { RATE_LIMIT, USAGE_LIMIT } from '../../../runtime/control/limits/policy.ts'
import type { LogStore } from '../../../runtime/control/logs/log-store.ts'
import { openView } from '../../../runtime/control/logs/log-view.ts'
import { MCP_CONNECTION } from '../../../runtime/control/mcp-oauth/saved-connection.ts'
import { SCIM_GROUP } from '../../../runtime/control/scim/group.ts'
import { linkMcpSignIn } from '../../../runtime/control/sign-in/link-sign-in.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { type ControlHarness, sha256, startControl } from '../../support/control-harness.ts'
import { type CountedReplica, countVisits } from '../../support/counted-replica.ts'
import { openMemoryStore } from '../../support/memory-store.ts'
import { createTokenIssuer, type TokenIssuer } from '../../support/token-issuer.ts'

const SIZES = [200, 2_000] as const
const ADMIN = `ptl_${'a'.repeat(43)}`
const TIME = '2026-11-01T00:00:00.000Z'

/** One of everything for each number: a person with a workspace, a key, a group, policies and a connected account. */
function resourcesOf(index: number): readonly ResourceWrite[] {
  const [user, workspace, key] = [`u${index}`, `w${index}`, `k${index}`]
  const condition = { conditions: [{ key: 'api_key', value: key }] }
  const write = (kind: string, id: string, value: JsonObject): ResourceWrite => ({ kind, id, value })
  const secret = { digest: sha256(secretOf(key)), masked: 'ptl_…' }
  const role = index === 0 ? 'owner' : 'member'
  return [
    write(USER, user, { email: `${user}@example.org`, role, created_at: TIME, updated_at: TIME }),
    write(WORKSPACE, workspace, { id: workspace, name: workspace, status: 'active' }),
    write(MEMBER, `${workspace}/${user}`, { role: 'manager', created_at: TIME, updated_at: TIME }),
    write(API_KEY, key, {
      ...{ type: 'workspace-user', name: key, workspace, user, scopes: ['policies.update'] },
      ...{ secret, accepted_at: 1, created_at: 1, updated_at: 1 },
    }),
    write(RATE_LIMIT, `r${index}`, {
      ...{ workspace, status: 'active', name: null, created_at: TIME, last_updated_at: TIME },
      terms: { type: 'requests', unit: 'rpm', value: 1, group_by: [], ...condition },
    }),
    write(USAGE_LIMIT, `l${index}`, {
      ...{ workspace, status: 'active', name: null, created_at: TIME, last_updated_at: TIME },
      terms: { type: 'tokens', credit_limit: 1, group_by: [], ...condition },
    }),
    write(SCIM_GROUP, `g${index}`, { display_name: `${workspace}:manager`, members: [user] }),
    write(MCP_INTEGRATION, `i${index}`, {
      workspace,
      url: 'https://mcp.test/',
      off: { [`key:${key}`]: ['tool:x'] },
    }),
    write(MCP_SERVER, `s${index}`, { workspace, integration: `i${index}`, off: {} }),
    write(MCP_CONNECTION, `c${index}`, {
      server: `s${index}`,
      user,
      called_in: workspace,
      url: 'https://mcp.test/',
    }),
  ]
}

const secretOf = (key: string): string => `ptl_${`${key}_`.padEnd(43, '0')}`

interface Organisation extends ControlHarness {
  readonly issuer: TokenIssuer
  readonly visits: CountedReplica
  readonly asPerson: (
    claims: object,
    method: string,
    path: string,
    body?: Json,
  ) => ReturnType<ControlHarness['send']>
}

async function openOrganisation(size: number): Promise<Organisation> {
  const issuer = await createTokenIssuer()
  const store = openMemoryStore()
  const writes = Array.from({ length: size }, (_, index) => resourcesOf(index)).flat()
  await store.commit({ writes })
  const counted: CountedReplica[] = []
  const harness = await startControl(
    {
      sign_in: { issuer: issuer.issuer, audience: 'portolan', claims: { role: 'role' } },
      public_url: 'https://gateway.test',
      mcp: { servers: {} },
    },
    {
      ...{ store, upstream: issuer.upstream, adminKey: ADMIN },
      watchReplica: replica => {
        const each = countVisits(replica)
        counted.push(each)
        return each.replica
      },
    },
  )
  const [visits] = counted
  if (visits === undefined) throw new Error('The harness has no replica.')
  return {
    ...harness,
    issuer,
    visits,
    asPerson: async (claims, method, path, body) =>
      await harness.send(method, path, body, {
        credentials: [`Bearer ${await issuer.sign(claims, harness.clock.now())}`],
      }),
  }
}

const REACHES_NOTHING = '/scim/v2/ServiceProviderConfig'

const ADDS_U8 = {
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: [{ op: 'add', path: 'members', value: [{ value: 'u8' }] }],
}

/** Each gives its status, or whether it was done. */
const REQUESTS: readonly (readonly [
  string,
  number | boolean,
  (of: Organisation) => Promise<number | boolean>,
])[] = [
  [
    'A person who signs in',
    200,
    async ({ asPerson }) => (await asPerson({ email: 'u7@example.org' }, 'GET', REACHES_NOTHING)).status,
  ],
  [
    'An owner who signs in',
    200,
    async ({ asPerson }) => (await asPerson({ email: 'u0@example.org' }, 'GET', REACHES_NOTHING)).status,
  ],
  [
    'A person whom only the issuer knows',
    200,
    async ({ asPerson }) =>
      (await asPerson({ email: 'guest@example.org', role: 'admin' }, 'GET', REACHES_NOTHING)).status,
  ],
  [
    'An address that looks like that of another person',
    403,
    async ({ asPerson }) =>
      (await asPerson({ email: 'ｕ7@example.org', role: 'admin' }, 'GET', REACHES_NOTHING)).status,
  ],
  [
    'The key of a person',
    200,
    async ({ send }) => (await send('GET', REACHES_NOTHING, undefined, { key: secretOf('k7') })).status,
  ],
  [
    'A key that policies restrict and may not change what restricts it',
    403,
    async ({ send }) => {
      const { status, body } = await send('PUT', '/policies/usage-limits/l7', {}, { key: secretOf('k7') })
      expect(body.error.message).toContain('is restricted by')
      return status
    },
  ],
  [
    'The administrator’s key after there is an owner',
    403,
    async ({ send }) => (await send('GET', REACHES_NOTHING, undefined, { key: ADMIN })).status,
  ],
  ...(
    [
      ['The effective policy of a key', 200, 'GET', '/api-keys/k7/policy'],
      ['A person', 200, 'GET', '/organisation/users/u7'],
      ['A person as directories see one', 200, 'GET', '/scim/v2/Users/u7'],
      ['A group of one person', 200, 'GET', '/scim/v2/Groups/g7'],
      ['A new person', 201, 'POST', '/scim/v2/Users', { userName: 'new@example.org' }],
      ['A new member of a group that gives a role', 200, 'PATCH', '/scim/v2/Groups/g7', ADDS_U8],
      ['The plans of a workspace', 200, 'GET', '/plans?page_size=1'],
      ['The removal of a person', 200, 'DELETE', '/organisation/users/u7'],
    ] as const
  ).map(([title, status, method, path, body]): (typeof REQUESTS)[number] => [
    title,
    status,
    async ({ asPerson }) => (await asPerson({ email: 'u0@example.org' }, method, path, body)).status,
  ]),
  [
    'A person whose keys decide which records are seen',
    true,
    async ({ context }) => {
      const principal = {
        ...({ id: 'u7@example.org', type: 'person', role: 'member', user: 'u7' } as const),
        organisation: undefined,
        workspaces: new Map([['w7', new Set(['logs.list'])]]),
      }
      const request = { principal, may: () => true, mayOrganise: false, query: {} } as never
      const opened = openView(request, { ...context, logs: {} as LogStore })
      return !isFailure(opened) && opened.view.keys?.join() === 'k7'
    },
  ],
  [
    'An owner who calls MCP servers with a token',
    true,
    async ({ context, issuer, clock }) => {
      const identify = linkMcpSignIn(
        context.gateway,
        { clock, upstream: issuer.upstream },
        context.replica,
        async () => undefined,
      )
      const token = await issuer.sign({ email: 'u0@example.org' }, clock.now())
      const caller = await identify?.(token, ['portolan'])
      return (
        caller !== undefined && !isFailure(caller) && caller.mayCallIn('w99') && !caller.mayCallIn('none')
      )
    },
  ],
]

test.each(REQUESTS)('%s is served with the same look-ups at any size', async (_title, expected, run) => {
  const counts: number[] = []
  for (const size of SIZES) {
    const organisation = await openOrganisation(size)
    organisation.visits.take()
    expect(await run(organisation)).toBe(expected)
    counts.push(organisation.visits.take())
  }
  const [few = 0, many] = counts
  expect(few).toBeGreaterThan(0)
  expect(many).toBe(few)
})

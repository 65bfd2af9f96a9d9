// Accounts that people have connected end with what they were for: nothing of the same name or address uses them without consent. Who
// manages them follows memberships, not where a person once called from.
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, later } from '../../support/local-servers.ts'
import { startConnections } from '../../support/mcp/connected-gateways.ts'
import { runGateway } from '../../support/running-gateway.ts'
import { until } from '../../support/until.ts'

afterEach(closeAll)

const ADMIN = { email: 'root@example.com', role: 'admin' }
const ADA = 'ada@example.com'

type World = Awaited<ReturnType<typeof startConnections>>

const isRevoked = async ({ as }: World): Promise<void> => {
  await until(async () => as.seen.revoked.length === 1, 2_000)
  expect(as.seen.revoked).toEqual([expect.stringMatching(/^refresh-/)])
}
const asksAda = async ({ call }: World): Promise<boolean> =>
  (await call(ADA)).result.resultType === 'input_required'

/** Ada as a person of the store, who is a member of a workspace. */
async function saveAda({ manageAs }: World, workspace: string): Promise<string> {
  await manageAs(ADMIN, 'POST', '/workspaces', { name: workspace })
  const { body } = await manageAs(ADMIN, 'POST', '/organisation/users', { email: ADA })
  const users = [{ id: body['id'], role: 'member' }]
  await manageAs(ADMIN, 'POST', `/workspaces/${workspace}/users`, { users })
  return String(body['id'])
}

describe('the accounts of people end', () => {
  it('with a saved server, also where one is made again at its address', async () => {
    const world = await startConnections({}, { saved: true })
    await saveAda(world, 'research')
    await world.connect(ADA)
    expect(await asksAda(world)).toBe(false)
    const { manageAs } = world
    expect((await manageAs(ADMIN, 'DELETE', '/mcp-servers/mail')).status).toBe(200)
    await isRevoked(world)
    const again = { name: 'Mail', mcp_integration_id: 'mail', workspace_id: 'research' }
    expect((await manageAs(ADMIN, 'POST', '/mcp-servers', again)).status).toBe(200)
    expect(await asksAda(world)).toBe(true)
  })

  it('with the address of an integration', async () => {
    const world = await startConnections({}, { saved: true })
    await saveAda(world, 'research')
    await world.connect(ADA)
    const { manageAs, as } = world
    const rename = { name: 'Post' }
    expect((await manageAs(ADMIN, 'PUT', '/mcp-integrations/mail', rename)).status).toBe(200)
    expect(await asksAda(world)).toBe(false)
    for (const url of [`${as.url}/elsewhere`, as.url])
      expect((await manageAs(ADMIN, 'PUT', '/mcp-integrations/mail', { url })).status).toBe(200)
    await isRevoked(world)
    expect(await asksAda(world)).toBe(true)
  })

  it('with accounts of people as the authentication of an integration', async () => {
    const world = await startConnections({}, { saved: true })
    await saveAda(world, 'research')
    await world.connect(ADA)
    for (const auth_type of ['none', 'oauth_auto'])
      expect((await world.manageAs(ADMIN, 'PUT', '/mcp-integrations/mail', { auth_type })).status).toBe(200)
    await isRevoked(world)
    expect(await asksAda(world)).toBe(true)
  })

  it.each(['/organisation/users', '/scim/v2/Users'])('with the person, removed at %s', async path => {
    const world = await startConnections({}, { saved: true })
    const id = await saveAda(world, 'research')
    await world.connect(ADA)
    const list = async () => (await world.manage('GET', 'root@example.com', ADMIN)).body.total
    expect(await list()).toBe(1)
    await world.manageAs(ADMIN, 'DELETE', `${path}/${id}`).catch(() => 'There is no body.')
    await isRevoked(world)
    expect(await list()).toBe(0)
  })

  it('with a server that leaves the manifest, and stay with those that do not', async () => {
    const world = await startConnections()
    await world.connect(ADA)
    const { as, folder, publicUrl } = world
    const start = async (servers: object) => {
      const gateway = await runGateway(
        {
          public_url: publicUrl,
          store: `sqlite:${join(folder, 'store.db')}`,
          trusted_hosts: ['127.0.0.1'],
          mcp: { servers },
        },
        {},
        { PORTOLAN_ENCRYPTION_KEY: Buffer.from('k'.repeat(32)).toString('base64') },
      )
      later(gateway.stop)
    }
    const mail = { url: as.url, auth: { type: 'oauth', issuer: as.origin } }
    await start({ mail })
    expect(await asksAda(world)).toBe(false)
    await start({ other: mail })
    await until(async () => await asksAda(world), 3_000)
    await isRevoked(world)
  })
})

it('managers of a workspace see and revoke the accounts of its members, wherever these once called from', async () => {
  const world = await startConnections()
  const id = await saveAda(world, 'research')
  await world.connect(ADA)
  const { manageAs, manage } = world
  const managerOf = (workspace: string) => ({ workspaces: { [workspace]: 'manager' } })
  const seen = async (workspace: string, query = '') =>
    (await manage('GET', 'eve@example.com', managerOf(workspace), query)).body.total
  await manageAs(ADMIN, 'POST', '/workspaces', { name: 'sales' })
  expect([await seen('research'), await seen('sales')]).toEqual([1, 0])
  await manageAs(ADMIN, 'DELETE', `/workspaces/research/users/${id}`)
  expect([await seen('research'), await seen('sales')]).toEqual([0, 0])
  expect((await manage('DELETE', 'eve@example.com', managerOf('research'), `?user_id=${id}`)).status).toBe(
    404,
  )
  const users = [{ id, role: 'member' }]
  await manageAs(ADMIN, 'POST', '/workspaces/sales/users', { users })
  expect([await seen('research'), await seen('sales')]).toEqual([0, 1])
  expect(await seen('sales', '?workspace_id=sales')).toBe(1)
  expect((await manage('GET', 'root@example.com', ADMIN, '?workspace_id=research')).body.total).toBe(0)
  expect((await manage('DELETE', 'eve@example.com', managerOf('sales'), `?user_id=${id}`)).status).toBe(200)
})

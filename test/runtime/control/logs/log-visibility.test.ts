// Settings of workspaces: whether members and managers read analytics, and whether they see the records of other people.
import { describe, expect, it } from 'vitest'
import { createTokenIssuer } from '../../../support/token-issuer.ts'
import { logged, PERIOD, startLogs } from './log-harness.ts'

async function start() {
  const issuer = await createTokenIssuer()
  const harness = await startLogs([logged(1), logged(2)], {
    upstream: issuer.upstream,
    manifest: { sign_in: { issuer: issuer.issuer, audience: 'portolan' } },
  })
  const { admin, send, clock, logs } = harness
  const person = await admin('POST', '/organisation/users', { email: 'ann@b.c', role: 'member' })
  const tokenOf = (role: string) =>
    issuer.sign({ email: 'ann@b.c', role: 'member', workspaces: { team: role } }, clock.now())
  const signIn = async (role: string) => {
    const token = await tokenOf(role)
    return (method: string, path: string, body?: Parameters<typeof send>[2]) =>
      send(method, path, body, { credentials: [`Bearer ${token}`] })
  }
  const set = (settings: Record<string, boolean>) => admin('PUT', '/workspaces/team/settings', settings)
  return { ...harness, person, signIn, set, logs }
}

describe.each([
  ['member', 'membersViewAnalytics', 'membersViewAllData'],
  ['manager', 'managersViewAnalytics', 'managersViewAllData'],
])('a %s', (role, viewAnalytics, viewAllData) => {
  it(`reads analytics unless ${viewAnalytics} is false`, async () => {
    const { signIn, set } = await start()
    const send = await signIn(role)
    const read = () => send('GET', `/analytics/groups/model?${PERIOD}`)
    expect((await read()).status).toBe(200)
    expect((await set({ [viewAnalytics]: false })).body[viewAnalytics]).toBe(false)
    expect((await read()).status).toBe(403)
  })

  it(`sees all records unless ${viewAllData} is false, and then those of own keys alone`, async () => {
    const { signIn, set, admin, logs, person } = await start()
    await admin('POST', '/workspaces/team/users', { users: [{ id: person.body.id, role }] })
    const send = await signIn(role)
    const key = await send('POST', '/api-keys/workspace/user', {
      name: 'mine',
      scopes: ['logs.list'],
      workspace_id: 'team',
    })
    const own = logged(3, { key: key.body.id, model: 'mine-alone', metadata: { tier: 'gold' } })
    await logs.append({ id: 'own', lines: JSON.stringify(own) })
    const total = async (path: string) => (await send('GET', path)).body.total
    const list = `/logs?${PERIOD}&include_total=true`
    expect(await total(list)).toBe(3)
    await set({ [viewAllData]: false })
    expect(await total(list)).toBe(1)
    const groups = await send('GET', `/analytics/groups/api_key?${PERIOD}`)
    expect(groups.body.data.map((each: { api_key: string }) => each.api_key)).toEqual([key.body.id])
    expect((await send('GET', `/logs/${logged(1).id}`)).status).toBe(404)
    expect((await send('GET', `/logs/${own.id}`)).status).toBe(200)
    const values = async (facet: string) =>
      (await send('GET', `/logs/facets/${facet}`)).body.data.map((each: { value: string }) => each.value)
    expect([await values('model'), await values('metadata')]).toEqual([['mine-alone'], ['tier']])
    expect((await admin('GET', list)).body.total).toBe(3)
  })
})

it('a key of such a person sees no more than the person', async () => {
  const { signIn, set, send, admin, person } = await start()
  await admin('POST', '/workspaces/team/users', { users: [{ id: person.body.id, role: 'member' }] })
  const member = await signIn('member')
  const key = await member('POST', '/api-keys/workspace/user', {
    name: 'mine',
    scopes: ['logs.list'],
    workspace_id: 'team',
  })
  const total = async () =>
    (await send('GET', `/logs?${PERIOD}&include_total=true`, undefined, { key: key.body.key })).body.total
  expect(await total()).toBe(2)
  await set({ membersViewAllData: false })
  expect(await total()).toBe(0)
})

// Groups as directories write them, and the roles that they give.
import { describe, expect, test } from 'vitest'
import type { Json } from '../../../../schemas/values/json.ts'
import { AUDIT, add, GRANTS, GROUP, patch, type Scim, start } from './directory.ts'

describe('groups', () => {
  const rolesOf = async ({ send }: Pick<Scim, 'send'>, id: string) => ({
    organisation: (await send('GET', `/organisation/users/${id}`)).body.role,
    team: (await send('GET', `/workspaces/team/users/${id}`)).body.role,
  })
  const withTeam = async () => {
    const harness = await start()
    await harness.send('POST', '/workspaces', { name: 'team' })
    const id = await add(harness, 'ada@x.y')
    const group = async (displayName: string, ...members: readonly string[]): Promise<string> =>
      (
        await harness.scim('POST', '/Groups', {
          schemas: [GROUP],
          displayName,
          members: members.map(value => ({ value })),
        })
      ).body.id
    return { ...harness, id, group }
  }

  test.each([
    ['team:manager', 'team:manager', { organisation: 'member', team: 'manager' }],
    ['TEAM:Admin', 'team:admin', { organisation: 'member', team: 'admin' }],
    ['Organisation:ADMIN', 'organisation:admin', { organisation: 'admin', team: undefined }],
    ['team:boss', null, { organisation: 'member', team: undefined }],
    ['nowhere:admin', null, { organisation: 'member', team: undefined }],
    ['Engineering', null, { organisation: 'member', team: undefined }],
  ])('%s gives %s', async (displayName, grants, roles) => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const groupId = await group(displayName, id)
    expect((await scim('GET', `/Groups/${groupId}`)).body).toMatchObject({
      displayName,
      members: [{ value: id, display: 'ada@x.y', $ref: `/scim/v2/Users/${id}` }],
      [GRANTS]: { grants },
    })
    expect(await rolesOf(harness, id)).toEqual(roles)
    expect((await scim('GET', `/Users/${id}`)).body.groups).toEqual([
      { value: groupId, display: displayName, $ref: `/scim/v2/Groups/${groupId}` },
    ])
    expect(await scim('DELETE', `/Groups/${groupId}`)).toMatchObject({ status: 204 })
    expect(await rolesOf(harness, id)).toEqual({ organisation: 'member', team: undefined })
  })

  test.each<readonly [string, (id: string) => Json, (id: string) => Json]>([
    [
      'Okta',
      id => ({ op: 'add', path: 'members', value: [{ value: id, display: 'ada@x.y' }] }),
      id => ({ op: 'remove', path: `members[value eq "${id}"]` }),
    ],
    [
      'Entra',
      id => ({ op: 'Add', path: 'members', value: [{ $ref: null, value: id }] }),
      id => ({ op: 'Remove', path: 'members', value: [{ $ref: null, value: id }] }),
    ],
    [
      'without paths',
      id => ({ op: 'add', value: { members: [{ value: id }] } }),
      () => ({ op: 'replace', value: { members: [] } }),
    ],
  ])('%s adds and removes a member, whose role and keys follow', async (_name, adding, removing) => {
    const harness = await withTeam()
    const { id, scim, send, group } = harness
    const other = await add(harness, 'bob@x.y')
    const path = `/Groups/${await group('team:member', other)}`
    const added = await scim('PATCH', path, patch(adding(id)))
    const members = added.body.members.map(({ value }: { value: string }) => value)
    expect(members.sort()).toEqual([other, id].sort())
    expect((await rolesOf(harness, id)).team).toBe('member')
    const again = await scim('PATCH', path, patch(adding(id)))
    expect(again.body.members).toEqual(added.body.members)
    const { key } = (
      await send('POST', '/api-keys/workspace/user', {
        name: 'k',
        workspace_id: 'team',
        user_id: id,
        scopes: ['workspaces.read'],
      })
    ).body
    expect((await send('GET', '/workspaces/team', undefined, { key })).status).toBe(200)
    expect((await scim('PATCH', path, patch(removing(id)))).status).toBe(200)
    expect((await rolesOf(harness, id)).team).toBeUndefined()
    expect((await send('GET', '/workspaces/team', undefined, { key })).status).toBe(401)
    const audit = (await send('GET', AUDIT)).body.records as readonly Record<string, unknown>[]
    expect(audit.filter(entry => entry['resource_type'] === 'workspace-member').length).toBeGreaterThan(1)
  })

  test('of several groups the highest role counts, and the next one after it', async () => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const low = await group('team:member', id)
    const high = await group('team:admin', id)
    expect((await rolesOf(harness, id)).team).toBe('admin')
    await scim('DELETE', `/Groups/${high}`)
    expect((await rolesOf(harness, id)).team).toBe('member')
    await scim('PUT', `/Groups/${low}`, { displayName: 'team:manager', members: [{ value: id }] })
    expect((await rolesOf(harness, id)).team).toBe('manager')
    await scim('PATCH', `/Groups/${low}`, patch({ op: 'replace', path: 'displayName', value: 'just a name' }))
    expect((await rolesOf(harness, id)).team).toBeUndefined()
  })

  test.each([0, 1])(
    'of two that change at once, one is refused: the role that the other gives stays (%i)',
    async first => {
      const harness = await withTeam()
      const { id, scim, group } = harness
      const leaving = await group('team:manager', id)
      const joining = await group('team:Manager ', ...[])
      const changes = [
        () => scim('DELETE', `/Groups/${leaving}`),
        () =>
          scim('PATCH', `/Groups/${joining}`, patch({ op: 'add', path: 'members', value: [{ value: id }] })),
      ]
      const [one, two] = first === 0 ? changes : changes.toReversed()
      const answers = await Promise.all([one?.(), two?.()])
      expect(answers.map(answer => (answer?.status ?? 0) < 300)).toEqual([true, false])
      expect(answers[1]?.status).toBe(409)
      expect((await two?.())?.status).toBeLessThan(300)
      expect((await rolesOf(harness, id)).team).toBe('manager')
    },
  )

  test('give the role of a workspace that was made later when they are next written', async () => {
    const harness = await start()
    const { scim, send } = harness
    const id = await add(harness, 'ada@x.y')
    const group = { displayName: 'team:manager', members: [{ value: id }] }
    const path = `/Groups/${(await scim('POST', '/Groups', group)).body.id}`
    expect((await scim('GET', path)).body[GRANTS]).toEqual({ grants: null })
    await send('POST', '/workspaces', { name: 'team' })
    await scim('PUT', path, group)
    expect((await rolesOf(harness, id)).team).toBe('manager')
  })

  test('are listed by name, without members where those are left out', async () => {
    const { id, scim, group } = await withTeam()
    const named = 'b [ops] and "co"'
    await group(named, id)
    await group('a', id)
    const list = async (query: string) =>
      (await scim('GET', `/Groups?${query}`)).body.Resources as readonly Record<string, Json>[]
    expect((await list('')).map(each => each['displayName'])).toEqual(['a', named])
    const filter = encodeURIComponent(`displayName eq ${JSON.stringify(named.toUpperCase())}`)
    const found = await list(`excludedAttributes=members&filter=${filter}`)
    expect(found).toMatchObject([{ displayName: named }])
    expect(found[0]).not.toHaveProperty('members')
  })

  test('have no members that were removed, and leave the last owner', async () => {
    const harness = await withTeam()
    const { id, scim, group } = harness
    const other = await add(harness, 'bob@x.y')
    const owners = await group('organisation:owner', id, other)
    expect((await scim('DELETE', `/Groups/${owners}`)).status).toBe(409)
    expect((await scim('DELETE', `/Users/${other}`)).status).toBe(204)
    expect((await scim('GET', `/Groups/${owners}`)).body.members).toMatchObject([{ value: id }])
  })
})

// A change of one member costs the same in a group of any size: what is visited, written and recorded.
import { describe, expect, test } from 'vitest'
import { GROUP_MEMBER, MEMBER, USER } from '../../../../runtime/control/access/members/model.ts'
import type { ResourceWrite } from '../../../../runtime/control/core/resource-store.ts'
import { SCIM_GROUP } from '../../../../runtime/control/scim/group.ts'
import type { Json, JsonObject } from '../../../../schemas/values/json.ts'
import { countVisits } from '../../../support/counted-replica.ts'
import { openMemoryStore } from '../../../support/memory-store.ts'
import { AUDIT, patch, type Scim, start } from './directory.ts'

const SIZES = [200, 2_000] as const
const TIME = '2026-11-01T00:00:00.000Z'
const GROUP = '/Groups/g'

const person = (id: string): ResourceWrite => ({
  kind: USER,
  id,
  value: { email: `${id}@example.org`, role: 'member', created_at: TIME, updated_at: TIME },
})

/** The members are `u0`, `u1` and so on, and managers of the workspace "team"; Ada is not. */
const membersOf = (size: number): readonly string[] => Array.from({ length: size }, (_, index) => `u${index}`)

/** `isListed`: the group is as releases before stored it. */
async function openGroup(size: number, isListed = false, displayName = 'team:manager') {
  const users = membersOf(size)
  const store = openMemoryStore()
  const group = { display_name: displayName, created_at: TIME, updated_at: TIME }
  const role = { role: 'manager', created_at: TIME, updated_at: TIME }
  await store.commit({
    writes: [
      ...[...users, 'ada'].map(person),
      { kind: 'workspace', id: 'team', value: { id: 'team', name: 'team', created_at: TIME } },
      { kind: SCIM_GROUP, id: 'g', value: isListed ? { ...group, members: users } : group },
      ...users.map(user => ({ kind: MEMBER, id: `team/${user}`, value: role })),
      ...(isListed ? [] : users.map(user => ({ kind: GROUP_MEMBER, id: `g/${user}`, value: {} }))),
    ],
  })
  const written: ResourceWrite[] = []
  const counted: ReturnType<typeof countVisits>[] = []
  const harness = await start(
    {},
    {
      store: {
        ...store,
        commit: transaction => {
          written.push(...transaction.writes)
          return store.commit(transaction)
        },
      },
      watchReplica: replica => {
        const each = countVisits(replica)
        counted.push(each)
        return each.replica
      },
    },
  )
  return {
    ...harness,
    written,
    takeVisits: () => counted.reduce((sum, each) => sum + each.take(), 0),
  }
}

const adding = (...users: readonly string[]) =>
  patch({ op: 'add', path: 'members', value: users.map(value => ({ value })) })
const removing = (user: string) => patch({ op: 'remove', path: `members[value eq "${user}"]` })
const WITHOUT_MEMBERS = `${GROUP}?excludedAttributes=members`

const bytesOf = (writes: readonly ResourceWrite[]): number =>
  writes.reduce((sum, { kind, id, value }) => sum + JSON.stringify([kind, id, value]).length, 0)

const entriesOf = async ({ send }: Pick<Scim, 'send'>): Promise<readonly JsonObject[]> =>
  (await send('GET', AUDIT)).body.records

describe('A change of one member', () => {
  test.each<readonly [string, Json, JsonObject, readonly [number, number]]>([
    ['that comes', adding('ada'), { before: { members: [] }, after: { members: ['ada'] } }, [200, 201]],
    ['that goes', removing('u7'), { before: { members: ['u7'] }, after: { members: [] } }, [200, 199]],
    [
      'that comes while another one goes',
      patch(
        { op: 'remove', path: 'members', value: [{ value: 'u7' }] },
        { op: 'add', value: { members: [{ value: 'ada' }] } },
      ),
      { before: { members: ['u7'] }, after: { members: ['ada'] } },
      [200, 200],
    ],
    ['that is there already', adding('u7'), { before: { members: [] }, after: { members: [] } }, [200, 200]],
    [
      'that is replaced by another one who is there already',
      patch({ op: 'replace', path: 'members[value eq "u7"]', value: { value: 'u8' } }),
      { before: { members: ['u7'] }, after: { members: [] } },
      [200, 199],
    ],
  ])(
    '%s visits and writes the same in a group of any size, and records what differs',
    async (_title, body, recorded, [before, after]) => {
      const costs: unknown[] = []
      for (const size of SIZES) {
        const group = await openGroup(size)
        await group.scim('GET', `${WITHOUT_MEMBERS}`)
        await group.scim('GET', '/Users/ada')
        group.takeVisits()
        const { status, body: reply } = await group.scim('PATCH', WITHOUT_MEMBERS, body)
        expect([status, reply.members]).toEqual([200, undefined])
        costs.push([group.takeVisits(), group.written.map(({ kind }) => kind)])
        const entry = (await entriesOf(group)).find(each => each['resource_type'] === SCIM_GROUP)
        expect(entry).toMatchObject({
          ...recorded,
          differences: [{ path: '/members', before: before - 200 + size, after: after - 200 + size }],
        })
      }
      expect(costs[1]).toEqual(costs[0])
    },
  )

  test('is applied with the others of the group: members, roles and replies are as before', async () => {
    const group = await openGroup(60)
    const { scim, send } = group
    const reply = await scim('PATCH', GROUP, adding('ada'))
    expect(reply.body.members).toHaveLength(61)
    expect((await send('GET', '/workspaces/team/users/ada')).body.role).toBe('manager')
    expect((await scim('GET', '/Users/ada')).body.groups).toMatchObject([{ value: 'g' }])
    await scim('PATCH', GROUP, removing('ada'))
    expect((await send('GET', '/workspaces/team/users/ada')).status).toBe(404)
    expect((await scim('GET', '/Users/ada')).body.groups).toEqual([])
    const all = await scim('PATCH', GROUP, patch({ op: 'remove', path: 'members' }))
    expect(all.body.members).toEqual([])
    expect((await send('GET', '/workspaces/team/users/u7')).status).toBe(404)
  })

  test('and of what the group gives changes the role of all', async () => {
    const { scim, send } = await openGroup(60)
    const operations = patch(
      { op: 'replace', path: 'displayName', value: 'team:admin' },
      { op: 'add', path: 'members', value: [{ value: 'ada' }] },
    )
    expect((await scim('PATCH', GROUP, operations)).status).toBe(200)
    for (const user of ['ada', 'u7'])
      expect((await send('GET', `/workspaces/team/users/${user}`)).body.role).toBe('admin')
  })
})

test('Two hundred people who are added one by one write bytes in proportion to their number', async () => {
  const group = await openGroup(0, false, 'Engineering')
  const { scim, written } = group
  const bytes: number[] = []
  for (const _ of [1, 2]) {
    written.length = 0
    for (let index = 0; index < 100; index++) {
      const userName = `p${bytes.length}-${String(index).padStart(3, '0')}@example.org`
      const { id } = (await scim('POST', '/Users', { userName })).body
      await scim('PATCH', WITHOUT_MEMBERS, adding(id))
    }
    bytes.push(bytesOf(written))
  }
  const [first = 0, second = 0] = bytes
  expect(second).toBeLessThan(first)
  expect(second).toBeLessThan(100 * 4_000)
})

test('The end of a group visits its members, and not for each of them all others', async () => {
  const visits: number[] = []
  for (const size of SIZES) {
    const group = await openGroup(size)
    await group.scim('GET', '/Users/ada')
    group.takeVisits()
    expect((await group.scim('DELETE', GROUP)).status).toBe(204)
    visits.push(group.takeVisits() / size)
    expect((await group.send('GET', '/workspaces/team/users/u7')).status).toBe(404)
  }
  const [few = 0, many = 0] = visits
  expect(many).toBeLessThan(few * 1.1)
})

describe('A group that an earlier release stored', () => {
  test('is shown with the members that it lists', async () => {
    const { scim } = await openGroup(3, true)
    const { members } = (await scim('GET', GROUP)).body
    expect(members.map(({ value }: { value: string }) => value)).toEqual(['u0', 'u1', 'u2'])
    expect((await scim('GET', '/Users/u1')).body.groups).toMatchObject([{ value: 'g' }])
    const filter = encodeURIComponent('members.value eq "u1"')
    expect((await scim('GET', `/Groups?filter=${filter}`)).body.totalResults).toBe(1)
  })

  test.each([3, 60])('has members of their own after its next change (%i)', async size => {
    const { scim, context } = await openGroup(size, true)
    expect((await scim('PATCH', GROUP, removing('u1'))).status).toBe(200)
    const { members } = (await scim('PATCH', GROUP, adding('ada'))).body
    const expected = [...membersOf(size), 'ada'].filter(user => user !== 'u1').sort()
    expect(members.map(({ value }: { value: string }) => value).sort()).toEqual(expected)
    expect(context.replica?.get(SCIM_GROUP, 'g')?.value).not.toHaveProperty('members')
  })
})

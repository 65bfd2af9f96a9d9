// Keys of people: a key acts as its person only where the person made it, or accepted it and so replaced its secret, and only as long
// as others change nothing that matters. Whatever the order, no secret that others have seen reaches the person's accounts.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { isFailure } from '../../../../../runtime/values/failures.ts'
import { controlScopes } from '../../../../../schemas/generated/control-routes.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import { type Ask, openPeople, type People } from './people.ts'

let open: People | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

async function start(adaRole?: string): Promise<People> {
  open = await openPeople(adaRole)
  return open
}

const CALLS = ['mcp.invoke', 'inference']
const ofAda = (people: People, more: object = {}): Json => ({
  name: "Ada's",
  workspace_id: 'team',
  user_id: people.adaId,
  scopes: CALLS,
  ...more,
})

/** Whether a secret reaches the accounts of its person. */
function reaches({ context }: People, secret: string): boolean {
  const found = context.keys?.find(secret, context.hash(secret))
  return found !== undefined && !isFailure(found) && found.isAccepted
}

/** A key of a service with all scopes of a manager. */
async function serviceKey({ admin, withKey }: People, more: object = {}): Promise<Ask> {
  const scopes = controlScopes.filter(
    scope => !/^organisation|^settings|^deployments|^workspaces|^logs|^secret|^analytics/.test(scope),
  )
  const made = await admin('POST', '/api-keys/workspace/service', {
    name: 'service',
    workspace_id: 'team',
    scopes: [...scopes, 'workspaces.read', 'workspaces.list', 'workspaces.update'].filter(
      scope => scope !== 'api_keys.outlive',
    ),
    ...more,
  })
  expect(made.status).toBe(200)
  return withKey(made.body.key)
}

describe('a key of a person', () => {
  test.each([
    ['the person, signed in', 'ada', true],
    ['a manager, signed in', 'mona', false],
    ['the administrator', 'admin', false],
  ] as const)('made by %s acts as the person: %s', async (_title, maker, isAccepted) => {
    const people = await start()
    const made = await people[maker]('POST', '/api-keys/workspace/user', ofAda(people))
    expect(made.status).toBe(200)
    expect(reaches(people, made.body.key)).toBe(isAccepted)
    const { body } = await people.ada('GET', `/api-keys/${made.body.id}`)
    expect(body.accepted_at !== null).toBe(isAccepted)
  })

  test('is accepted by its person alone, signed in: with a new secret, and the earlier ones are refused', async () => {
    const people = await start()
    const { body: made } = await people.mona('POST', '/api-keys/workspace/user', ofAda(people))
    const rotated = await people.mona('POST', `/api-keys/${made.id}/rotate`, {})
    const accept = `/api-keys/${made.id}/accept`
    expect((await people.mona('POST', accept)).status).toBe(404)
    expect((await people.admin('POST', accept)).status).toBe(403)
    expect((await people.withKey(made.key)('POST', accept)).status).toBe(403)
    const accepted = await people.ada('POST', accept)
    expect(accepted).toMatchObject({ status: 200, body: { id: made.id, object: 'api-key' } })
    const find = (secret: string) => people.context.keys?.find(secret, people.context.hash(secret))
    expect([find(made.key), find(rotated.body.key)]).toEqual([undefined, undefined])
    expect(reaches(people, accepted.body.key)).toBe(true)
  })

  test('that is overdue for rotation is accepted with a secret that is not', async () => {
    const people = await start()
    const policy = { rotation_period_days: 2 }
    const { body: made } = await people.mona(
      'POST',
      '/api-keys/workspace/user',
      ofAda(people, { rotation_policy: policy }),
    )
    people.clock.setWallClock(4 * 86_400_000)
    const accepted = await people.ada('POST', `/api-keys/${made.id}/accept`)
    expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
    expect(reaches(people, accepted.body.key)).toBe(true)
  })

  test.each([
    ['renames it', 'PUT', '', { name: 'other' }, true],
    ['limits it', 'PUT', '', { rate_limits: [{ type: 'requests', unit: 'rpm', value: 5 }] }, true],
    ['disables it', 'PUT', '', { status: 'disabled' }, undefined],
    ['takes a scope', 'PUT', '', { scopes: ['mcp.invoke'] }, false],
    ['gives a scope', 'PUT', '', { scopes: [...CALLS, 'prompts.read'] }, false],
    ['lets it expire', 'PUT', '', { expires_at: '2027-01-01T00:00:00Z' }, false],
    ['rotates it', 'POST', '/rotate', {}, false],
  ] as const)(
    'once a manager %s acts as the person as before: %s',
    async (_title, method, path, body, stays) => {
      const people = await start()
      const { body: made } = await people.ada('POST', '/api-keys/workspace/user', ofAda(people))
      expect((await people.mona(method, `/api-keys/${made.id}${path}`, body)).status).toBe(200)
      const { accepted_at } = (await people.ada('GET', `/api-keys/${made.id}`)).body
      if (stays !== undefined) expect(reaches(people, made.key)).toBe(stays)
      expect(accepted_at !== null).toBe(stays !== false)
      if (stays === undefined) {
        await people.mona('PUT', `/api-keys/${made.id}`, { status: 'active' })
        expect(reaches(people, made.key)).toBe(false)
      }
    },
  )

  test('is made, changed and rotated by those alone who may do all that the person may, and disabled and revoked by managers', async () => {
    const people = await start('org-admin')
    const body = ofAda(people, { scopes: ['mcp.invoke'] })
    expect(await people.mona('POST', '/api-keys/workspace/user', body)).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('less than the person') } },
    })
    const { body: made } = await people.ada('POST', '/api-keys/workspace/user', body)
    const path = `/api-keys/${made.id}`
    expect((await people.mona('PUT', path, { name: 'x' })).status).toBe(403)
    expect((await people.mona('POST', `${path}/rotate`, {})).status).toBe(403)
    expect((await people.mona('PUT', path, { status: 'disabled' })).status).toBe(200)
    expect((await people.mona('PUT', path, { status: 'active' })).status).toBe(403)
    expect((await people.mona('DELETE', path)).status).toBe(200)
  })

  test('stored by an earlier version is not accepted', async () => {
    const people = await start()
    const { body: made } = await people.ada('POST', '/api-keys/workspace/user', ofAda(people))
    const found = await people.context.store?.read('api-key', made.id)
    const { accepted_at: _, ...value } = found?.value ?? {}
    await people.context.store?.commit({ writes: [{ kind: 'api-key', id: made.id, value }] })
    await people.context.replica?.look()
    expect(reaches(people, made.key)).toBe(false)
  })
})

describe('in any order of making, changing, accepting and rotating', () => {
  const ACTORS = ['ada', 'mona', 'admin', 'service', 'key'] as const
  const step = fc.record({
    actor: fc.constantFrom(...ACTORS),
    act: fc.constantFrom(
      'make',
      'accept',
      'rotate',
      'complete',
      'own',
      'scopes',
      'expiry',
      'disable',
      'enable',
    ),
    which: fc.nat({ max: 3 }),
    wait: fc.constantFrom(0, 0, 60_000, 3_600_000),
  })
  const bodies: Readonly<Record<string, object>> = {
    scopes: { scopes: ['mcp.invoke', 'workspace_user_api_keys.create', 'workspace_user_api_keys.update'] },
    expiry: { expires_at: '2027-02-01T00:00:00Z' },
    disable: { status: 'disabled' },
    enable: { status: 'active' },
  }

  const MAKE = controlScopes.filter(scope => /^mcp\.|^workspace_user_api/.test(scope))

  /** The answer to a step; undefined where it names a key and there is none. */
  const send = (ask: Ask, act: string, id: string | undefined, people: People) => {
    if (act === 'make') return ask('POST', '/api-keys/workspace/user', ofAda(people, { scopes: MAKE }))
    if (act === 'own') return ask('POST', '/api-keys/self/rotate')
    if (id === undefined) return undefined
    const path = `/api-keys/${id}`
    if (act === 'complete') return ask('POST', `${path}/rotate/complete`)
    if (act in bodies) return ask('PUT', path, bodies[act] as Json)
    return ask('POST', `${path}/${act}`, act === 'rotate' ? {} : undefined)
  }

  test("no secret that others have seen reaches the person's accounts", async () => {
    let reached = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 14 }), async steps => {
        const people = await openPeople('manager')
        const service = await serviceKey(people)
        /** Secrets by whether the person alone has seen them. */
        const isOwn = new Map<string, boolean>()
        const ids: string[] = []
        for (const { actor, act, which, wait } of steps) {
          await people.clock.advance(wait)
          const secret = [...isOwn.keys()][which % Math.max(1, isOwn.size)]
          if (actor === 'key' && secret === undefined) continue
          const ask =
            actor === 'key' ? people.withKey(secret ?? '') : actor === 'service' ? service : people[actor]
          const answer = await send(ask, act, ids[which % Math.max(1, ids.length)], people)
          const { id, key } = (answer?.body ?? {}) as { readonly id?: string; readonly key?: string }
          if (answer?.status === 200 && key !== undefined && id !== undefined) {
            if (!ids.includes(id)) ids.push(id)
            // The holder of a secret sees what it is exchanged for.
            isOwn.set(key, actor === 'key' ? isOwn.get(secret ?? '') === true : actor === 'ada')
          }
          for (const [text, own] of isOwn) {
            if (!own) expect(reaches(people, text)).toBe(false)
            else if (reaches(people, text)) reached += 1
          }
        }
        await people.close()
      }),
      { numRuns: 60 },
    )
    expect(reached).toBeGreaterThan(20)
  })
})

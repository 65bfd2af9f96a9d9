// Holders of keys do what they like, together: what they hold in the end reaches no more than one of their keys did in the beginning.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import type { Json } from '../../../../../schemas/values/json.ts'
import { create, type Held, LATER, rate, SCOPES } from './held-key.ts'
import { type Ask, openPeople, type People } from './people.ts'

let open: People | undefined
afterEach(async () => {
  await open?.close()
  open = undefined
})

describe('whatever holders of keys do together', () => {
  const settings = fc.record({
    limited: fc.constantFrom(undefined, [rate(1)], [rate(5)]),
    expires: fc.constantFrom(undefined, LATER, '2026-12-01T00:00:00.000Z'),
    hosts: fc.constantFrom(undefined, false),
    scopes: fc.constantFrom(
      SCOPES,
      SCOPES.filter(scope => !scope.startsWith('policies')),
    ),
  })
  const body = fc.oneof(
    fc.record({ rate_limits: fc.constantFrom([], [rate(1)], [rate(9)]) }),
    fc.record({ expires_at: fc.constantFrom(null, LATER, '2028-01-01T00:00:00.000Z') }),
    fc.record({ defaults: fc.constantFrom({}, { allow_custom_hosts: false }, { allow_custom_hosts: true }) }),
    fc.record({ scopes: fc.constantFrom(SCOPES, ['inference'], [...SCOPES, 'logs.view']) }),
    fc.record({ status: fc.constantFrom('active', 'disabled') }),
    fc.record({ reset_usage: fc.constant(true) }),
  )
  const step = fc.record({
    actor: fc.nat({ max: 5 }),
    key: fc.nat({ max: 5 }),
    act: fc.constantFrom('create', 'change', 'change', 'rotate', 'policy', 'archive', 'workspace', 'member'),
    body,
  })

  interface Reach {
    readonly scopes: readonly string[]
    readonly expires: number
    readonly rate: number
    readonly hosts: boolean
    readonly isActive: boolean
  }
  const reachOf = async (admin: Ask, id: string): Promise<Reach | undefined> => {
    const { status, body: shown } = await admin('GET', `/api-keys/${id}`)
    if (status !== 200) return undefined
    return {
      scopes: shown.scopes,
      expires: shown.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(shown.expires_at),
      rate: shown.rate_limits[0]?.value ?? Number.POSITIVE_INFINITY,
      hosts: shown.defaults.allow_custom_hosts !== false,
      isActive: shown.status === 'active',
    }
  }
  const isWithin = (reach: Reach, one: Reach): boolean =>
    reach.scopes.every(scope => one.scopes.includes(scope)) &&
    reach.expires <= one.expires &&
    reach.rate <= one.rate &&
    (one.hosts || !reach.hosts)

  test('each key that they hold does no more than one of theirs did in the beginning, and limits stay', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(settings, { minLength: 1, maxLength: 3 }),
        fc.array(step, { minLength: 3, maxLength: 10 }),
        async (held, steps) => {
          const people = await openPeople()
          const { admin, withKey } = people
          const keys: Held[] = []
          for (const { limited, expires, hosts, scopes } of held)
            keys.push(
              await create(people, {
                scopes,
                ...(limited && { rate_limits: limited }),
                ...(expires && { expires_at: expires }),
                ...(hosts === false && { defaults: { allow_custom_hosts: false } }),
              }),
            )
          const initial: Reach[] = []
          for (const { id } of keys) initial.push((await reachOf(admin, id)) as Reach)
          const isFree = initial.some(({ rate: limit, hosts }) => limit === Number.POSITIVE_INFINITY && hosts)
          const limit = (
            await admin('POST', '/policies/rate-limits', { workspace_id: 'team', conditions: [], ...rate(7) })
          ).body.id as string
          const policy = `/policies/rate-limits/${limit}`
          for (const { actor, key, act, body: change } of steps) {
            const who: Held | undefined = keys[actor % keys.length]
            const at: Held | undefined = keys[key % keys.length]
            if (who === undefined || at === undefined) continue
            const { ask } = who
            const answer =
              act === 'create'
                ? await ask('POST', '/api-keys/workspace/service', {
                    name: 'child',
                    scopes: SCOPES,
                    ...('status' in change || 'reset_usage' in change ? {} : (change as object)),
                  })
                : act === 'change'
                  ? await ask('PUT', `/api-keys/${at.id}`, change as Json)
                  : act === 'rotate'
                    ? await ask('POST', `/api-keys/${at.id}/rotate`, {})
                    : act === 'policy'
                      ? await ask('PUT', policy, { value: 1000 })
                      : act === 'archive'
                        ? await ask('DELETE', policy)
                        : act === 'workspace'
                          ? await ask('PUT', '/workspaces/team', { rate_limits: [] })
                          : await ask('POST', '/workspaces/team/users', {
                              users: [{ id: people.adaId, role: 'manager' }],
                            })
            if (answer.status === 200 && act === 'create') {
              const { id, key: secret } = answer.body
              keys.push({ id, key: secret, ask: withKey(secret) })
            }
          }
          for (const { id } of keys) {
            const reach = await reachOf(admin, id)
            if (reach?.isActive === true)
              expect(
                initial.some(one => isWithin(reach, one)),
                JSON.stringify([reach, initial]),
              ).toBe(true)
          }
          const left = await admin('GET', policy)
          if (!isFree) expect([left.status, left.body.value]).toEqual([200, 7])
          await people.close()
        },
      ),
      { numRuns: 60 },
    )
  })
})

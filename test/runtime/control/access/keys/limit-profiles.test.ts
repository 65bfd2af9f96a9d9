// Limit profiles: named limits that many keys share, each key counted apart by one policy a limit, however many keys there are.
import { describe, expect, onTestFinished, test } from 'vitest'
import { followLimitProfiles } from '../../../../../runtime/control/limits/limit-profile.ts'
import type { Json } from '../../../../../schemas/values/json.ts'
import { manifestKey, openControl } from '../../../../support/control-harness.ts'
import { callWith } from './key-calls.ts'

const ADMIN = `ptl_${'a'.repeat(43)}`
const RATE = { type: 'requests', unit: 'rpm', value: 2 }
const BUDGET = { type: 'tokens', credit_limit: 100_000, periodic_reset: 'weekly' }
const SCOPES = ['inference', 'workspace_service_api_keys.update', 'policies.read', 'policies.update']
const TWO = { rates: 1, usages: 1 }

async function start(manifest: object = {}) {
  const harness = await openControl(manifest, { adminKey: ADMIN })
  onTestFinished(() => harness.close())
  const ask = (method: string, path: string, body?: Json, key = ADMIN) =>
    harness.send(method, path, body, { key })
  const profile = async (body: object) =>
    (await ask('POST', '/limit-profiles', { name: 'Interns', workspace_id: null, ...body })).body
  const keys = async (count: number, more: object) =>
    (
      await ask('POST', '/api-keys/workspace/service/bulk', {
        items: Array.from({ length: count }, (_, index) => ({
          ...{ name: `key-${index}`, scopes: SCOPES, workspace_id: 'default' },
          ...more,
        })),
      })
    ).body.data as readonly { readonly id: string; readonly key: string }[]
  const call = callWith(harness, manifest)
  return { ...harness, ask, profile, keys, call }
}

/** The policies that limit keys with a profile. */
const policiesOf = ({ limiter }: Awaited<ReturnType<typeof start>>) => ({
  rates: limiter.policies().filter(({ kind }) => kind === 'rate').length,
  usages: limiter.policies().filter(({ kind }) => kind === 'usage').length,
})

describe('a limit profile', () => {
  test('limits each of its keys apart, with one policy for each limit', async () => {
    const control = await start()
    await control.profile({ rate_limits: [RATE], usage_limits: BUDGET })
    expect(policiesOf(control)).toEqual(TWO)
    const linked = control.limiter.linked()
    const [first, second] = await control.keys(200, { limit_profile: 'interns' })
    expect(policiesOf(control)).toEqual(TWO)
    expect(control.limiter.linked()).toBe(linked)
    const statuses = []
    for (const key of [first, first, first, second]) statuses.push((await control.call(key?.key)).status)
    expect(statuses).toEqual([200, 200, 429, 200])
    const [free] = await control.keys(1, {})
    for (let index = 0; index < 3; index += 1) expect((await control.call(free?.key)).status).toBe(200)
  })

  test('is changed for all of its keys at once, and its usage survives', async () => {
    const { profile, keys, call, ask, flushUsage } = await start()
    await profile({ usage_limits: { ...BUDGET, credit_limit: 15 } })
    const [one] = await keys(1, { limit_profile: 'interns' })
    expect((await call(one?.key)).status).toBe(200)
    expect(await call(one?.key)).toMatchObject({ status: 412 })
    const renamed = { name: 'Interns of 2026', usage_limits: BUDGET }
    expect((await ask('PUT', '/limit-profiles/interns', renamed)).status).toBe(200)
    expect((await call(one?.key)).status).toBe(200)
    await flushUsage()
    const { body } = await ask('GET', `/api-keys/${one?.id}/policy`)
    expect(body.limits).toMatchObject([
      {
        name: 'Interns of 2026',
        kind: 'usage',
        type: 'tokens',
        limit: 100_000,
        used: 20,
        source: 'the limit profile "interns"',
        owner: 'api',
      },
    ])
  })

  test('shows in a key as its slug, and uses it up, until usage is reset', async () => {
    const { profile, keys, call, ask, clock } = await start()
    const { id: profileId } = await profile({ usage_limits: { ...BUDGET, credit_limit: 10 } })
    const [one, other] = await keys(2, { limit_profile: profileId })
    const shown = async (id?: string) => (await ask('GET', `/api-keys/${id}`)).body
    expect((await call(one?.key)).status).toBe(200)
    expect(await shown(one?.id)).toMatchObject({
      limit_profile: 'interns',
      usage_limits: null,
      status: 'exhausted',
      next_usage_reset_at: '2026-11-30T00:00:00.000Z',
      last_reset_at: '2026-11-23T00:00:00.000Z',
    })
    expect(await shown(other?.id)).toMatchObject({ status: 'active' })
    const listed = (await ask('GET', '/api-keys?status=exhausted')).body.data
    expect(listed.map((each: { id: string }) => each.id)).toEqual([one?.id])
    expect(await call(one?.key)).toMatchObject({ status: 412 })
    await clock.advance(60_000)
    expect((await ask('PUT', `/api-keys/${one?.id}`, { reset_usage: true })).status).toBe(200)
    expect(await shown(one?.id)).toMatchObject({
      status: 'active',
      last_reset_at: '2026-11-23T00:01:00.000Z',
    })
    expect((await call(one?.key)).status).toBe(200)
  })

  test('is not deleted while keys have it, and says how many do', async () => {
    const { profile, keys, ask } = await start()
    await profile({ rate_limits: [RATE] })
    const created = await keys(3, { limit_profile: 'interns' })
    expect((await ask('GET', '/limit-profiles/interns')).body).toMatchObject({ keys: 3 })
    expect(await ask('DELETE', '/limit-profiles/interns')).toMatchObject({
      status: 409,
      body: { error: { message: 'The limit profile "interns" is used by 3 keys.' } },
    })
    const items = created.map(({ id }) => ({ id, limit_profile: null }))
    expect((await ask('POST', '/api-keys/bulk/update', { items })).status).toBe(200)
    expect((await ask('DELETE', '/limit-profiles/interns')).status).toBe(200)
    expect((await ask('GET', '/limit-profiles/interns')).status).toBe(404)
  })

  test.each<readonly [string, object, number, RegExp]>([
    ['no limits', {}, 400, /must have rate_limits or usage_limits/],
    ['a limit that is repeated', { rate_limits: [RATE, RATE] }, 400, /requests rpm is repeated/],
    ['a slug that exists', { slug: 'taken', rate_limits: [RATE] }, 409, /"taken" exists already/],
    ['the slug of one of git', { slug: 'trial', rate_limits: [RATE] }, 409, /"trial" exists already/],
    ['a workspace that is not there', { workspace_id: 'none', rate_limits: [RATE] }, 404, /no workspace/],
  ])('with %s is not created', async (_title, body, status, message) => {
    const { ask, profile } = await start({ limit_profiles: { trial: { rate_limits: [RATE] } } })
    await profile({ slug: 'taken', rate_limits: [RATE] })
    const reply = await ask('POST', '/limit-profiles', { name: 'x', workspace_id: null, ...body })
    expect([reply.status, reply.body.error.message]).toEqual([status, expect.stringMatching(message)])
  })

  test('of a workspace is for its own keys, and those of other workspaces do not know it', async () => {
    const { ask } = await start({ api_keys: [manifestKey('team', 'team', SCOPES)] })
    await ask('POST', '/limit-profiles', { name: 'x', workspace_id: 'team', rate_limits: [RATE] })
    const key = { name: 'k', scopes: [], limit_profile: 'x' }
    const create = (workspace_id: string) =>
      ask('POST', '/api-keys/workspace/service', { ...key, workspace_id })
    expect((await create('team')).status).toBe(200)
    expect(await create('default')).toMatchObject({
      status: 404,
      body: { error: { code: 'not_found', param: 'limit_profile' } },
    })
  })

  test('of the organisation is read by workspaces and not changed', async () => {
    const { profile, ask } = await start({ api_keys: [manifestKey('team', 'team', SCOPES)] })
    await profile({ rate_limits: [RATE] })
    const team = (method: string, body?: Json) => ask(method, '/limit-profiles/interns', body, 'key team')
    expect((await team('GET')).status).toBe(200)
    expect(await team('PUT', { rate_limits: [{ ...RATE, value: 3 }] })).toMatchObject({
      status: 403,
      body: { error: { message: expect.stringContaining('belongs to the organisation') } },
    })
  })

  test('restricts its keys: none of them lifts it, from itself or another', async () => {
    const { profile, keys, ask } = await start()
    await profile({ rate_limits: [RATE] })
    await profile({ slug: 'other', rate_limits: [{ ...RATE, value: 9 }] })
    const [one, two] = await keys(2, { limit_profile: 'interns' })
    for (const id of [one?.id, two?.id])
      for (const limit_profile of [null, 'other'])
        expect(await ask('PUT', `/api-keys/${id}`, { limit_profile }, one?.key)).toMatchObject({
          status: 403,
          body: { error: { message: expect.stringContaining('is restricted by its limit_profile') } },
        })
    expect((await ask('PUT', '/limit-profiles/interns', { name: 'x' }, one?.key)).status).toBe(403)
    const [free] = await keys(1, {})
    const give = (limit_profile: Json) => ask('PUT', `/api-keys/${free?.id}`, { limit_profile }, one?.key)
    // Tightening is allowed.
    expect((await give('interns')).status).toBe(200)
    expect((await give(null)).status).toBe(403)
    expect((await ask('PUT', `/api-keys/${one?.id}`, { limit_profile: null })).status).toBe(200)
  })
})

describe('a limit profile of the manifest', () => {
  const MANIFEST = {
    limit_profiles: { trial: { description: 'Two weeks', rate_limits: [RATE], usage_limits: [BUDGET] } },
    api_keys: [
      { ...manifestKey('app', 'default', ['inference']), limit_profile: 'trial' },
      manifestKey('free', 'default', ['inference']),
    ],
  }

  test('limits keys of git and of the store, each apart', async () => {
    const control = await start(MANIFEST)
    expect(policiesOf(control)).toEqual(TWO)
    const [one] = await control.keys(1, { limit_profile: 'trial' })
    const statuses = []
    for (const key of ['key app', 'key app', 'key app', one?.key, 'key free', 'key free', 'key free'])
      statuses.push((await control.call(key)).status)
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 200])
  })

  test('uses up keys of git too, in lists, in reads and in the filter by status', async () => {
    const budget = { type: 'tokens', credit_limit: 10, periodic_reset: 'weekly' }
    const limit_profiles = { trial: { usage_limits: [budget] } }
    const { ask, call } = await start({ ...MANIFEST, limit_profiles })
    const named = async (status: string): Promise<readonly Record<string, Json>[]> =>
      (await ask('GET', `/api-keys?status=${status}`)).body.data
    const names = async () =>
      [await named('active'), await named('exhausted')].map(list => list.map(({ name }) => name))
    expect(await names()).toEqual([['app', 'free'], []])
    expect((await call('key app')).status).toBe(200)
    expect(await names()).toEqual([['free'], ['app']])
    const [listed] = await named('exhausted')
    expect(listed).toMatchObject({
      status: 'exhausted',
      last_reset_at: '2026-11-23T00:00:00.000Z',
      next_usage_reset_at: '2026-11-30T00:00:00.000Z',
    })
    expect((await ask('GET', `/api-keys/${listed?.['id']}`)).body).toEqual(listed)
  })

  test('is listed beside those of the store, and changed in git', async () => {
    const { profile, ask } = await start(MANIFEST)
    await profile({ rate_limits: [RATE] })
    const { body } = await ask('GET', '/limit-profiles')
    expect(body).toMatchObject({
      total: 2,
      data: [
        {
          slug: 'trial',
          owner: 'git',
          description: 'Two weeks',
          workspace_id: null,
          rate_limits: [RATE],
          usage_limits: BUDGET,
        },
        { slug: 'interns', owner: 'api' },
      ],
    })
    for (const method of ['PUT', 'DELETE'])
      expect(
        await ask(method, `/limit-profiles/${body.data[0].id}`, method === 'PUT' ? { name: 'x' } : undefined),
      ).toMatchObject({ status: 409, body: { error: { code: 'owned_by_git' } } })
  })

  test('shows in the policy of its keys alone', async () => {
    const { ask } = await start(MANIFEST)
    const listed = (await ask('GET', '/api-keys')).body.data as readonly { id: string; name: string }[]
    const policyOf = async (name: string) => {
      const id = listed.find(each => each.name === name)?.id
      return (await ask('GET', `/api-keys/${id}/policy`)).body
    }
    const sources = ({ limits }: { limits: readonly { source: string }[] }) => limits.map(each => each.source)
    expect(sources(await policyOf('app'))).toEqual(['the limit profile "trial"', 'the limit profile "trial"'])
    expect(sources(await policyOf('free'))).toEqual([])
    expect((await policyOf('app')).restrictions).toEqual(['its limit_profile'])
  })

  test('that is taken out leaves no key without limits: its keys of the store are refused', async () => {
    const before = await start(MANIFEST)
    const [one] = await before.keys(1, { limit_profile: 'trial' })
    expect((await before.call(one?.key)).status).toBe(200)
    const { store } = before.context
    const after = await openControl({}, { ...(store && { store }), adminKey: ADMIN, firstId: 5_000 })
    onTestFinished(() => after.close())
    expect(await callWith(after, {})(one?.key)).toMatchObject({
      status: 403,
      message: expect.stringContaining('the limit profile "trial", which does not exist any more'),
    })
    const policy = await after.send('GET', `/api-keys/${one?.id}/policy`, undefined, { key: ADMIN })
    expect(policy.body.faults).toContain('Its limit profile "trial" does not exist any more.')
  })

  test('takes the place of one of the store when the manifest is loaded, and gives it back', async () => {
    const { profile, context, limiter } = await start()
    const { id } = await profile({ slug: 'trial', rate_limits: [RATE] })
    const { replica, gateway } = context
    if (replica === undefined) throw new Error('There is no replica.')
    const enforced = () => limiter.policies().map(policy => policy.id)
    const withTrial = { ...gateway, limitProfiles: { trial: { policies: [] } } }
    const follow = followLimitProfiles(limiter, replica, withTrial)
    for (const [served, policies] of [
      [withTrial, []],
      [gateway, [`${id}-requests-rpm`]],
      [withTrial, []],
    ] as const) {
      follow(served)
      expect(enforced()).toEqual(policies)
    }
  })
})

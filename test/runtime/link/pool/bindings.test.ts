// How calls find pools: by the slug of a config or a request, those of the manifest and those that were saved by API.
import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import type { StoredProviders } from '../../../../runtime/values/stored-providers.ts'
import type { Plan, PlanPool } from '../../../../schemas/generated/types.ts'
import { derivedUuid } from '../../../../schemas/values/uuid.ts'
import { createHarness } from '../../../support/harness.ts'
import { CHAT, completion } from '../../../support/sample-bodies.ts'
import { type Step, steppedUpstream } from '../../../support/scripted-upstream.ts'
import { MEMBERS, poolStage } from './pool-stage.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

it.each([
  ['a slug of the model', {}, { ...CHAT, model: '@main/gpt-4o' }],
  ['a header', { 'x-gateway-provider': '@main' }, CHAT],
  ['its identifier', { 'x-gateway-provider': `@${derivedUuid(sha256, 'provider', 'main')}` }, CHAT],
])('a pool is called by %s', async (_, headers, body) => {
  const stage = poolStage({ steps: { a: [{ status: 500, text: 'down' }] } })
  const { status, outcome } = await stage.call({ headers: { 'x-gateway-config': '', ...headers }, body })
  expect(status).toBe(200)
  expect(stage.called()).toEqual(['a', 'b'])
  expect([outcome?.record.slug, outcome?.record.member]).toEqual(['main', 'b'])
})

it('a request may name a provider beside pools', async () => {
  const stage = poolStage({
    manifest: {
      providers: {
        main: { pool: { members: MEMBERS } },
        plain: { provider: 'openai', api_key: '${env:KEY_A}' },
      },
    },
  })
  const { status, outcome } = await stage.call({
    headers: { 'x-gateway-config': '', 'x-gateway-provider': '@plain' },
  })
  expect([status, outcome?.record.slug]).toEqual([200, 'plain'])
  expect(stage.told).toEqual([])
  expect(outcome?.record.member).toBeUndefined()
})

/** A config that names a slug which no manifest has. */
const planOf = (slug: string): Plan =>
  ({
    version: 1,
    id: slug,
    requires: [],
    root: { node: 0, path: '' },
    nodes: [
      {
        kind: 'call',
        children: [],
        binding: { from: 'slug', slug },
        attempt: { retries: 0, onStatus: [], useRetryAfter: false },
        overrides: {},
        forward: [],
        strict: true,
      },
    ],
  }) as unknown as Plan

const savedPool = (members: readonly string[]): PlanPool => ({
  pick: 'random',
  members: members.map(slug => ({ name: slug, slug, weight: 1, tier: 1 })),
  failover: 2,
})

it.each(['config', 'request'])(
  'a pool that was saved by API is found by the slug of a %s, and follows its changes',
  async by => {
    let pool = savedPool(['one'])
    const providers: StoredProviders = {
      slugs: () => ['saved'],
      has: slug => slug === 'saved',
      slugOf: () => undefined,
      find: () => undefined,
      pool: (slug, workspace) => (slug === 'saved' && workspace === 'default' ? pool : undefined),
    }
    const upstream = steppedUpstream((): Step => ({ status: 200, body: completion('Hi') }))
    const { call } = createHarness({
      manifest: {
        providers: {
          one: { provider: 'openai', api_key: '${env:KEY_A}' },
          two: { provider: 'openai', api_key: '${env:KEY_B}' },
        },
      },
      plans: { main: planOf('saved') },
      environment: { KEY_A: 'a', KEY_B: 'b' },
      storedProviders: providers,
      upstream,
    })
    const headers = by === 'config' ? { 'x-gateway-config': 'main' } : { 'x-gateway-provider': '@saved' }
    const first = await call({ headers })
    expect([first.status, first.outcome?.record.member, first.outcome?.record.slug]).toEqual([
      200,
      'one',
      'saved',
    ])
    pool = savedPool(['two'])
    expect((await call({ headers })).outcome?.record.member).toBe('two')
  },
)

it('two keys that send the same session do not share it', async () => {
  const upstream = steppedUpstream((): Step => ({ status: 200, body: completion('Hi') }))
  const sessions: (string | undefined)[] = []
  const { call } = createHarness({
    manifest: {
      providers: { main: { pool: { members: MEMBERS } } },
      api_keys: ['one', 'two'].map(id => ({ id, hash: `sha256:${sha256(id)}` })),
    },
    configs: { main: { provider: '@main' } },
    environment: { KEY_A: 'a', KEY_B: 'b' },
    upstream,
    pools: {
      status: () => [],
      share: async () => {},
      pool: () => ({
        choose: ({ session }) => {
          sessions.push(session)
          return { retryAfter: 1 }
        },
        hedge: () => undefined,
        hedgeAfter: () => undefined,
        status: () => [],
      }),
    },
  })
  for (const key of ['one', 'two', 'one'])
    await call({
      headers: { 'x-gateway-config': 'main', 'x-gateway-api-key': key, 'x-session-id': 'same' },
    })
  expect(sessions[0]).toBeDefined()
  expect(sessions[0]).toBe(sessions[2])
  expect(sessions[0]).not.toBe(sessions[1])
})

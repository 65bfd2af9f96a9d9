// Plans by API: the graph of a config of git or of the store, its circuits and pools in this process, and outcomes of its targets.
import { describe, expect, it } from 'vitest'
import type { PoolStatus } from '../../../../runtime/pools/pool-health.ts'
import { createMemoryCircuits } from '../../../../runtime/state/memory-circuits.ts'
import { manifestKey } from '../../../support/control-harness.ts'
import { virtualClock } from '../../../support/virtual-clock.ts'
import { logged, startLogs } from '../logs/log-harness.ts'

const CONFIGS = {
  chat: {
    strategy: { mode: 'fallback', on_status_codes: [429, 500] },
    targets: [
      {
        strategy: { mode: 'loadbalance' },
        targets: [
          {
            provider: '@main',
            weight: 3,
            override_params: { model: 'gpt-5' },
            request_timeout: 1000,
            cb_config: { failure_threshold: 2, cooldown_interval: 60_000 },
          },
          { provider: '@hosted', weight: 1 },
        ],
      },
      { provider: '@pooled' },
    ],
  },
  other: {
    provider: 'openai',
    api_key: '${env:SECRET_NAME}',
    custom_host: 'https://models.internal/v1',
  },
}

const MANIFEST = {
  trusted_hosts: ['models.internal'],
  providers: {
    main: { provider: 'openai', api_key: '${env:SECRET_NAME}' },
    hosted: { provider: 'openai', api_key: '${env:SECRET_NAME}', custom_host: 'https://models.internal/v1' },
    pooled: {
      pool: {
        pick: 'latency',
        members: {
          first: { provider: 'openai', api_key: '${env:SECRET_NAME}' },
          reserve: { provider: 'anthropic', api_key: '${env:SECRET_NAME}', tier: 2 },
        },
      },
    },
  },
  api_keys: [
    manifestKey('reader', 'team', ['configs.read', 'configs.list', 'logs.list', 'providers.list']),
    manifestKey('other', 'sales', ['configs.read', 'configs.list']),
    manifestKey('writer', 'team', ['configs.create', 'configs.read', 'configs.list']),
  ],
}

const attempt = (at: string, status: number, milliseconds: number, message?: string) => ({
  at,
  provider: 'openai',
  status,
  milliseconds,
  started: 0,
  ...(message !== undefined && { message }),
})

const FIRST = 'config.targets[0].targets[0]'
const LAST = 'config.targets[1]'

const RECORDS = [
  logged(1, { attempts: [attempt(FIRST, 500, 30, 'overloaded'), attempt(LAST, 200, 90)] }),
  logged(2, { attempts: [attempt(FIRST, 200, 10)] }),
  logged(3, { attempts: [attempt(LAST, 429, 5)], skipped: [FIRST] }),
  logged(90, { attempts: [attempt(FIRST, 200, 10)] }),
  logged(4, { config: 'other', attempts: [attempt('config', 200, 10)] }),
  logged(5, { workspace: 'sales', attempts: [attempt(FIRST, 200, 10)] }),
]

const POOLS: readonly PoolStatus[] = [
  {
    pool: 'pooled',
    members: [
      {
        ...{ name: 'first', tier: 1, state: 'resting', rest: 30_000, restingModels: ['gpt-5'] },
        ...{ inFlight: 2, share: 0.75, latency: 120, quota: 0.5, sessions: 3 },
      },
    ],
  },
]

async function start() {
  const clock = virtualClock(0)
  const circuits = createMemoryCircuits(clock, () => {})
  const circuit = circuits.circuit(`chat ${FIRST}`, { threshold: 2, cooldown: 60_000 })
  circuits.circuit('other config', { threshold: 2, cooldown: 60_000 })
  for (let failures = 0; failures < 2; failures += 1) circuit.fail('closed')
  await clock.advance(10_000)
  return await startLogs(RECORDS, {
    manifest: MANIFEST,
    configs: CONFIGS,
    live: {
      process: 'host:1',
      thread: 2,
      calls: { circuits, sharesCircuits: false, pools: () => POOLS },
    },
  })
}

describe('GET /plans/{slug}', () => {
  it('has a node for each position, in the words of portolan print, and how requests come there', async () => {
    const { reader } = await start()
    const { status, body } = await reader('GET', '/plans/chat')
    expect(status).toBe(200)
    const nodes: readonly Record<string, never>[] = body.graph.nodes
    expect(nodes.map(({ kind, at, label }) => [kind, at, label])).toEqual([
      ['fallback', 'config', 'fallback on 429, 500'],
      ['loadbalance', 'config.targets[0]', 'loadbalance at targets[0]'],
      ['call', LAST, 'call @pooled at targets[1]; pool by latency: first, then reserve'],
      [
        'call',
        FIRST,
        'call @main at targets[0].targets[0]; timeout 1000ms; opens after 2 of 501-599 in 60000ms; override model',
      ],
      ['call', 'config.targets[0].targets[1]', 'call @hosted at targets[0].targets[1]'],
    ])
    expect(nodes.map(({ children }) => children)).toEqual([
      [
        { node: 1, kind: 'request', label: '', share: null },
        { node: 2, kind: 'failure', label: 'on 429, 500', share: null },
      ],
      [
        { node: 3, kind: 'request', label: '75%', share: 0.75 },
        { node: 4, kind: 'request', label: '25%', share: 0.25 },
      ],
      [],
      [],
      [],
    ])
    expect(body).toMatchObject({
      ...{ owner: 'git', status: 'active', targets: 3, pools: ['pooled'], open_circuits: 1 },
      process: { id: 'host:1', thread: 2, serves_calls: true, shares_circuits: false },
    })
  })

  it('shows circuits with the time of the next probe, and outcomes of attempts in the period', async () => {
    const { reader } = await start()
    const { body } = await reader('GET', '/plans/chat')
    const targetAt = (at: string) => body.graph.nodes.find((node: { at: string }) => node.at === at).target
    expect(targetAt(FIRST)).toMatchObject({
      ...{ slug: 'main', pool: false, model: 'gpt-5', threshold: 2, cooldown: 60_000, share: 0.75 },
      circuits: [
        {
          ...{ provider: null, state: 'open', failures: 2 },
          ...{ opened_at: '2026-11-22T23:59:50.000Z', retry_at: '2026-11-23T00:00:50.000Z' },
        },
      ],
      outcomes: {
        ...{ attempts: 2, succeeded: 1, refused: 0, limited: 0, failed: 1, skipped: 1, p50: 10 },
        ...{ first_seen: '2026-11-22T23:57:00.000Z', last_seen: '2026-11-22T23:59:00.000Z' },
        ...{ last_status: 500, last_message: 'overloaded', last_log: RECORDS[0]?.id },
      },
    })
    expect(targetAt(LAST)).toMatchObject({
      ...{ slug: 'pooled', pool: true, model: null, threshold: null, share: null, circuits: [] },
      outcomes: { attempts: 2, succeeded: 1, limited: 1, skipped: 0, p50: 90, last_message: null },
    })
    expect(body.period).toMatchObject({ records: 3, complete: true })
    const longer = await reader('GET', '/plans/chat?minutes=120')
    expect(longer.body.period.records).toBe(4)
  })

  it('shows what this process knows of the members of pools', async () => {
    const { reader } = await start()
    const { body } = await reader('GET', '/plans/chat')
    expect(body.live_pools).toMatchObject([
      {
        ...{ slug: 'pooled', owner: 'git', pick: 'latency', used: true },
        members: [
          {
            ...{ name: 'first', provider: 'pooled.first', state: 'resting', share: 0.75, quota: 0.5 },
            ...{ rests_until: '2026-11-23T00:00:30.000Z', resting_models: ['gpt-5'], sessions: 3 },
          },
          { name: 'reserve', tier: 2, state: null, rests_until: null, in_flight: 0 },
        ],
      },
    ])
  })

  it('has neither hosts nor the names of credentials', async () => {
    const { reader } = await start()
    for (const path of ['/plans', '/plans/chat', '/plans/other']) {
      const text = JSON.stringify((await reader('GET', path)).body)
      expect(text).not.toMatch(/models\.internal|SECRET_NAME/)
    }
  })

  it('has outcomes of the records that the caller may list, and otherwise says why there are none', async () => {
    const { other } = await start()
    const { status, body } = await other('GET', '/plans/chat')
    expect([status, body.period, body.graph.nodes[3].target.outcomes]).toEqual([200, null, null])
    expect(body.period_fault).toContain('logs.list')
  })

  it('exists only in the workspaces of its config', async () => {
    const { as, other } = await start()
    const config = { strategy: { mode: 'loadbalance' }, targets: [{ provider: '@main' }] }
    const made = await as('writer')('POST', '/configs', { name: 'Saved', config })
    expect(made.status).toBe(200)
    const read = await as('writer')('GET', '/plans/saved')
    expect(read.body).toMatchObject({ owner: 'api', version: 1, targets: 1, fault: null, open_circuits: 0 })
    expect((await other('GET', '/plans/saved')).status).toBe(404)
    expect((await as('writer')('GET', '/plans/none')).status).toBe(404)
  })
})

describe('GET /plans', () => {
  it('lists plans that match, all pools, and the process that replied', async () => {
    const { reader } = await start()
    const { body } = await reader('GET', '/plans?name=OTH')
    expect(body).toMatchObject({ object: 'list', total: 1, data: [{ slug: 'other', open_circuits: 0 }] })
    expect(body.pools.map(({ slug }: { slug: string }) => slug)).toEqual(['pooled'])
    expect(body.process.note).toContain('thread 2 of host:1')
    expect((await reader('GET', '/plans?owner=api')).body.total).toBe(0)
  })

  it('lists those of saved configs between those of git, archived ones among them', async () => {
    const { reader, send } = await start()
    const writer = { key: 'key writer' }
    for (const name of ['later', 'zero'])
      await send('POST', '/configs', { name, config: { provider: '@main' } }, writer)
    await send('PUT', '/configs/zero', { status: 'archived' }, writer)
    const { body } = await reader('GET', '/plans')
    expect(body.data.map(({ slug }: { slug: string }) => slug)).toEqual(['chat', 'later', 'other', 'zero'])
    const saved = await reader('GET', '/plans?owner=api&page_size=1&current_page=1')
    expect(saved.body).toMatchObject({ total: 2, data: [{ slug: 'zero', owner: 'api' }] })
  })
})

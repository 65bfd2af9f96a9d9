// Analytics by API: the eight groups with thirteen columns, users, metadata, graphs, and what the cache did.
import { describe, expect, it } from 'vitest'
import { LOG_GROUPS } from '../../../../runtime/control/logs/log-store.ts'
import { logged, PERIOD, startLogs } from './log-harness.ts'

const RECORDS = [
  logged(1, { metadata: { _user: 'ann', team: 'legal' }, cache: 'HIT', cost: 0, milliseconds: 10 }),
  logged(2, { metadata: { _user: 'ann', team: 'legal' }, cache: 'MISS', milliseconds: 30 }),
  logged(3, { metadata: { _user: 'bob', team: 'sales' }, status: 429, milliseconds: 50 }),
  logged(70, { model: 'gpt-5-pro', prompt: 'letter@2', milliseconds: 90, cost: 10_000_000 }),
  logged(5, { workspace: 'sales', key: 'other' }),
]
const COLUMNS =
  'cost,unpriced,total_tokens,avg_tokens,avg_input_tokens,avg_output_tokens,avg_latency,p95_latency,p99_latency,success_rate,error_count,cache_hit_rate,last_seen,first_seen'

const start = () => startLogs(RECORDS)

describe('GET /analytics/groups/{groupBy}', () => {
  it.each(LOG_GROUPS)(
    'counts by %s, with the count alone by default, and the same as /logs/groups',
    async group => {
      const { reader } = await start()
      const { body, status } = await reader('GET', `/analytics/groups/${group}?${PERIOD}`)
      expect(status).toBe(200)
      const rows: readonly Record<string, unknown>[] = body.data
      expect(Object.keys(rows[0] ?? {})).toEqual([group, 'requests', 'object'])
      expect(rows.reduce((sum, { requests }) => sum + Number(requests), 0)).toBe(4)
      expect((await reader('GET', `/logs/groups/${group}?${PERIOD}`)).body).toEqual(body)
    },
  )

  it('counts by session, with the cached share of the input', async () => {
    const cached = { input: 100, output: 5, cached: 75, source: 'provider' } as const
    const { reader } = await startLogs([
      logged(1, { session: 's-1', tokens: cached }),
      logged(2, { session: 's-1', tokens: cached, status: 500 }),
      logged(3, { session: 's-2' }),
      logged(4),
    ])
    const columns = 'cost,total_tokens,cached_tokens,cached_share,error_count'
    const { body } = await reader('GET', `/analytics/groups/session?${PERIOD}&columns=${columns}`)
    expect(body.data).toEqual([
      {
        ...{ session: 's-1', requests: 2, cost: 0.005, total_tokens: 210, error_count: 1 },
        ...{ cached_tokens: 150, cached_share: 0.75, object: 'analytics-group' },
      },
      {
        ...{ session: 's-2', requests: 1, cost: 0.0025, total_tokens: 15, error_count: 0 },
        ...{ cached_tokens: 0, cached_share: 0, object: 'analytics-group' },
      },
    ])
  })

  it('adds the fourteen columns that are asked for', async () => {
    const { reader } = await start()
    const { body } = await reader(
      'GET',
      `/analytics/groups/model?${PERIOD}&columns=${COLUMNS}&order_by=requests`,
    )
    expect(body).toMatchObject({ object: 'list', total: 2, exact: true })
    expect(body.data[0]).toEqual({
      model: 'gpt-5',
      requests: 3,
      cost: 0.005,
      unpriced: 0,
      total_tokens: 45,
      avg_tokens: 15,
      avg_input_tokens: 10,
      avg_output_tokens: 5,
      avg_latency: 30,
      p95_latency: expect.any(Number),
      p99_latency: expect.any(Number),
      success_rate: 2 / 3,
      error_count: 1,
      cache_hit_rate: 0.5,
      last_seen: RECORDS[0]?.time,
      first_seen: RECORDS[2]?.time,
      object: 'analytics-group',
    })
    expect(body.data[0].p95_latency).toBeCloseTo(48, 0)
  })

  it('orders and pages on the server', async () => {
    const { reader } = await start()
    const page = async (query: string) =>
      (await reader('GET', `/analytics/groups/model?${PERIOD}&${query}`)).body.data.map(
        ({ model }: { model: string }) => model,
      )
    expect(await page('order_by=cost&columns=cost')).toEqual(['gpt-5-pro', 'gpt-5'])
    expect(await page('order_by=cost&order_by_type=asc')).toEqual(['gpt-5', 'gpt-5-pro'])
    expect(await page('page_size=1&current_page=1')).toEqual(['gpt-5-pro'])
  })

  it('counts users and keys of the metadata', async () => {
    const { reader } = await start()
    const users = await reader('GET', `/analytics/groups/users?${PERIOD}&columns=requests`)
    expect(users.body.data).toEqual([
      { user: 'ann', requests: 2, object: 'analytics-group' },
      { user: 'bob', requests: 1, object: 'analytics-group' },
    ])
    const teams = await reader('GET', `/analytics/groups/metadata/team?${PERIOD}`)
    expect(teams.body.data[0]).toMatchObject({ metadata_value: 'legal', requests: 2 })
  })

  it.each([
    ['colour', '', 404, 'There is no group'],
    ['model', '&columns=price', 400, 'There is no column "price"'],
  ])('%s%s is %i', async (group, query, status, sentence) => {
    const { reader } = await start()
    const answer = await reader('GET', `/analytics/groups/${group}?${PERIOD}${query}`)
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(sentence)])
  })

  it('a key of another workspace sees its own alone, and a key without the scope nothing', async () => {
    const { other, as } = await start()
    const { body } = await other('GET', `/analytics/groups/workspace?${PERIOD}`)
    expect(body.data).toEqual([{ workspace: 'sales', requests: 1, object: 'analytics-group' }])
    expect((await as('caller')('GET', `/analytics/groups/model?${PERIOD}`)).status).toBe(403)
  })
})

it('names the keys, users, models and tools of sessions, which no other group has', async () => {
  const { reader } = await startLogs([
    logged(1, { session: 'run-1', metadata: { _user: 'ann' }, tools: ['bash'] }),
    logged(2, { session: 'run-1', metadata: { _user: 'ann' }, tools: ['bash', 'read'], model: 'gpt-5-pro' }),
    logged(3, {
      session: 'run-2',
      mcp: { server: 'files', method: 'tools/call', tool: 'list', era: 'modern' },
    }),
    logged(4),
  ])
  const columns = 'columns=api_keys,users,models,tools,cost&order_by=last_seen'
  const { body } = await reader('GET', `/analytics/groups/session?${PERIOD}&${columns}`)
  const common = { api_keys: ['reader'], object: 'analytics-group' }
  expect(body.data).toEqual([
    {
      ...{ session: 'run-1', requests: 2, cost: 0.005, ...common },
      ...{ users: ['ann'], models: ['gpt-5', 'gpt-5-pro'], tools: ['bash', 'read'] },
    },
    {
      ...{ session: 'run-2', requests: 1, cost: 0.0025, ...common },
      ...{ users: [], models: ['gpt-5'], tools: ['files/list'] },
    },
  ])
  expect((await reader('GET', `/analytics/groups/model?${PERIOD}&columns=tools`)).status).toBe(400)
})

describe('GET /analytics/graphs/{graph}', () => {
  const HOURS =
    'time_of_generation_min=2026-11-22T22:00:00Z&time_of_generation_max=2026-11-23T01:00:00Z&step=hour'

  it.each([
    ['requests', { total: 4 }, [{ total: 1 }, { total: 3 }, { total: 0 }]],
    ['cost', { total: 0.015, unpriced: 0 }, [{ total: 0.01 }, { total: 0.005 }, { total: null }]],
    ['tokens', { total: 60 }, [{ total: 15 }, { total: 45 }, { total: 0 }]],
    ['errors', { total: 1 }, [{ total: 0 }, { total: 1 }, { total: 0 }]],
    ['errors-rate', { rate: 0.25 }, [{ rate: 0 }, { rate: 1 / 3 }, { rate: null }]],
    ['errors-status-code', { 429: 1 }, [{ status_codes: { 429: 0 } }, { status_codes: { 429: 1 } }, {}]],
    ['cache-hit-rate', { rate: 0.5 }, [{ rate: null }, { rate: 0.5 }, { lookups: 0 }]],
    ['cache-latency', { avg: 10 }, [{ avg: null }, { avg: 10 }, { avg: null }]],
    ['latency', { avg: 45 }, [{ p50: 90 }, { avg: 30, p50: 30 }, { p99: null }]],
  ])('%s', async (graph, summary, points) => {
    const { reader } = await start()
    const { body, status } = await reader('GET', `/analytics/graphs/${graph}?${HOURS}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ object: 'analytics-graph', step: 'hour', summary, data_points: points })
    expect(body.data_points.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
      '2026-11-22T22:00:00.000Z',
      '2026-11-22T23:00:00.000Z',
      '2026-11-23T00:00:00.000Z',
    ])
  })

  it.each([
    ['users', { total: 2 }, [{ total: 0 }, { total: 2 }, { total: 0 }]],
    [
      'users/requests',
      { total: 3, users: { ann: 2, bob: 1 } },
      [{ total: 0 }, { users: { ann: 2 } }, { users: {} }],
    ],
    ['errors/stacks', { 429: 1 }, [{}, { status_codes: { 429: 1 } }, {}]],
    ['requests/rescued', { total: 1, requests: 4 }, [{ total: 1 }, { total: 0, requests: 3 }, {}]],
    ['feedbacks', { total: 3 }, [{ total: 0 }, { total: 3 }, { total: 0 }]],
    ['feedbacks/scores', { scores: { 5: 2, 0: 1 } }, [{ scores: {} }, {}, {}]],
    ['feedbacks/weighted', { avg: 4, total: 3 }, [{ avg: null }, { avg: 4 }, { avg: null }]],
    ['feedbacks/ai-models', { ai_models: { 'gpt-5': 3 } }, [{ ai_models: {} }, {}, {}]],
  ])('%s, from the records that the caller sees', async (graph, summary, points) => {
    const { reader, other } = await startLogs(
      RECORDS.map(record => (record.model === 'gpt-5-pro' ? { ...record, retries: 1 } : record)),
    )
    const [first, second] = RECORDS
    for (const [record, value, weight] of [
      [first, 5, 1],
      [first, 5, 1],
      [second, 0, 0.5],
    ] as const)
      expect(
        (await reader('POST', '/feedback', { trace_id: record?.trace ?? '', value, weight })).status,
      ).toBe(200)
    const { body } = await reader('GET', `/analytics/graphs/${graph}?${HOURS}`)
    expect(body).toMatchObject({ object: 'analytics-graph', exact: true, summary, data_points: points })
    // One name with hyphens, and nothing of another workspace.
    const hyphened = await reader('GET', `/analytics/graphs/${graph.replace('/', '-')}?${HOURS}`)
    expect(hyphened.body).toEqual(body)
    const foreign = await other('GET', `/analytics/graphs/${graph}?${HOURS}`)
    expect(foreign.body.summary).not.toEqual(body.summary)
  })

  it('gives the mean cost of the requests whose cost is known: what is unknown is not 0', async () => {
    const { reader } = await startLogs([
      logged(1, { cost: 10_000_000 }),
      JSON.parse(
        JSON.stringify(logged(2, { model: 'home-made' }), (name, value) =>
          name === 'cost' ? undefined : value,
        ),
      ),
      JSON.parse(
        JSON.stringify(logged(3), (name, value) =>
          name === 'cost' || name === 'tokens' ? undefined : value,
        ),
      ),
    ])
    const { body } = await reader('GET', `/analytics/graphs/cost?${HOURS}`)
    expect(body.summary).toEqual({ total: 0.01, avg: 0.01, unpriced: 1 })
  })

  it('divides days at the midnights of a time zone, also of graphs that read the records', async () => {
    const { reader } = await start()
    const days =
      'time_of_generation_min=2026-11-21T23:00:00Z&time_of_generation_max=2026-11-23T23:00:00Z&step=day'
    for (const graph of ['requests', 'requests-rescued', 'errors-status-code']) {
      const { body } = await reader('GET', `/analytics/graphs/${graph}?${days}&time_zone=Europe/Berlin`)
      expect(body.data_points.map(({ timestamp }: { timestamp: string }) => timestamp)).toEqual([
        '2026-11-21T23:00:00.000Z',
        '2026-11-22T23:00:00.000Z',
      ])
    }
    const { body } = await reader('GET', `/analytics/graphs/requests?${days}&time_zone=Europe/Berlin`)
    expect(body.data_points.map(({ total }: { total: number }) => total)).toEqual([1, 3])
    const { body: errors } = await reader(
      'GET',
      `/analytics/graphs/errors-status-code?${days}&time_zone=Europe/Berlin`,
    )
    expect(errors.data_points[1]).toMatchObject({ status_codes: { 429: 1 } })
    const unknown = await reader('GET', `/analytics/graphs/requests?${days}&time_zone=Mars/Base`)
    expect([unknown.status, unknown.body.error.message, unknown.body.error.param]).toEqual([
      400,
      '"Mars/Base" is not a time zone. Zones have names such as Europe/Berlin.',
      'time_zone',
    ])
  })

  it('counts refusals by the limits that refused, and percentiles of the time until replies began', async () => {
    const { reader } = await startLogs([
      logged(1, { firstToken: 10 }),
      logged(2, { firstToken: 30 }),
      logged(3, { status: 429, limit: 'team-a' }),
      logged(4, { status: 429, limit: 'team-a' }),
      logged(5, { status: 429 }),
    ])
    const limits = await reader('GET', `/analytics/graphs/limits?${HOURS}`)
    expect(limits.body.summary).toEqual({ total: 2, limits: { 'team-a': 2 } })
    const first = await reader('GET', `/analytics/graphs/first-token?${HOURS}`)
    expect(first.body).toMatchObject({
      exact: true,
      summary: { p50: 20 },
      data_points: [{ p50: null }, { p50: 20 }, {}],
    })
  })

  it('counts what guards have found, and which of them refused', async () => {
    const { reader } = await startLogs([
      logged(1, { guards: [{ id: 'pii', verdict: true, deny: true }] }),
      logged(2, { status: 446, guards: [{ id: 'pii', verdict: false, deny: true }] }),
      logged(3, { status: 246, guards: [{ id: 'tone', verdict: false, deny: false }, { verdict: true }] }),
      logged(4, {}),
    ])
    const { body } = await reader('GET', `/analytics/graphs/guards?${HOURS}`)
    expect(body.summary).toEqual({
      total: 4,
      failed: { pii: 1, tone: 1 },
      denied: { pii: 1 },
      guards: { pii: 2, tone: 1, unnamed: 1 },
    })
  })

  it('has the step that the period suggests, and never more points than anybody draws', async () => {
    const { reader } = await start()
    expect((await reader('GET', `/analytics/graphs/requests?${PERIOD}`)).body.step).toBe('hour')
    const answer = await reader('GET', `/analytics/graphs/requests?${PERIOD}&step=minute`)
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining('longer step')])
    expect((await reader('GET', `/analytics/graphs/smells?${PERIOD}`)).status).toBe(404)
  })
})

it('GET /analytics/summary/cache says what the cache served and saved', async () => {
  const { reader } = await start()
  const { body } = await reader('GET', `/analytics/summary/cache?${PERIOD}`)
  expect(body.summary).toEqual({
    requests: 4,
    lookups: 2,
    hits: 1,
    hit_rate: 0.5,
    avg_latency_of_hits: 10,
    avg_latency_of_misses: 30,
    saved_cost: 0.0025,
  })
})

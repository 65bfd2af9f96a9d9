// Metrics, and their text format.
import { describe, expect, it } from 'vitest'
import { monitorDelays } from '../../../runtime/process/open-telemetry.ts'
import { createMetric } from '../../../runtime/telemetry/metric.ts'
import { createMetrics } from '../../../runtime/telemetry/metrics.ts'
import type { RequestRecord } from '../../../runtime/telemetry/request-record.ts'

const RECORD: RequestRecord = {
  id: '0'.repeat(32),
  time: '2026-01-01T00:00:00.000Z',
  trace: 't',
  method: 'POST',
  path: '/v1/chat/completions',
  status: 200,
  milliseconds: 300,
  plan: 'abc',
  bytesIn: 1,
  bytesOut: 1,
}

const linesOf = (text: string): readonly string[] =>
  text.split('\n').filter(line => !line.startsWith('#') && line !== '')

describe('Metrics', () => {
  it('count requests, attempts, cache statuses and skipped targets', () => {
    const metrics = createMetrics()
    metrics.request({ ...RECORD, config: 'chat', cache: 'HIT' })
    metrics.request({
      ...RECORD,
      config: 'chat',
      status: 503,
      attempts: [{ at: 'config', provider: 'openai', status: 503, milliseconds: 1, started: 0 }],
      skipped: ['config.targets[0]'],
    })
    const lines = linesOf(metrics.text())
    expect(lines).toEqual(
      expect.arrayContaining([
        'portolan_requests_total{config="chat",status="200"} 1',
        'portolan_requests_total{config="chat",status="503"} 1',
        'portolan_attempts_total{provider="openai",status="503"} 1',
        'portolan_skipped_total{config="chat",target="config.targets[0]"} 1',
        'portolan_cache_total{status="HIT"} 1',
        'portolan_request_seconds_bucket{config="chat",le="0.25"} 0',
        'portolan_request_seconds_bucket{config="chat",le="0.5"} 2',
        'portolan_request_seconds_bucket{config="chat",le="+Inf"} 2',
        'portolan_request_seconds_sum{config="chat"} 0.6',
        'portolan_request_seconds_count{config="chat"} 2',
      ]),
    )
  })

  it.each([
    { labels: [], chosen: '' },
    { labels: ['model'] as const, chosen: ',model="m"' },
  ])(
    'tell requests, errors, latency and cost of a canary from those of the live release: $labels',
    ({ labels, chosen }) => {
      const metrics = createMetrics({ labels: [...labels] })
      const served = {
        ...RECORD,
        config: 'chat',
        provider: 'openai',
        model: 'm',
        stream: true as const,
        firstToken: 40,
      }
      const paid = { ...served, tokens: { input: 1, output: 2, source: 'provider' as const }, cost: 1e9 }
      metrics.request(paid)
      metrics.request({ ...paid, canary: 7 })
      metrics.request({ ...served, canary: 7, status: 503 })
      const lines = linesOf(metrics.text())
      const each = (name: string, own: string, live: string, canary: string) => [
        `${name}{${own}} ${live}`,
        `${name}{${own},release="7"} ${canary}`,
      ]
      expect(lines).toEqual(
        expect.arrayContaining([
          ...each('portolan_requests_total', `config="chat",status="200"${chosen}`, '1', '1'),
          `portolan_requests_total{config="chat",status="503"${chosen},release="7"} 1`,
          ...each('portolan_request_seconds_count', 'config="chat"', '1', '2'),
          ...each('portolan_first_token_seconds_count', 'config="chat"', '1', '1'),
          ...each('portolan_tokens_total', `provider="openai",kind="output"${chosen}`, '2', '2'),
          ...each('portolan_cost_dollars_total', `provider="openai"${chosen}`, '1', '1'),
        ]),
      )
    },
  )

  it('report the current state of circuits, services and verdicts', () => {
    const metrics = createMetrics()
    for (const to of ['open', 'half-open', 'closed', 'open'] as const)
      metrics.notice({ kind: 'circuit', circuit: 'c config', to })
    metrics.notice({ kind: 'service', service: 'cache', available: false, message: 'It is gone.' })
    expect(linesOf(metrics.text())).toEqual(
      expect.arrayContaining([
        'portolan_circuit_changes_total{circuit="c config",to="open"} 2',
        'portolan_circuit_open{circuit="c config"} 1',
        'portolan_service_available{service="cache"} 0',
      ]),
    )
  })

  it('have how late the event loop was, also before the window of another scraper', () => {
    const metrics = createMetrics()
    let time = 0
    let nanoseconds = { 50: 20_100_000, 99: 25_000_000, 100: 140_000_000 }
    const { read } = monitorDelays(
      { monotonic: () => time },
      {
        enable: () => true,
        disable: () => true,
        reset: () => {
          nanoseconds = { 50: 511, 99: 511, 100: 0 }
        },
        percentile: (percent: number) => nanoseconds[percent as 50 | 99 | 100],
      },
    )
    metrics.watchDelays(read)
    const longest = (): string | undefined =>
      linesOf(metrics.text()).find(line => line.includes('event_loop_delay_seconds{quantile="1"}'))
    expect(linesOf(metrics.text())).toEqual(
      expect.arrayContaining([
        'portolan_event_loop_delay_seconds{quantile="0.99"} 0.005',
        'portolan_event_loop_delay_seconds{quantile="1"} 0.12',
      ]),
    )
    time = 60_000
    const found = [longest(), longest()]
    time = 120_000
    expect([...found, longest(), longest()].map(line => line?.split(' ')[1])).toEqual([
      '0.12',
      '0.12',
      '0.12',
      '0',
    ])
  })

  it('measure the event loop of this process', async () => {
    const { read, stop } = monitorDelays({ monotonic: () => 0 })
    // The histogram has its first sample after two periods.
    for (
      let samples = 0;
      samples === 0;
      samples = read().filter(({ milliseconds }) => milliseconds > 0).length
    )
      await new Promise(setImmediate)
    stop()
    expect(read().map(({ quantile }) => quantile)).toEqual(['0.5', '0.99', '1'])
  })

  it('have how many policies were linked', () => {
    const metrics = createMetrics()
    metrics.watchLimits(() => 7)
    expect(linesOf(metrics.text())).toContain('portolan_linked_policies_total 7')
  })

  it('escape labels', () => {
    const metric = createMetric('counter', 'm', 'A metric.', ['label'])
    metric.add(['a"b\\c\nd'])
    metric.add(['\ud800'])
    metric.add(['x'.repeat(1000)])
    expect(linesOf(metric.text())).toEqual([
      'm{label="a\\"b\\\\c\\nd"} 1',
      'm{label="\ufffd"} 1',
      `m{label="${'x'.repeat(128)}"} 1`,
    ])
  })

  it('are limited: excess label sets count as one', () => {
    const metric = createMetric('counter', 'm', 'A metric.', ['label'])
    for (let at = 0; at < 5_000; at += 1) metric.add([String(at)])
    const lines = linesOf(metric.text())
    expect(lines).toHaveLength(2_001)
    expect(lines.at(-1)).toBe('m{label="other"} 3000')
  })
})

describe('Members of pools', () => {
  const member = (name: string, state: 'ready' | 'resting') => ({
    ...{ name, state, tier: 1, inFlight: 0, share: 0, latency: 250, quota: undefined, sessions: 0 },
  })

  it('that were removed while they rested are no longer reported', () => {
    const metrics = createMetrics()
    let members = [member('a', 'ready'), member('b', 'resting')]
    metrics.watchPools(() => [{ pool: 'main', members }])
    expect(metrics.text()).toContain('portolan_member_resting{pool="main",member="b"} 1')
    members = [member('a', 'ready')]
    expect(metrics.text()).not.toContain('member="b"')
    expect(metrics.text()).toContain('portolan_member_latency_seconds{pool="main",member="a"} 0.25')
  })
})

// Finished requests are reported several at once: to metrics, to the log and to sinks alike.
import { describe, expect, it } from 'vitest'
import { createLog, SILENT } from '../../../runtime/telemetry/log.ts'
import { createMetrics } from '../../../runtime/telemetry/metrics.ts'
import { createReporter } from '../../../runtime/telemetry/reporter.ts'
import type { EntryBodies } from '../../../runtime/telemetry/request-record.ts'
import { type FinishedRequest, withoutBodies } from '../../../runtime/telemetry/request-record.ts'
import type { LogEntry } from '../../../runtime/telemetry/sinks/record-sink.ts'
import { UnreadUsage } from '../../../runtime/values/reported-usage.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

const USAGE = '{"prompt_tokens":3,"completion_tokens":4}'
const finished = (id: string, bodies?: EntryBodies, usage = USAGE): FinishedRequest => ({
  served: {
    id,
    trace: id,
    parent: undefined,
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat/completions',
    plan: 'abc',
    started: 10,
    received: 11,
    replied: 12,
    ended: 13,
    reply: { status: 200 },
    outcome: withoutBodies(
      {
        config: 'chat',
        model: 'm',
        stream: false,
        record: { attempts: [], usage: new UnreadUsage(usage) },
      },
      { target: 'config', provider: 'openai', retries: 0, cache: undefined },
    ),
  },
  details: { bytesIn: 1, bytesOut: 1, left: false },
  price: () => undefined,
  bodies,
})

function createReported() {
  const clock = virtualClock()
  const lines: string[] = []
  const taken: string[] = []
  const log = createLog({
    write: text => {
      lines.push(...text.split('\n').filter(Boolean))
      return true
    },
    drained: () => {},
    after: clock.after,
  })
  const reporter = createReporter(log, createMetrics(), clock)
  reporter.attach([
    {
      name: 'sink',
      takesBodies: true,
      accept: ({ record }: LogEntry) => void taken.push(record.id),
      status: () => ({ waiting: 0, shed: 0, written: 0 }),
      stop: async () => {},
    },
  ])
  return { ...reporter, clock, stream: log, lines, taken }
}

const service = (name: string, available: boolean) =>
  ({ kind: 'service', service: name, available, message: 'Away.' }) as never
const sink = (name: string, available: boolean) =>
  ({ kind: 'sink', sink: name, available, message: '' }) as never

it('A record names the tools that its reply calls, if the reply is logged', () => {
  const { log, stream, lines } = createReported()
  const reply = { content: [{ type: 'tool_use', id: 't', name: 'Read', input: {} }] }
  const response = new TextEncoder().encode(JSON.stringify(reply))
  log.request(finished('with', { response }))
  log.request(finished('without', { request: response }))
  stream.flush()
  expect(lines.map(line => JSON.parse(line).tools)).toEqual([['Read'], undefined])
})

it('A record has no fields of a usage that are nested without end', () => {
  const { log, flush, stream, lines } = createReported()
  const nested = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`
  log.request(finished('nested', undefined, USAGE.replace('{', `{"deep":${nested},`)))
  flush()
  stream.flush()
  expect(lines.map(line => JSON.parse(line).usage)).toEqual([{ prompt_tokens: 3, completion_tokens: 4 }])
})

it('What the gateway works without is known until it is back', () => {
  const { notice, degraded } = createReported()
  expect(degraded()).toEqual([])
  for (const event of [service('limits', false), sink('otlp', false), service('cache', false)]) notice(event)
  expect(degraded()).toEqual(['cache', 'limits', 'sink otlp'])
  for (const event of [service('limits', true), sink('otlp', true)]) notice(event)
  expect(degraded()).toEqual(['cache'])
})

const counted = (text = ''): string | undefined =>
  /^portolan_requests_total\{config="chat",status="200"\} (\d+)$/m.exec(text)?.[1]

describe('Finished requests', () => {
  it('wait for others for a moment, and are reported in their order', async () => {
    const { log, clock, taken } = createReported()
    log.request(finished('1'))
    log.request(finished('2'))
    expect(taken).toEqual([])
    await clock.next()
    expect(taken).toEqual(['1', '2'])
  })

  it('are reported at once where there are many', () => {
    const { log, taken } = createReported()
    for (let index = 0; index < 33; index += 1) log.request(finished(String(index)))
    expect(taken).toHaveLength(32)
  })

  it('with bodies do not wait, and neither do those before them', () => {
    const { log, taken } = createReported()
    log.request(finished('1'))
    log.request(finished('2', { request: new Uint8Array(1) }))
    expect(taken).toEqual(['1', '2'])
  })

  it('are counted whenever metrics are read', () => {
    const { log, metrics } = createReported()
    log.request(finished('1'))
    expect(counted(metrics?.text())).toBe('1')
    log.request(finished('2'))
    expect(counted(metrics?.text())).toBe('2')
  })

  it('come before an event that follows them, with the tokens that their providers reported', () => {
    const { log, flush, stream, lines } = createReported()
    log.request(finished('1'))
    log.write({ level: 'warning', message: 'Later.' })
    log.request(finished('2'))
    flush()
    stream.flush()
    expect(lines.map(line => JSON.parse(line) as unknown)).toMatchObject([
      { id: '1', tokens: { input: 3, output: 4, source: 'provider' }, usage: { prompt_tokens: 3 } },
      { message: 'Later.' },
      { id: '2' },
    ])
  })

  it('are not logged where the log is disabled, but events are, and in files too', () => {
    const { clock, stream, lines } = createReported()
    const noticed: string[] = []
    const reporter = createReporter(SILENT, undefined, clock, stream)
    const sink = { name: 'log_file', takesBodies: false, accept: () => {}, stop: async () => {} }
    const status = () => ({ waiting: 0, shed: 0, written: 0 })
    reporter.attach([
      { ...sink, status, notice: line => void noticed.push(line) },
      { ...sink, status },
    ])
    reporter.log.request(finished('1'))
    reporter.notice({ kind: 'circuit', circuit: 'openai', to: 'open' } as never)
    stream.flush()
    expect(lines).toEqual([expect.stringContaining('"circuit":"openai"')])
    expect(noticed).toEqual(lines)
  })

  it('retain no bodies while they wait', () => {
    const body = new Uint8Array(1)
    const outcome = finished('1').served.outcome as never as Parameters<typeof withoutBodies>[0]
    const { record } = withoutBodies(
      { ...outcome, record: { attempts: [], parsedReply: { bytes: body, value: {} }, limits: {} as never } },
      { target: 'config', retries: 0, provider: undefined, cache: undefined },
    )
    expect(record).toEqual({ attempts: [] })
  })
})

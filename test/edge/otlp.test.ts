// A trace through the gateway: from the caller, to a real receiver of OTLP, and to the provider where it is allowed one.
import { createServer } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { closeAll, gatewayTo, listening } from '../support/local-servers.ts'
import { type ReceivedSpan, receiveOtlp, valuesOf } from '../support/otlp-collector.ts'
import type { RunningGateway } from '../support/running-gateway.ts'

afterEach(closeAll)

const REPLY = JSON.stringify({
  id: 'c',
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'A secret answer.' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
})

/** A provider that fails `failures` times, and the traces that it was sent. */
async function provide(failures = 0) {
  const traces: (string | undefined)[] = []
  const states: unknown[] = []
  const port = await listening(
    createServer((request, response) => {
      traces.push(request.headers['traceparent'] as string | undefined)
      states.push(request.headers['tracestate'])
      request.resume()
      const status = traces.length <= failures ? 503 : 200
      response.writeHead(status, { 'content-type': 'application/json' }).end(REPLY)
    }),
  )
  return { port, traces, states }
}

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

const ask = async (
  { url }: RunningGateway,
  headers: Record<string, string> = {},
  path = '/chat/completions',
): Promise<void> => {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      model: '@main/gpt-6-sol',
      messages: [{ role: 'user', content: 'A secret question.' }],
    }),
  })
  await response.text()
}

const calls = (sampled: boolean): Record<string, string> => ({
  traceparent: `00-${TRACE}-${PARENT}-${sampled ? '01' : '00'}`,
})

async function open(port: number, telemetry: object, configs = {}): Promise<RunningGateway> {
  return await gatewayTo(port, { telemetry, configs })
}

describe('A trace', () => {
  it('continues from the caller through the gateway to a provider that the manifest names', async () => {
    const collector = await receiveOtlp()
    const provider = await provide(1)
    const gateway = await open(
      provider.port,
      { otlp: { endpoint: collector.endpoint, encoding: 'json' }, propagate_to: ['@main'] },
      { chat: { strategy: { mode: 'fallback' }, targets: [{ provider: '@main' }, { provider: '@main' }] } },
    )
    await ask(gateway, { ...calls(true), 'x-gateway-config': 'chat', tracestate: 'a=b' })
    await gateway.stop()
    const spans = collector.spans()
    const request = spans.find(({ kind }) => kind === 2)
    const attempts = spans.filter(({ kind }) => kind === 3)
    const steps = spans.filter(({ kind }) => kind === 1)
    expect(request).toMatchObject({
      traceId: TRACE,
      parentSpanId: PARENT,
      name: 'POST /v1/chat/completions',
      status: {},
    })
    expect(attempts.map(({ name, status }) => [name, status])).toEqual([
      ['chat gpt-6-sol', { code: 2, message: '503' }],
      ['chat gpt-6-sol', {}],
    ])
    expect(provider.traces).toEqual(attempts.map(({ spanId }) => `00-${TRACE}-${spanId}-01`))
    expect(provider.states).toEqual(['a=b', 'a=b'])
    expect(steps.map(step => valuesOf(step)['portolan.because'])).toContain('status 503')
    expect(attempts.at(-1)?.parentSpanId).toBe(steps.at(-1)?.spanId)
    const ids = spans.map(({ spanId }) => spanId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { traceId, spanId, parentSpanId = PARENT } of spans) {
      expect(traceId).toBe(TRACE)
      expect(spanId).toMatch(/^[0-9a-f]{16}$/)
      expect([PARENT, ...ids]).toContain(parentSpanId)
    }
    expect(valuesOf(request as ReceivedSpan)).toMatchObject({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-6-sol',
      'portolan.config': 'chat',
      'portolan.target': 'config.targets[1]',
    })
    expect(spans.map(span => valuesOf(span)['gen_ai.usage.input_tokens']).filter(Boolean)).toEqual(['3'])
    expect(valuesOf(attempts.at(-1) as ReceivedSpan)).toMatchObject({
      'gen_ai.usage.input_tokens': '3',
      'gen_ai.usage.output_tokens': '2',
    })
    expect(collector.posted.map(({ text }) => text).join()).not.toContain('secret')
  })

  it('is not sent to other providers, also not that of the client, on no route', async () => {
    const provider = await provide()
    const gateway = await open(provider.port, { propagate_to: ['anthropic', '@other'] })
    const headers = { ...calls(true), tracestate: 'a=b' }
    await ask(gateway, headers)
    await ask(gateway, { ...headers, 'x-gateway-provider': '@main' }, '/something/else')
    await ask(gateway, { ...headers, 'x-gateway-provider': '@main' }, '/proxy/chat/completions')
    expect(provider.traces).toEqual([undefined, undefined, undefined])
    expect(provider.states).toEqual([undefined, undefined, undefined])
  })

  it('is sent by its name, its slug or to all, on every route', async () => {
    for (const name of ['openai', '@main', '*']) {
      const provider = await provide()
      const gateway = await open(provider.port, { propagate_to: [name] })
      await ask(gateway, calls(true))
      await ask(gateway, { ...calls(false), 'x-gateway-provider': '@main' }, '/something/else')
      expect(provider.traces).toEqual([
        expect.stringMatching(`^00-${TRACE}-[0-9a-f]{16}-01$`),
        expect.stringMatching(`^00-${TRACE}-[0-9a-f]{16}-00$`),
      ])
      expect(provider.traces.join()).not.toContain(PARENT)
      // Without a trace of the caller, its state belongs to none.
      await ask(gateway, { tracestate: 'a=b' })
      expect([provider.traces.length, provider.states.at(-1)]).toEqual([3, undefined])
    }
  })

  it('is kept or not as the caller has decided, and otherwise by its share', async () => {
    const collector = await receiveOtlp()
    const provider = await provide()
    const share = { endpoint: collector.endpoint, encoding: 'json', traces: 0.000_001 }
    const gateway = await open(provider.port, { otlp: share })
    await ask(gateway, calls(false))
    await ask(gateway, { 'x-gateway-trace-id': `${'0'.repeat(18)}1${'0'.repeat(13)}` })
    await ask(gateway, { 'x-gateway-trace-id': `${'0'.repeat(18)}1${'f'.repeat(13)}` })
    await ask(gateway, calls(true))
    await gateway.stop()
    const kept = collector.spans().filter(({ kind }) => kind === 2)
    expect(kept.map(({ traceId }) => traceId)).toEqual([`${'0'.repeat(18)}1${'f'.repeat(13)}`, TRACE])
    expect(kept.map(({ parentSpanId }) => parentSpanId)).toEqual([undefined, PARENT])
  })

  it('of traceparent is continued beside a name for the log, for the collector and for the provider', async () => {
    const collector = await receiveOtlp()
    const provider = await provide()
    const otlp = { endpoint: collector.endpoint, encoding: 'json', logs: true, traces: 0.000_001 }
    const gateway = await open(provider.port, { otlp, propagate_to: ['*'] })
    await ask(gateway, { ...calls(true), 'x-gateway-trace-id': 'order-7' })
    await ask(gateway, { ...calls(true), 'x-gateway-trace-id': 'order-8' }, '/nowhere')
    const records = await gateway.log()
    await gateway.stop()
    const [first, refused] = collector.spans().filter(({ kind }) => kind === 2)
    expect(first).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(refused).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    expect(valuesOf(first as ReceivedSpan)['portolan.trace']).toBe('order-7')
    expect(records.filter(({ trace }) => trace === 'order-7')).toMatchObject([{ parent: PARENT }])
    const attempt = collector.spans().find(({ kind }) => kind === 3)
    expect(provider.traces[0]).toBe(`00-${TRACE}-${attempt?.spanId}-01`)
    const logs = collector.posted.filter(({ path }) => path === '/v1/logs')
    expect(logs[0]?.text).toContain(`"traceId":"${TRACE}"`)
  })

  it('of a caller in another form has 32 digits of its own, and the log has the name', async () => {
    const collector = await receiveOtlp()
    const provider = await provide()
    const otlp = { endpoint: collector.endpoint, encoding: 'json', logs: true, headers: { 'X-Team': 'a' } }
    const gateway = await open(provider.port, { otlp })
    await ask(gateway, { 'x-gateway-trace-id': 'order-7' })
    await ask(gateway, { 'x-gateway-trace-id': 'order-7' })
    await gateway.stop()
    const [first, second] = collector.spans().filter(({ kind }) => kind === 2)
    expect(first?.traceId).toMatch(/^[0-9a-f]{32}$/)
    expect(second?.traceId).toBe(first?.traceId)
    expect(valuesOf(first as ReceivedSpan)['portolan.trace']).toBe('order-7')
    const logs = collector.posted.filter(({ path }) => path === '/v1/logs')
    const record = JSON.parse(logs[0]?.text ?? '').resourceLogs[0].scopeLogs[0].logRecords[0]
    expect(record).toMatchObject({
      traceId: first?.traceId,
      spanId: first?.spanId,
      severityText: 'INFO',
      body: { stringValue: 'POST /v1/chat/completions 200' },
    })
    expect(collector.posted.every(({ headers }) => headers['x-team'] === 'a')).toBe(true)
  })
})

describe('A collector', () => {
  it('that is busy gets its batch again, and all signals have their own path and encoding', async () => {
    const collector = await receiveOtlp(503)
    const provider = await provide()
    const gateway = await open(provider.port, {
      otlp: { endpoint: `${collector.endpoint}/`, metrics: true },
    })
    await ask(gateway)
    await expect.poll(() => collector.posted.length, { timeout: 5_000 }).toBe(1)
    await gateway.stop()
    expect(collector.posted.map(({ path, headers }) => [path, headers['content-type']])).toEqual([
      ['/v1/traces', 'application/x-protobuf'],
      ['/v1/metrics', 'application/x-protobuf'],
    ])
    expect(collector.posted[1]?.text).toContain('gen_ai.client.operation.duration')
  })

  it('that refuses a batch does not get it again, and is told of in the log', async () => {
    const collector = await receiveOtlp(400)
    const provider = await provide()
    const gateway = await open(provider.port, { otlp: { endpoint: collector.endpoint, encoding: 'json' } })
    await ask(gateway, { 'x-gateway-trace-id': TRACE })
    const messages = (): Promise<string> => gateway.log().then(lines => JSON.stringify(lines))
    await expect
      .poll(messages, { timeout: 5_000 })
      .toContain('dropped 1 record, since repeating it is useless: it replied with status 400.')
    await ask(gateway, { 'x-gateway-trace-id': TRACE.replaceAll('4', '5') })
    await gateway.stop()
    expect(new Set(collector.spans().map(({ traceId }) => traceId))).toEqual(
      new Set([TRACE.replaceAll('4', '5')]),
    )
  })
})

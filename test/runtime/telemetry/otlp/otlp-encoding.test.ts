// Our encodings of OTLP beside those of the OpenTelemetry SDK.
import {
  JsonMetricsSerializer,
  JsonTraceSerializer,
  ProtobufMetricsSerializer,
  ProtobufTraceSerializer,
} from '@opentelemetry/otlp-transformer'
import { describe, expect, it } from 'vitest'
import { createModelMetrics } from '../../../../runtime/telemetry/otlp/model-metrics.ts'
import { createOtlpEncoding } from '../../../../runtime/telemetry/otlp/otlp-encoding.ts'
import {
  attributesOf,
  type OtlpSpan,
  type OtlpValue,
} from '../../../../runtime/telemetry/otlp/otlp-message.ts'
import { requestSpans } from '../../../../runtime/telemetry/otlp/request-spans.ts'
import type { RequestRecord } from '../../../../runtime/telemetry/request-record.ts'

const RECORD: RequestRecord = {
  id: '0123456789abcdeffedcba9876543210',
  time: '2026-11-20T10:00:00.250Z',
  trace: '4bf92f3577b34da6a3ce929d0e0e4736',
  parent: '00f067aa0ba902b7',
  method: 'POST',
  path: '/v1/chat/completions',
  endpoint: 'chat/completions',
  status: 503,
  milliseconds: 812.5,
  firstToken: 400.25,
  plan: '0123456789ab',
  bytesIn: 1_200_000,
  bytesOut: 300,
  config: 'chät "1"',
  at: 'config.targets[1]',
  provider: 'azure',
  model: 'gpt-6-sol',
  steps: [
    { at: 'config', to: 'config.targets[0]', because: 'first' },
    { at: 'config', to: 'config.targets[1]', because: 'status 503' },
  ],
  attempts: [
    {
      at: 'config.targets[0]',
      provider: 'openai',
      status: 503,
      milliseconds: 12.5,
      started: 3.5,
      cause: 'refused',
    },
    {
      at: 'config.targets[1]',
      provider: 'azure',
      status: 503,
      milliseconds: 700.5,
      started: 20.5,
      queued: 1.5,
      server: 'https://[2001:db8::1]:8443',
      reply: { id: 'chatcmpl-1', model: 'gpt-4o-2024-08-06', finishReasons: ['stop', 'length'] },
    },
  ],
  skipped: ['config.targets[2]', ''],
  stream: true,
  left: true,
  tokens: { input: 70_000, output: 20, source: 'provider' },
  cost: 1_234_567,
  error: 'upstream_error',
  message: 'Azure said no.',
}

const SPANS = requestSpans(RECORD, { trace: RECORD.trace, parent: RECORD.parent })
const RESOURCE = { 'service.name': 'portolan', 'deployment.environment.name': 'test' }
const ORIGIN = {
  resource: attributesOf(Object.entries(RESOURCE)),
  scope: { name: 'portolan', version: '1' },
}

const plain = (value: OtlpValue): unknown => {
  if ('stringValue' in value) return value.stringValue
  if ('boolValue' in value) return value.boolValue
  if ('intValue' in value) return Number(value.intValue)
  return 'doubleValue' in value ? value.doubleValue : value.arrayValue.values.map(plain)
}

const hrTime = (nanoseconds: string): [number, number] => [
  Number(BigInt(nanoseconds) / 1_000_000_000n),
  Number(BigInt(nanoseconds) % 1_000_000_000n),
]

const attributesFor = (attributes: OtlpSpan['attributes']): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, plain(value)]))

const resource = { attributes: RESOURCE, asyncAttributesPending: false }

/** A span as the SDK has it. */
const sdkSpan = (span: OtlpSpan) => ({
  name: span.name,
  kind: span.kind - 1,
  spanContext: () => ({ traceId: span.traceId, spanId: span.spanId, traceFlags: 1 }),
  parentSpanContext:
    span.parentSpanId === undefined
      ? undefined
      : {
          traceId: span.traceId,
          spanId: span.parentSpanId,
          traceFlags: 1,
          isRemote: span.parentSpanId === RECORD.parent,
        },
  startTime: hrTime(span.startTimeUnixNano),
  endTime: hrTime(span.endTimeUnixNano),
  duration: [0, 0],
  ended: true,
  status: { code: span.status.code ?? 0, message: span.status.message },
  attributes: attributesFor(span.attributes),
  links: [],
  events: [],
  resource,
  instrumentationScope: ORIGIN.scope,
  droppedAttributesCount: 0,
  droppedEventsCount: 0,
  droppedLinksCount: 0,
})

type SdkSpans = Parameters<typeof JsonTraceSerializer.serializeRequest>[0]
const sdkSpans = SPANS.map(sdkSpan) as unknown as SdkSpans

/** JSON without what is empty, and with integers of 64 bits as texts, which both spellings may be read as. */
const canonicalJson = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map(each => canonicalJson(each, name))
  if (typeof value !== 'object' || value === null)
    return ['intValue', 'asInt', 'count', 'bucketCounts'].includes(name) ? String(value) : value
  const entries = Object.entries(value).map(([key, each]) => [key, canonicalJson(each, key)] as const)
  return Object.fromEntries(entries.filter(([key, each]) => isSaid(key, each)))
}

const isSaid = (name: string, value: unknown): boolean =>
  value !== undefined &&
  !(Array.isArray(value) && value.length === 0) &&
  !(value === 0 && (name.startsWith('dropped') || name === 'code'))

const jsonOf = (bytes: Uint8Array | undefined): unknown =>
  canonicalJson(JSON.parse(new TextDecoder().decode(bytes)))

/** Field numbers of nested messages. */
interface Shape {
  readonly [field: number]: Shape
}
const VALUE: Shape = { 5: { 1: {} } }
const PAIR: Shape = { 2: VALUE }
const HEAD = { 1: { 1: PAIR } }
const SPAN: Shape = { 9: PAIR, 15: {} }
const TRACES: Shape = { 1: { ...HEAD, 2: { 1: {}, 2: SPAN } } }
const METRICS: Shape = {
  1: { ...HEAD, 2: { 1: {}, 2: { 9: { 1: { 9: PAIR } }, 7: { 1: { 7: PAIR } } } } },
}

/** Fields of a message in the order of their numbers, without those that are zero. */
function canonicalProtobuf(bytes: Uint8Array, shape: Shape): readonly unknown[] {
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = BigInt(bytes[at++] ?? 0)
      value |= (byte & 0x7fn) << shift
      if (byte < 0x80n) return value
    }
  }
  const take = (length: number): Uint8Array => {
    const taken = bytes.slice(at, at + length)
    if (taken.length !== length) throw new Error('The message ends early.')
    at += length
    return taken
  }
  const fields: { number: number; value: unknown }[] = []
  while (at < bytes.length) {
    const tag = Number(varint())
    const number = tag >> 3
    const wire = tag & 7
    const nested = shape[number]
    const value =
      wire === 0
        ? varint()
        : wire === 2 && nested !== undefined
          ? canonicalProtobuf(take(Number(varint())), nested)
          : Buffer.from(take(wire === 1 ? 8 : wire === 5 ? 4 : Number(varint()))).toString('hex')
    if (value !== 0n) fields.push({ number, value })
  }
  return fields.toSorted((left, right) => left.number - right.number)
}

const message = (encoding: 'json' | 'protobuf'): Uint8Array => {
  const { items, message: enclose } = createOtlpEncoding(encoding, ORIGIN)
  return enclose('traces', [items('traces', SPANS.slice(0, 1)), items('traces', SPANS.slice(1))])
}

describe('Traces of OTLP', () => {
  it('are in JSON what the SDK makes of the same spans', () => {
    expect(jsonOf(message('json'))).toEqual(jsonOf(JsonTraceSerializer.serializeRequest(sdkSpans)))
  })

  it('are in protobuf what the SDK makes of the same spans', () => {
    const theirs = ProtobufTraceSerializer.serializeRequest(sdkSpans) ?? new Uint8Array()
    expect(canonicalProtobuf(message('protobuf'), TRACES)).toEqual(canonicalProtobuf(theirs, TRACES))
  })
})

describe('Metrics of OTLP', () => {
  const START = 1_763_632_800_000
  const counted = createModelMetrics(START, false)
  for (let calls = 0; calls < 3; calls += 1)
    counted.add({ ...RECORD, status: 200, error: undefined, milliseconds: 40 * 10 ** calls + 0.5 })
  const metrics = counted.read(START + 30_000)
  const point = (each: NonNullable<(typeof metrics)[number]['histogram']>['dataPoints'][number]) => ({
    attributes: attributesFor(each.attributes),
    startTime: hrTime(each.startTimeUnixNano),
    endTime: hrTime(each.timeUnixNano),
    value: {
      count: Number(each.count),
      sum: each.sum,
      buckets: { counts: each.bucketCounts.map(Number), boundaries: each.explicitBounds },
    },
  })
  const theirs = {
    resource,
    scopeMetrics: [
      {
        scope: ORIGIN.scope,
        metrics: metrics.map(({ name, description, unit, histogram }) => ({
          descriptor: { name, description, unit, valueType: 1, advice: {} },
          aggregationTemporality: 1,
          dataPointType: 0,
          dataPoints: histogram?.dataPoints.map(point),
        })),
      },
    ],
  } as unknown as Parameters<typeof JsonMetricsSerializer.serializeRequest>[0]
  const ours = (encoding: 'json' | 'protobuf'): Uint8Array => {
    const { items, message: enclose } = createOtlpEncoding(encoding, ORIGIN)
    return enclose('metrics', [items('metrics', metrics)])
  }

  it('are what the SDK makes of the same histograms', () => {
    expect(metrics.map(({ name }) => name)).toEqual([
      'gen_ai.client.operation.duration',
      'gen_ai.client.operation.time_to_first_chunk',
      'gen_ai.client.token.usage',
    ])
    expect(jsonOf(ours('json'))).toEqual(jsonOf(JsonMetricsSerializer.serializeRequest(theirs)))
    const bytes = ProtobufMetricsSerializer.serializeRequest(theirs) ?? new Uint8Array()
    expect(canonicalProtobuf(ours('protobuf'), METRICS)).toEqual(canonicalProtobuf(bytes, METRICS))
  })

  it('have the name of a later revision besides, where the manifest asks for it', () => {
    const later = createModelMetrics(START, true)
    later.add({ ...RECORD, status: 200, error: undefined })
    const sums = later.read(START).filter(({ sum }) => sum !== undefined)
    expect(sums.map(({ name, sum }) => [name, sum?.dataPoints.map(({ asInt }) => asInt)])).toEqual([
      ['gen_ai.client.inference.tokens', ['70000', '20']],
    ])
  })

  it('have the durations of messages of MCP, of a tool by its name', () => {
    const tools = createModelMetrics(START, false)
    const mcp = { server: 'docs', method: 'tools/call', tool: 'search', era: 'modern' } as const
    const { endpoint: _endpoint, error: _error, provider: _provider, ...plain } = RECORD
    tools.add({ ...plain, status: 200, milliseconds: 40, mcp })
    tools.add({ ...plain, status: 200, milliseconds: 90_000, mcp: { ...mcp, method: 'GET' } })
    const [only, ...others] = tools.read(START)
    expect([only?.name, others, only?.histogram?.dataPoints.length]).toEqual([
      'mcp.server.operation.duration',
      [],
      1,
    ])
    expect(only?.histogram?.dataPoints[0]).toMatchObject({ count: '1', sum: 0.04 })
    expect(attributesFor(only?.histogram?.dataPoints[0]?.attributes ?? [])).toEqual({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'portolan.mcp.server': 'docs',
    })
  })

  // docs/gen-ai/mcp.md of open-telemetry/semantic-conventions-genai (commit 0393513c908b): as the sender of a message observes it, in seconds.
  it('have the durations of the same messages at their servers, for those that were sent', () => {
    const tools = createModelMetrics(START, false)
    const mcp = { server: 'docs', method: 'tools/call', tool: 'search', era: 'modern' } as const
    const { endpoint: _endpoint, error: _error, provider: _provider, ...plain } = RECORD
    const exchanged = { started: 5, milliseconds: 30 }
    tools.add({ ...plain, status: 200, milliseconds: 40, mcp, exchanged })
    tools.add({ ...plain, status: 200, milliseconds: 40, mcp: { ...mcp, isError: true }, exchanged })
    // Answered by the gateway itself.
    tools.add({
      ...plain,
      status: 200,
      milliseconds: 1,
      mcp: { server: 'docs', method: 'ping', era: 'modern' },
    })
    const [, sent] = tools.read(START)
    const points = sent?.histogram?.dataPoints ?? []
    expect([sent?.name, sent?.unit, points.map(({ sum }) => sum)]).toEqual([
      'mcp.client.operation.duration',
      's',
      [0.03, 0.03],
    ])
    const labels = {
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'search',
      'portolan.mcp.server': 'docs',
    }
    expect(points.map(({ attributes }) => attributesFor(attributes))).toEqual([
      labels,
      { ...labels, 'error.type': 'tool_error' },
    ])
  })

  it('count models beyond the cap together', () => {
    const many = createModelMetrics(START, false)
    for (let model = 0; model < 2_100; model += 1) many.add({ ...RECORD, model: `model-${model}` })
    const points = many.read(START)[0]?.histogram?.dataPoints ?? []
    expect(points).toHaveLength(2_001)
    expect(points.at(-1)).toMatchObject({ count: '100', attributes: [{ key: 'otel.metric.overflow' }] })
  })
})

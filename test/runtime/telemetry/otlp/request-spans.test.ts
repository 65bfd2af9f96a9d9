// The span of a request: its name has few values, and messages of MCP have the names of the conventions.
import { expect, it } from 'vitest'
import { createReplyReader } from '../../../../runtime/telemetry/otlp/reply-reader.ts'
import { requestSpans } from '../../../../runtime/telemetry/otlp/request-spans.ts'
import type { RequestRecord } from '../../../../runtime/telemetry/request-record.ts'

const RECORD: RequestRecord = {
  id: '00112233445566778899aabbccddeeff',
  time: '2026-11-20T10:00:00.000Z',
  trace: '0123456789abcdef0123456789abcdef',
  method: 'POST',
  path: '/x',
  status: 200,
  milliseconds: 4,
  own: 1,
  plan: 'abc',
  bytesIn: 1,
  bytesOut: 1,
}
const mcp = { server: 'docs', era: 'modern' } as const

it.each<readonly [name: string, operation: string | undefined, Partial<RequestRecord>]>([
  ['POST /v1/chat/completions', 'chat', { endpoint: 'chat/completions' }],
  ['tools/call search', 'execute_tool', { mcp: { ...mcp, method: 'tools/call', tool: 'search' } }],
  ['tools/list', undefined, { mcp: { ...mcp, method: 'tools/list' } }],
  ['GET /mcp/', undefined, { method: 'GET', mcp: { ...mcp, method: 'GET' } }],
  ['POST /agents/', undefined, { agent: { slug: 'travel', method: 'SendMessage' } }],
  ['POST other', undefined, {}],
])('%s, with the operation %s', (name, operation, facts) => {
  const [span, ...others] = requestSpans({ ...RECORD, ...facts }, { trace: RECORD.trace, parent: undefined })
  const found = span?.attributes.find(({ key }) => key === 'gen_ai.operation.name')?.value
  expect([span?.name, found, others]).toEqual([name, operation && { stringValue: operation }, []])
})

it('spans of attempts have the models that they asked for, and that a stream broke', () => {
  const record: RequestRecord = {
    ...RECORD,
    endpoint: 'chat/completions',
    model: 'asked',
    servedModel: 'second',
    stream: true,
    broken: 'The stream was truncated.',
    attempts: [
      { at: 'config.targets[0]', provider: 'openai', status: 503, milliseconds: 1, model: 'first' },
      { at: 'config.targets[1]', provider: 'openai', status: 200, milliseconds: 1 },
    ],
  }
  const attempts = requestSpans(record, { trace: RECORD.trace, parent: undefined }).slice(1)
  const modelOf = ({ attributes }: (typeof attempts)[number]) =>
    attributes.find(({ key }) => key === 'gen_ai.request.model')?.value
  expect(attempts.map(span => [span.name, modelOf(span), span.status])).toEqual([
    ['chat first', { stringValue: 'first' }, { code: 2, message: '503' }],
    ['chat second', { stringValue: 'second' }, { code: 2, message: 'The stream was truncated.' }],
  ])
})

it('usage is on the span of the attempt that answered, and on no other', () => {
  const at = { at: 'config', provider: 'anthropic', milliseconds: 1 }
  const attempts = [
    { ...at, status: 503, started: 0 },
    { ...at, status: 200, started: 300 },
  ]
  const record: RequestRecord = {
    ...RECORD,
    endpoint: 'messages',
    stream: true,
    firstToken: 800,
    tokens: { input: 30, output: 5, cached: 10, source: 'provider' },
    units: { cache_writes: 7, cache_writes_1h: 2 },
    attempts,
  }
  const usage = {
    'gen_ai.request.stream': { boolValue: true },
    'gen_ai.response.time_to_first_chunk': { doubleValue: 0.5 },
    'gen_ai.usage.input_tokens': { intValue: '30' },
    'gen_ai.usage.output_tokens': { intValue: '5' },
    'gen_ai.usage.cache_read.input_tokens': { intValue: '10' },
    'gen_ai.usage.cache_creation.input_tokens': { intValue: '9' },
  }
  const found = (of: RequestRecord) =>
    requestSpans(of, { trace: RECORD.trace, parent: undefined }).map(({ attributes }) =>
      Object.fromEntries(attributes.flatMap(({ key, value }) => (key in usage ? [[key, value]] : []))),
    )
  expect(found(record)).toEqual([{}, {}, usage])
  // From a cache: no provider was called.
  const { attempts: _none, ...cached } = record
  expect(found(cached)).toEqual([{ ...usage, 'gen_ai.response.time_to_first_chunk': { doubleValue: 0.8 } }])
})

it('a tool that reports an error failed, and streams and ends of sessions have no method of MCP', () => {
  const spanOf = (facts: RequestRecord['mcp'], method = 'POST') =>
    requestSpans({ ...RECORD, method, mcp: facts }, { trace: RECORD.trace, parent: undefined })[0]
  const attributeOf = (span: ReturnType<typeof spanOf>, name: string) =>
    span?.attributes.find(({ key }) => key === name)?.value
  const failed = spanOf({ ...mcp, method: 'tools/call', tool: 'search', isError: true })
  expect([failed?.status, attributeOf(failed, 'error.type')]).toEqual([
    { code: 2, message: 'tool_error' },
    { stringValue: 'tool_error' },
  ])
  expect(attributeOf(failed, 'mcp.method.name')).toEqual({ stringValue: 'tools/call' })
  for (const method of ['GET', 'DELETE'])
    expect(attributeOf(spanOf({ ...mcp, method }, method), 'mcp.method.name')).toBeUndefined()
})

it.each<readonly [origin: string, address: string, port: string]>([
  ['https://api.openai.com', 'api.openai.com', '443'],
  ['http://localhost', 'localhost', '80'],
  ['https://[2001:db8::1]:8443', '2001:db8::1', '8443'],
])('a provider at %s has the address %s and the port %s', (server, address, port) => {
  const attempts = [{ at: 'config', provider: 'openai', status: 503, milliseconds: 1, server }]
  const [, span] = requestSpans({ ...RECORD, attempts }, { trace: RECORD.trace, parent: undefined })
  const found = span?.attributes.filter(({ key }) => key.startsWith('server.'))
  expect(found).toEqual([
    { key: 'server.address', value: { stringValue: address } },
    { key: 'server.port', value: { intValue: port } },
  ])
})

const NUMBERS = { temperature: 0.2, top_p: 1, top_k: 40, max_tokens: 64, seed: 7 }
it.each<readonly [dialect: string, body: object, parameters: object | undefined]>([
  [
    'chats',
    {
      model: 'm',
      temperature: 0.2,
      max_completion_tokens: 64,
      seed: 7,
      n: 2,
      frequency_penalty: 0.5,
      messages: [{ n: 9 }],
    },
    { temperature: 0.2, max_tokens: 64, seed: 7, 'choice.count': 2, frequency_penalty: 0.5 },
  ],
  ['responses', { max_output_tokens: 64, top_p: 1, input: 'x' }, { max_tokens: 64, top_p: 1 }],
  ['messages', { max_tokens: 64, top_k: 40, stop_sequences: ['secret'] }, { max_tokens: 64, top_k: 40 }],
  [
    'Gemini',
    {
      generationConfig: {
        temperature: 0.2,
        topP: 1,
        topK: 40,
        maxOutputTokens: 64,
        seed: 7,
        stopSequences: ['x'],
      },
    },
    NUMBERS,
  ],
  [
    'Converse',
    { inferenceConfig: { temperature: 0.2, maxTokens: 64 } },
    { temperature: 0.2, max_tokens: 64 },
  ],
  ['Cohere', { p: 1, k: 40 }, { top_p: 1, top_k: 40 }],
  ['numbers that are not numbers', { temperature: '0.2', seed: null }, undefined],
])('parameters of requests are those that were sent: %s', (_, body, parameters) => {
  expect(createReplyReader(Buffer.from(JSON.stringify(body))).parameters).toEqual(parameters)
})

it('parameters of requests are on the span of each attempt, counts as integers', () => {
  const attempt = { at: 'config', provider: 'openai', status: 200, milliseconds: 1, started: 0 }
  const record: RequestRecord = {
    ...RECORD,
    endpoint: 'chat/completions',
    attempts: [{ ...attempt, parameters: { temperature: 1, max_tokens: 64 } }],
  }
  const [, span] = requestSpans(record, { trace: RECORD.trace, parent: undefined })
  expect(span?.attributes).toEqual(
    expect.arrayContaining([
      { key: 'gen_ai.request.temperature', value: { doubleValue: 1 } },
      { key: 'gen_ai.request.max_tokens', value: { intValue: expect.anything() } },
    ]),
  )
})

// docs/gen-ai/gen-ai-agent-spans.md of open-telemetry/semantic-conventions-genai (commit 002c8a6ea1c8), "Invoke agent client span": the
// name and the operation. The provider of an agent elsewhere is not known, so `gen_ai.provider.name` is absent.
it('an agent that is invoked has the attributes of the conventions', () => {
  const facts = {
    agent: { slug: 'travel', method: 'SendMessage' },
    exchanged: { started: 1, milliseconds: 2 },
  }
  const [, span] = requestSpans({ ...RECORD, ...facts }, { trace: RECORD.trace, parent: undefined })
  expect([span?.name, span?.kind, span?.attributes]).toEqual([
    'invoke_agent travel',
    3,
    [
      { key: 'gen_ai.operation.name', value: { stringValue: 'invoke_agent' } },
      { key: 'gen_ai.agent.name', value: { stringValue: 'travel' } },
      { key: 'portolan.agent.method', value: { stringValue: 'SendMessage' } },
    ],
  ])
})

it.each<readonly [name: string, facts: Partial<RequestRecord>, error: string | undefined]>([
  ['tools/call search', { mcp: { ...mcp, method: 'tools/call', tool: 'search' } }, undefined],
  [
    'tools/call search',
    { mcp: { ...mcp, method: 'tools/call', tool: 'search', isError: true } },
    'tool_error',
  ],
  ['resources/read', { mcp: { ...mcp, method: 'resources/read' } }, undefined],
  ['invoke_agent travel', { agent: { slug: 'travel', method: 'SendMessage' } }, undefined],
])('the call of an MCP server or an agent has a client span: %s', (name, facts, error) => {
  const record = { ...RECORD, ...facts, exchanged: { started: 1, milliseconds: 2 } }
  const [request, span, ...others] = requestSpans(record, { trace: RECORD.trace, parent: undefined })
  const found = span?.attributes.find(({ key }) => key === 'error.type')?.value
  expect([span?.name, span?.kind, span?.parentSpanId, found, others]).toEqual([
    name,
    3,
    request?.spanId,
    error === undefined ? undefined : { stringValue: error },
    [],
  ])
  expect(BigInt(span?.endTimeUnixNano ?? 0) - BigInt(span?.startTimeUnixNano ?? 0)).toBe(2_000_000n)
})

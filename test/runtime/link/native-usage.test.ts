// Usage of replies of vendors' own APIs, which pass unchanged (semantics, 16.7). Bodies are cut from recorded traffic.
import { describe, expect, it } from 'vitest'
import { readNativeUsage } from '../../../runtime/link/call/native-usage.ts'
import type { ByteSink, ByteStream } from '../../../runtime/values/byte-stream.ts'
import type { CallRecord } from '../../../runtime/values/call.ts'
import type { NativeForm } from '../../../runtime/values/native-calls.ts'
import { readUsage } from '../../../runtime/values/prices/read-usage.ts'
import { reportedUsage } from '../../../runtime/values/reported-usage.ts'
import { createHarness } from '../../support/harness.ts'
import { limited } from '../gateway/limited-gateway.ts'

const encode = (text: string): Uint8Array => new TextEncoder().encode(text)
const fromBase64 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'))

/** The last frame of ConverseStream, with the CRC of its prelude and message. */
const CONVERSE_END = fromBase64(
  'AAAAywAAAE5og2o0CzpldmVudC10eXBlBwAIbWV0YWRhdGENOmNvbnRlbnQtdHlwZQcAEGFwcGxpY2F0aW9uL2pzb24NOm1lc3NhZ2UtdHlwZQcABWV2ZW50eyJtZXRyaWNzIjp7ImxhdGVuY3lNcyI6NjI1fSwicCI6ImFiY2RlZmdoaWprbCIsInVzYWdlIjp7ImlucHV0VG9rZW5zIjo4LCJvdXRwdXRUb2tlbnMiOjEwLCJ0b3RhbFRva2VucyI6MTh9fQH9K2w=',
)
const INVOKE_END = encode(
  '{"bytes":"eyJ0eXBlIjoibWVzc2FnZV9zdG9wIiwiYW1hem9uLWJlZHJvY2staW52b2NhdGlvbk1ldHJpY3MiOnsiaW5wdXRUb2tlbkNvdW50IjoxNCwib3V0cHV0VG9rZW5Db3VudCI6MTAsImludm9jYXRpb25MYXRlbmN5Ijo1ODYsImZpcnN0Qnl0ZUxhdGVuY3kiOjI4M319","p":"abcdefghijklmnopqr"}',
)
const GEMINI = {
  candidates: [{ content: { parts: [{ text: 'the "usageMetadata": {"promptTokenCount": 1}' }] } }],
  usageMetadata: {
    promptTokenCount: 32,
    candidatesTokenCount: 12,
    thoughtsTokenCount: 42,
    totalTokenCount: 86,
  },
  modelVersion: 'gemini-2.5-flash',
}
const PARTIAL = { ...GEMINI, usageMetadata: { promptTokenCount: 32, candidatesTokenCount: 1 } }

/** The counts of a body that arrives in parts of a size, and what the client gets. */
function read(body: Uint8Array, form: NativeForm, size: number, headers: readonly string[] = []) {
  const record: CallRecord = { attempts: [] }
  const passed: number[] = []
  let sink: ByteSink | undefined
  const source: ByteStream = {
    start: given => {
      sink = given
    },
    pause: () => {},
    resume: () => {},
    cancel: () => {},
  }
  readNativeUsage(source, form, headers, record).start({
    chunk: bytes => passed.push(...bytes),
    end: () => {},
    fail: () => {},
  })
  for (let at = 0; at < body.length; at += size) sink?.chunk(body.slice(at, at + size))
  const whenLeft = readUsage(reportedUsage(record.usage))
  sink?.end()
  const usage = readUsage(reportedUsage(record.usage), form)
  return {
    counts: usage && [usage.input, usage.output, usage.cached, usage.reasoning],
    whenLeft: whenLeft?.output,
    units: usage?.units,
    model: record.answeredModel,
    isSame: Buffer.compare(new Uint8Array(passed), body) === 0,
  }
}

describe('The usage of a native reply', () => {
  it.each<readonly [string, NativeForm, Uint8Array, readonly number[], string | undefined]>([
    ['of Gemini', 'gemini', encode(JSON.stringify(GEMINI, null, 2)), [32, 54, 0, 42], 'gemini-2.5-flash'],
    [
      'of Gemini, before a text that mentions it',
      'gemini',
      encode(JSON.stringify({ usageMetadata: GEMINI.usageMetadata, candidates: GEMINI.candidates })),
      [32, 54, 0, 42],
      undefined,
    ],
    [
      'of a stream of Gemini',
      'gemini',
      encode(`data: ${JSON.stringify(PARTIAL)}\r\n\r\ndata: ${JSON.stringify(GEMINI)}\r\n\r\n`),
      [32, 54, 0, 42],
      'gemini-2.5-flash',
    ],
    [
      'of an interaction',
      'interactions',
      encode(
        '{"status":"completed","usage":{"total_input_tokens":9,"total_output_tokens":779,"total_thought_tokens":912,"total_tokens":1700}}',
      ),
      [9, 1691, 0, 912],
      undefined,
    ],
    [
      'of Converse',
      'bedrock',
      encode(
        '{"output":{"message":{"content":[{"toolUse":{"input":{"usage":{"inputTokens":1}}}}]}},"usage":{"inputTokens":12,"outputTokens":250,"cacheReadInputTokens":1028,"totalTokens":1290}}',
      ),
      [1040, 250, 1028, 0],
      undefined,
    ],
    ['of ConverseStream', 'bedrock', CONVERSE_END, [8, 10, 0, 0], undefined],
    ['of an invocation that streams', 'bedrock', INVOKE_END, [14, 10, 0, 0], undefined],
    [
      'of Cohere',
      'cohere',
      encode(
        'event: message-end\ndata: {"type":"message-end","delta":{"finish_reason":"COMPLETE","usage":{"billed_units":{"input_tokens":293,"output_tokens":56},"tokens":{"input_tokens":293,"output_tokens":56}}}}\n\n',
      ),
      [293, 56, 0, 0],
      undefined,
    ],
    [
      'of Mistral’s completions in the middle',
      'plain',
      encode(
        '{"model":"codestral-2508","usage":{"prompt_tokens":8,"completion_tokens":91,"total_tokens":99}}',
      ),
      [8, 91, 0, 0],
      'codestral-2508',
    ],
    [
      'of Ollama',
      'ollama',
      encode(
        '{"done":false}\n{"done":true,"total_duration":1,"prompt_eval_count":26,"eval_count":298,"eval_duration":4}\n',
      ),
      [26, 298, 0, 0],
      undefined,
    ],
  ])('%s is read in parts of any size, and the bytes stay', (_title, form, body, counts, model) => {
    for (const size of [1, 7, 100_000])
      expect(read(body, form, size)).toMatchObject({ counts, model, isSame: true })
  })

  it('is in the headers of an invocation whose body has none', () => {
    const headers = ['x-amzn-bedrock-input-token-count', '7', 'X-Amzn-Bedrock-Output-Token-Count', '3']
    expect(read(encode('{"embedding":[0.1]}'), 'bedrock', 5, headers).counts).toEqual([7, 3, 0, 0])
  })

  it('counts searches of reranking, pages of OCR and grounded searches', () => {
    const meta = encode(
      '{"results":[],"meta":{"api_version":{"version":"2"},"billed_units":{"search_units":2}}}',
    )
    expect(read(meta, 'cohere', 9).units).toEqual({ per_search: 2 })
    const ocr = encode(
      '{"pages":[],"usage_info":{"pages_processed":3,"doc_size_bytes":1000},"model":"mistral-ocr-2512"}',
    )
    expect(read(ocr, 'plain', 9).units).toEqual({ per_page: 3 })
    const grounded = [{ groundingMetadata: { webSearchQueries: ['a', 'b'] } }]
    const twice = { ...GEMINI, candidates: grounded }
    expect(read(encode(JSON.stringify(twice)), 'gemini', 11).units).toMatchObject({ per_search: 2 })
  })

  it('of a stream that is left is what it reported until then', () => {
    expect(read(encode(`data: ${JSON.stringify(PARTIAL)}\n\n`), 'gemini', 10)).toMatchObject({ whenLeft: 1 })
  })

  it('is nothing where nothing is reported', () => {
    expect(read(encode('{"embedding":{"values":[0.1]}}'), 'gemini', 4).counts).toBeUndefined()
    expect(read(encode('{"usage":"none","meta":[1]}'), 'cohere', 4).counts).toBeUndefined()
  })
})

const budget = (more: object) => ({
  usage_limits: [{ name: 'monthly', type: 'cost', periodic_reset: 'monthly', ...more }],
})
const GOOGLE = {
  providers: { g: { provider: 'google', api_key: '${env:MAIN_KEY}' } },
  defaults: { provider: '@g' },
}
const PATH = '/models/@g/gemini-2.5-flash:generateContent'
const gemini = { path: PATH, body: { contents: [{ parts: [{ text: 'Hi' }] }] } }

describe('A call of a vendor’s own API', () => {
  it('passes a budget of cost and is counted there', async () => {
    const harness = limited(budget({ credit_limit: 1 }), {
      manifest: GOOGLE,
      script: [{ status: 200, body: GEMINI }],
    })
    const { status, json, outcome } = await harness.call(gemini)
    expect([status, json]).toEqual([200, GEMINI])
    expect(outcome?.record.counted?.counted()).toMatchObject({
      tokens: 86,
      input: 32,
      output: 54,
      source: 'provider',
    })
    expect(outcome?.record.counted?.counted()?.cost).toBeGreaterThan(0)
  })

  it('is refused when a limit of tokens is used up', async () => {
    const script = [{ status: 200, body: GEMINI }]
    const harness = limited(budget({ type: 'tokens', credit_limit: 80 }), { manifest: GOOGLE, script })
    const small = { ...gemini, body: { ...gemini.body, generationConfig: { maxOutputTokens: 10 } } }
    expect((await harness.call(small)).status).toBe(200)
    expect((await harness.call(small)).status).toBe(412)
  })

  it('is counted by estimate where nothing is reported', async () => {
    const script = [{ status: 200, body: { embedding: { values: [0.1] } } }]
    const harness = limited(budget({ type: 'tokens', credit_limit: 1000 }), { manifest: GOOGLE, script })
    const path = '/models/@g/gemini-embedding-001:embedContent'
    const { outcome } = await harness.call({ path, body: { content: { parts: [{ text: 'Hello' }] } } })
    expect(outcome?.record.counted?.counted()).toMatchObject({ source: 'counted', output: 0 })
  })

  it('counts tokens for nothing', async () => {
    const path = '/models/@g/gemini-2.5-flash:countTokens'
    const harness = limited(budget({ type: 'tokens', credit_limit: 1 }), {
      manifest: GOOGLE,
      script: [{ status: 200, body: { totalTokens: 5 } }],
    })
    const { status, outcome } = await harness.call({ ...gemini, path })
    expect([status, outcome?.record.counted?.counted()]).toEqual([200, undefined])
  })

  it('has the usage and the model of its path in the record', async () => {
    const { call } = createHarness({
      manifest: {
        providers: {
          aws: {
            provider: 'bedrock',
            cloud1_access_key_id: '${env:ID}',
            cloud1_secret_access_key: '${env:SECRET}',
            cloud1_region: 'us-east-1',
          },
        },
      },
      environment: { ID: 'id', SECRET: 'secret' },
      script: [
        { status: 200, body: { output: {}, usage: { inputTokens: 4, outputTokens: 5, totalTokens: 9 } } },
      ],
    })
    const { outcome } = await call({
      path: '/model/amazon.nova-lite-v1%3A0/converse',
      headers: { 'x-gateway-provider': '@aws' },
      body: { messages: [] },
    })
    expect(outcome?.record).toMatchObject({
      servedModel: 'amazon.nova-lite-v1:0',
      usage: { prompt_tokens: 4, completion_tokens: 5 },
    })
  })
})

// Batches of cloud 1: the jobs of Bedrock over S3, in the interface's shape.
import { describe, expect, it } from 'vitest'
import type { Step } from '../../support/scripted-upstream.ts'
import { ask, INPUT, idOf, JOBS, PROVIDER, S3 } from './cloud1-harness.ts'
import { BATCH, batchFile, linesOf, UNREADABLE } from './provider-harness.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

const MODEL = 'amazon.nova-lite-v1:0'
const FOLDER = `gateway-batches/1-b/v1.chat.completions/24h/metadata/${btoa(INPUT).replace('=', '')}/`
const ARN = 'arn:aws:bedrock:eu-west-1:123456789012:model-invocation-job/abcdefghij12'
const job = (status: string, more: object = {}): object => ({
  jobArn: ARN,
  status,
  submitTime: '2026-01-02T03:04:05Z',
  inputDataConfig: { s3InputDataConfig: { s3Uri: `s3://my-bucket/${FOLDER}records.jsonl` } },
  ...more,
})

describe('POST /batches', () => {
  const create = (script: readonly Step[], more: object = {}, gateway: object = {}) =>
    ask('POST', '/batches', script, {
      headers: JSON_TYPE,
      body: { ...BATCH, input_file_id: idOf(INPUT), metadata: { team: 'a' }, ...more },
      gateway,
    })
  const input = { status: 200, text: batchFile(MODEL, 'one', 'two') }
  const made: readonly Step[] = [
    input,
    { status: 200 },
    { status: 200 },
    { status: 200, body: { jobArn: ARN } },
    { status: 200, body: job('Submitted') },
  ]

  it('reads the file, lays the provider’s records beside it, begins the job and tells the batch', async () => {
    const { reply, sent, requests } = await create(made)
    expect(requests.map(each => each.replace(/\d{10}-\d{32}/, 'ID'))).toEqual([
      `GET ${S3}/${INPUT}`,
      expect.stringMatching(
        `^PUT ${S3}/gateway-batches/ID/v1.chat.completions/24h/metadata/[\\w-]+/records.jsonl$`,
      ),
      expect.stringMatching(/^PUT .*\/metadata.json$/),
      `POST ${JOBS}/model-invocation-job`,
      `GET ${JOBS}/model-invocation-job/abcdefghij12`,
    ])
    expect(linesOf(sent[1]?.text ?? '')).toEqual(
      ['one', 'two'].map((id, index) => ({
        recordId: `L000000000${index}`,
        modelInput: {
          messages: [{ role: 'user', content: [{ text: `Hello ${id}` }] }],
          inferenceConfig: { maxTokens: 10 },
        },
      })),
    )
    expect(sent[3]?.json).toMatchObject({
      modelId: MODEL,
      roleArn: PROVIDER.cloud1_role_arn,
      modelInvocationType: 'Converse',
      timeoutDurationInHours: 24,
      inputDataConfig: { s3InputDataConfig: { s3Uri: `s3:/${sent[1]?.path}` } },
    })
    expect(sent[3]?.headers.join('\n')).toMatch(/\/eu-west-1\/bedrock\/aws4_request/)
    expect(reply.json).toEqual({
      id: 'abcdefghij12',
      object: 'batch',
      endpoint: '/v1/chat/completions',
      errors: null,
      input_file_id: idOf(INPUT),
      completion_window: '24h',
      status: 'validating',
      output_file_id: null,
      error_file_id: null,
      created_at: 1767323045,
      in_progress_at: null,
      expires_at: null,
      finalizing_at: null,
      completed_at: null,
      failed_at: null,
      expired_at: null,
      cancelling_at: null,
      cancelled_at: null,
      request_counts: { total: 0, completed: 0, failed: 0 },
      metadata: { team: 'a' },
    })
  })

  it.each(UNREADABLE)('tells a batch that has begun though it cannot be read: %s', async (_title, step) => {
    const { reply, requests } = await create([...made.slice(0, 4), step])
    expect([reply.status, requests.length]).toEqual([200, 5])
    expect(reply.json).toMatchObject({
      ...{ id: 'abcdefghij12', endpoint: '/v1/chat/completions', completion_window: '24h' },
      ...{ input_file_id: idOf(INPUT), status: 'validating', metadata: { team: 'a' } },
    })
  })

  it('reports what Converse does not support, or rejects the batch with `unsupported: reject`', async () => {
    const text = batchFile(MODEL, 'one').replace('"max_tokens":10', '"seed":1')
    const { reply } = await create([{ status: 200, text }, ...made.slice(1)])
    expect(reply.outcome?.reply.dropped).toEqual(['seed'])
    const rejected = await create([{ status: 200, text }], {}, { unsupported: 'reject' })
    expect([rejected.reply.status, rejected.requests.length]).toEqual([400, 1])
  })

  it.each([
    ['two models', { text: `${batchFile(MODEL, 'a')}\n${batchFile('other', 'b')}` }, {}, /several models/],
    ['a line without custom_id', { text: '{"body":{}}' }, {}, /Line 1 has no custom_id/],
    ['a line that is no JSON', { text: `${batchFile(MODEL, 'a')}\n{` }, {}, /Line 2 is not a JSON object/],
    ['one identifier twice', { text: batchFile(MODEL, 'a', 'a') }, {}, /Line 2 has a duplicate custom_id/],
    ['an empty file', { text: '' }, {}, /no request/],
    [
      'a window of an hour',
      { text: batchFile(MODEL, 'a') },
      { completion_window: '1h' },
      /completion_window/,
    ],
    [
      'another endpoint',
      { text: '' },
      { endpoint: '/v1/responses' },
      /does not support batches for this endpoint/,
    ],
  ])('refuses %s before anything is written', async (_, step, more, message) => {
    const { reply, requests } = await create([{ status: 200, ...step }], more)
    expect([reply.status, reply.json]).toMatchObject([
      400,
      { error: { message: expect.stringMatching(message) } },
    ])
    expect(requests.filter(each => !each.startsWith('GET'))).toEqual([])
  })
})

describe('a batch', () => {
  const metadata = { status: 404, text: '' }

  it('that is done has counts, its end, and a file of output; whose pairs cannot be read has none', async () => {
    const done = {
      endTime: '2026-01-02T04:04:05Z',
      totalRecordCount: 3,
      successRecordCount: 2,
      errorRecordCount: 1,
    }
    const { reply } = await ask('GET', '/batches/abcdefghij12', [
      { status: 200, body: job('PartiallyCompleted', done) },
      metadata,
    ])
    expect(reply.json).toMatchObject({
      status: 'completed',
      completed_at: 1767326645,
      output_file_id: idOf(`${FOLDER}output.jsonl`),
      error_file_id: idOf(`${FOLDER}errors.jsonl`),
      request_counts: { total: 3, completed: 2, failed: 1 },
      metadata: null,
    })
  })

  it.each<readonly [title: string, counts: object, output: string | null, errors: string | null]>([
    ['succeeded', { totalRecordCount: 1, successRecordCount: 1 }, 'output.jsonl', null],
    ['failed', { totalRecordCount: 1, errorRecordCount: 1 }, null, 'errors.jsonl'],
    ['were not counted', {}, 'output.jsonl', 'errors.jsonl'],
  ])('whose requests all %s names the files that they are in', async (_title, counts, output, errors) => {
    const { reply } = await ask('GET', '/batches/abcdefghij12', [
      { status: 200, body: job('Completed', counts) },
      metadata,
    ])
    const id = (name: string | null): string | null => (name === null ? null : idOf(FOLDER + name))
    expect(reply.json).toMatchObject({ output_file_id: id(output), error_file_id: id(errors) })
  })

  it('that failed has its error', async () => {
    const { reply } = await ask('GET', '/batches/abcdefghij12', [
      { status: 200, body: job('Failed', { message: 'no access' }) },
      metadata,
    ])
    expect(reply.json).toMatchObject({
      status: 'failed',
      errors: { object: 'list', data: [{ message: 'no access' }] },
    })
  })

  it('is cancelled: the answer is in `cancelling` with its time, even if the provider lags', async () => {
    const { reply, requests } = await ask('POST', '/batches/abcdefghij12/cancel', [
      { status: 200 },
      { status: 200, body: job('InProgress') },
      metadata,
    ])
    expect(requests[0]).toBe(`POST ${JOBS}/model-invocation-job/abcdefghij12/stop`)
    expect(reply.json).toMatchObject({ status: 'cancelling', cancelling_at: expect.any(Number) })
  })

  it('of another provider is not found', async () => {
    const { reply, requests } = await ask('GET', '/batches/batch_1', [])
    expect([reply.status, requests]).toEqual([404, []])
  })

  const key = `${FOLDER}output/abcdefghij12/records.jsonl.out`
  const list = `<ListBucketResult><Contents><Key>${FOLDER}output/abcdefghij12/manifest.json.out</Key></Contents><Contents><Key>${key}</Key></Contents></ListBucketResult>`
  const answer = {
    output: { message: { role: 'assistant', content: [{ text: 'Hi' }] } },
    stopReason: 'end_turn',
    usage: { inputTokens: 1, outputTokens: 2 },
  }
  const results = [
    { recordId: 'L0000000001', modelOutput: answer },
    { recordId: 'L0000000000', error: { errorCode: 400, errorMessage: 'bad request' } },
    { recordId: 'unknown' },
  ]
  const script: readonly Step[] = [
    { status: 200, text: list },
    { status: 200, text: batchFile(MODEL, 'one', 'two') },
    { status: 200, text: results.map(line => JSON.stringify(line)).join('\n') },
  ]

  const succeeded = {
    custom_id: 'two',
    error: null,
    response: {
      status_code: 200,
      body: { object: 'chat.completion', model: MODEL, choices: [{ message: { content: 'Hi' } }] },
    },
  }
  const failed = {
    custom_id: 'one',
    response: { status_code: 400, body: { error: { message: 'bad request' } } },
  }
  it.each<readonly [path: string, steps: readonly Step[], lines: readonly object[]]>([
    [
      '/batches/abcdefghij12/output',
      [{ status: 200, body: job('Completed') }, ...script],
      [succeeded, failed],
    ],
    [`/files/${idOf(`${FOLDER}output.jsonl`)}/content`, script, [succeeded]],
    [`/files/${idOf(`${FOLDER}errors.jsonl`)}/content`, script, [failed]],
  ])('has its output in the vendor’s lines: %s', async (path, steps, lines) => {
    const { reply } = await ask('GET', path, steps)
    expect(linesOf(reply.text)).toMatchObject(lines)
    expect(linesOf(reply.text)).toHaveLength(lines.length)
  })

  it('that is not done has no output, and the error names its status', async () => {
    const { reply } = await ask('GET', '/batches/abcdefghij12/output', [
      { status: 200, body: job('InProgress') },
    ])
    expect([reply.status, reply.json]).toMatchObject([
      404,
      { error: { message: expect.stringContaining('in_progress') } },
    ])
  })
})

describe('GET /batches', () => {
  it('gives the newest first, page by page', async () => {
    const body = { invocationJobSummaries: [job('InProgress')], nextToken: 'n/1' }
    const { reply, requests } = await ask('GET', '/batches?limit=1', [{ status: 200, body }])
    expect(requests).toEqual([
      `GET ${JOBS}/model-invocation-jobs?maxResults=2&sortBy=CreationTime&sortOrder=Descending`,
    ])
    expect(reply.json).toMatchObject({ data: [{ id: 'abcdefghij12', metadata: null }], has_more: true })
  })
})

// Files, batches and training jobs of cloud 3: Cloud Storage and the jobs of Vertex AI, in the interface's shapes.
import { describe, expect, it } from 'vitest'
import type { CallInput } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { BATCH, batchFile, callProvider, linesOf, uploadOf } from './provider-harness.ts'

const PROVIDER = {
  provider: 'vertex',
  api_key: '${env:KEY}',
  cloud3_project_id: 'project',
  cloud3_region: 'europe-west4',
  cloud3_gcs_bucket: 'my-bucket',
}
const STORAGE = 'https://storage.googleapis.com'
const PARENT = 'https://europe-west4-aiplatform.googleapis.com/v1/projects/project/locations/europe-west4'
const INPUT = 'gateway-files/1-a/batch/in.jsonl'
const FOLDER = `gateway-batches/1-b/v1.chat.completions/24h/plain/${btoa(INPUT).replace('=', '')}/`
const idOf = (key: string): string => encodeURIComponent(`gs://my-bucket/${key}`)
const objectAt = (key: string): string => `${STORAGE}/storage/v1/b/my-bucket/o/${encodeURIComponent(key)}`
const ask = (method: string, path: string, script: readonly Step[], more: CallInput = {}) =>
  callProvider(PROVIDER, method, path, script, more)
const JSON_TYPE = { 'content-type': 'application/json' }
const job = (state: string, more: object = {}): object => ({
  name: 'projects/1/locations/europe-west4/batchPredictionJobs/42',
  state,
  createTime: '2026-01-02T03:04:05Z',
  inputConfig: { gcsSource: { uris: [`gs://my-bucket/${FOLDER}records.jsonl`] } },
  ...more,
})

describe('files', () => {
  it('are uploaded with the same credential, and the id is the encoded address', async () => {
    const { reply, sent, requests } = await ask(
      'POST',
      '/files',
      [{ status: 200 }],
      uploadOf('batch', 'in.jsonl', 'X'),
    )
    expect(requests[0]).toMatch(
      /^POST https:\/\/storage.googleapis.com\/upload\/storage\/v1\/b\/my-bucket\/o\?uploadType=media&name=gateway-files%2F\d{10}-\d{32}%2Fbatch%2Fin.jsonl$/,
    )
    expect([sent[0]?.text, sent[0]?.headers]).toEqual(['X', expect.arrayContaining(['Bearer key'])])
    expect(reply.json).toMatchObject({ object: 'file', bytes: 1, purpose: 'batch', filename: 'in.jsonl' })
  })

  it('are described, read, listed and deleted', async () => {
    const object = { name: INPUT, size: '12', timeCreated: '2026-01-02T03:04:05Z' }
    const got = await ask('GET', `/files/${idOf(INPUT)}`, [{ status: 200, body: object }])
    expect([got.requests, got.reply.json]).toMatchObject([
      [`GET ${objectAt(INPUT)}`],
      { id: idOf(INPUT), bytes: 12, created_at: 1767323045, filename: 'in.jsonl' },
    ])
    const read = await ask('GET', `/files/${idOf(INPUT)}/content`, [{ status: 200, text: 'X' }])
    expect([read.requests, read.reply.text]).toEqual([[`GET ${objectAt(INPUT)}?alt=media`], 'X'])
    const next = { ...object, name: `${INPUT}2` }
    const list = await ask('GET', `/files?limit=1&after=${idOf(INPUT)}`, [
      { status: 200, body: { items: [object, next, { ...object, name: `${INPUT}3` }] } },
    ])
    expect(list.requests[0]).toContain('maxResults=3&startOffset=')
    expect(list.reply.json).toMatchObject({ data: [{ id: idOf(`${INPUT}2`) }], has_more: true })
    const gone = await ask('DELETE', `/files/${idOf(INPUT)}`, [{ status: 204, text: '' }])
    expect([gone.requests, gone.reply.json]).toMatchObject([[`DELETE ${objectAt(INPUT)}`], { deleted: true }])
  })
})

describe('batches', () => {
  const create = (model: string) =>
    ask(
      'POST',
      '/batches',
      [
        { status: 200, text: batchFile(model, 'one') },
        { status: 200 },
        { status: 200, body: job('JOB_STATE_PENDING') },
        { status: 200, body: job('JOB_STATE_PENDING') },
      ],
      { headers: JSON_TYPE, body: { ...BATCH, input_file_id: idOf(INPUT) } },
    )

  it('of Gemini carry the number of a request in its labels', async () => {
    const { reply, sent, requests } = await create('gemini-2.5-flash')
    expect(linesOf(sent[1]?.text ?? '')).toMatchObject([
      {
        request: {
          contents: [{ role: 'user', parts: [{ text: 'Hello one' }] }],
          labels: { 'gateway-line': '0' },
        },
      },
    ])
    expect(requests[2]).toBe(`POST ${PARENT}/batchPredictionJobs`)
    expect(sent[2]?.json).toMatchObject({
      model: 'publishers/google/models/gemini-2.5-flash',
      inputConfig: {
        instancesFormat: 'jsonl',
        gcsSource: { uris: [expect.stringMatching(/records.jsonl$/)] },
      },
      outputConfig: { gcsDestination: { outputUriPrefix: expect.stringMatching(/\/output\/$/) } },
    })
    expect(reply.json).toMatchObject({
      id: '42',
      status: 'validating',
      input_file_id: idOf(INPUT),
      metadata: null,
    })
  })

  it('of Claude carry it as custom_id', async () => {
    const { sent } = await create('claude-sonnet-4-5@20250929')
    expect(linesOf(sent[1]?.text ?? '')).toMatchObject([
      { custom_id: 'line-0', request: { anthropic_version: 'vertex-2023-10-16', max_tokens: 10 } },
    ])
    expect(sent[2]?.json).toMatchObject({ model: 'publishers/anthropic/models/claude-sonnet-4-5@20250929' })
  })

  it('of open models are refused before anything is written', async () => {
    const { reply, requests } = await create('meta/llama-4')
    expect([reply.status, requests.length]).toEqual([400, 1])
  })

  it('are told, cancelled and listed', async () => {
    const stats = { successfulCount: '2', failedCount: '1', incompleteCount: '1' }
    const done = job('JOB_STATE_SUCCEEDED', { endTime: '2026-01-02T04:04:05Z', completionStats: stats })
    const got = await ask('GET', '/batches/42', [{ status: 200, body: done }])
    expect([got.requests, got.reply.json]).toMatchObject([
      [`GET ${PARENT}/batchPredictionJobs/42`],
      {
        status: 'completed',
        completed_at: 1767326645,
        output_file_id: idOf(`${FOLDER}output.jsonl`),
        error_file_id: idOf(`${FOLDER}errors.jsonl`),
        request_counts: { total: 4, completed: 2, failed: 1 },
      },
    ])
    const stopped = await ask('POST', '/batches/42/cancel', [
      { status: 200 },
      { status: 200, body: job('JOB_STATE_RUNNING') },
    ])
    expect(stopped.requests[0]).toBe(`POST ${PARENT}/batchPredictionJobs/42:cancel`)
    expect(stopped.reply.json).toMatchObject({ status: 'cancelling' })
    const list = await ask('GET', '/batches?limit=1', [
      {
        status: 200,
        body: { batchPredictionJobs: [job('JOB_STATE_FAILED', { error: { code: 3, message: 'bad' } })] },
      },
    ])
    expect(list.reply.json).toMatchObject({
      data: [{ status: 'failed', errors: { data: [{ code: '3', message: 'bad' }] } }],
      has_more: false,
    })
  })

  it('have their output in the vendor’s lines', async () => {
    const response = { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }
    const results = [
      { request: { labels: { 'gateway-line': '1' } }, status: '', response },
      {
        request: { labels: { 'gateway-line': '0' } },
        status: 'Bad Request: {"error":{"code":400,"message":"no"}}',
      },
    ]
    const key = `${FOLDER}output/prediction-model-1/predictions.jsonl`
    const stored: readonly Step[] = [
      { status: 200, body: { items: [{ name: key }] } },
      { status: 200, text: batchFile('gemini-2.5-flash', 'one', 'two') },
      { status: 200, text: results.map(line => JSON.stringify(line)).join('\n') },
    ]
    const errors = await ask('GET', `/files/${idOf(`${FOLDER}errors.jsonl`)}/content`, stored)
    expect(linesOf(errors.reply.text).map(line => line['custom_id'])).toEqual(['one'])
    const { reply, requests } = await ask('GET', '/batches/42/output', [
      { status: 200, body: job('JOB_STATE_SUCCEEDED') },
      ...stored,
    ])
    expect(requests[3]).toBe(`GET ${objectAt(key)}?alt=media`)
    expect(linesOf(reply.text)).toMatchObject([
      {
        custom_id: 'two',
        response: { status_code: 200, body: { choices: [{ message: { content: 'Hi' } }] } },
      },
      { custom_id: 'one', response: { status_code: 400, body: { error: { message: 'no' } } } },
    ])
  })
})

describe('training jobs', () => {
  it('are trained on the chats as Gemini wants them', async () => {
    const chat = {
      messages: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hi' },
      ],
    }
    const tuning = {
      name: 'projects/7/locations/europe-west4/tuningJobs/9',
      state: 'JOB_STATE_SUCCEEDED',
      baseModel: 'gemini-2.5-flash',
      tunedModel: { endpoint: 'projects/7/locations/europe-west4/endpoints/55' },
      supervisedTuningSpec: {
        trainingDatasetUri: 'gs://my-bucket/c.jsonl.translated.jsonl',
        hyperParameters: { epochCount: '3' },
      },
      tuningDataStats: { supervisedTuningDataStats: { totalBillableTokenCount: '1234' } },
    }
    const { reply, sent, requests } = await ask(
      'POST',
      '/fine_tuning/jobs',
      [
        { status: 200, text: JSON.stringify(chat) },
        { status: 200 },
        { status: 200, body: tuning },
        { status: 200, body: tuning },
      ],
      {
        headers: JSON_TYPE,
        body: {
          model: 'gemini-2.5-flash',
          training_file: idOf('c.jsonl'),
          suffix: 's',
          hyperparameters: { n_epochs: 3 },
        },
      },
    )
    expect(linesOf(sent[1]?.text ?? '')).toMatchObject([
      {
        contents: [
          { role: 'user', parts: [{ text: 'Hello' }] },
          { role: 'model', parts: [{ text: 'Hi' }] },
        ],
      },
    ])
    expect(requests[2]).toBe(`POST ${PARENT}/tuningJobs`)
    expect(sent[2]?.json).toMatchObject({
      baseModel: 'gemini-2.5-flash',
      tunedModelDisplayName: 's',
      supervisedTuningSpec: { hyperParameters: { epochCount: '3' } },
    })
    expect(reply.json).toMatchObject({
      id: '9',
      status: 'succeeded',
      fine_tuned_model: 'endpoints/55',
      trained_tokens: 1234,
      hyperparameters: { n_epochs: 3 },
      organization_id: '7',
      training_file: idOf('c.jsonl'),
    })
  })
})

// Providers of the vendor's schema whose files, batches and training jobs are not the vendor's.
import { describe, expect, it } from 'vitest'
import type { CallInput } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { BATCH, batchFile, callProvider, uploadOf } from './provider-harness.ts'

const asker =
  (provider: string) =>
  (method: string, path: string, script: readonly Step[], more: CallInput = {}) =>
    callProvider({ provider, api_key: '${env:KEY}' }, method, path, script, more)
const json = (body: object): CallInput => ({ headers: { 'content-type': 'application/json' }, body })

describe('Mistral', () => {
  const ask = asker('mistral')
  const URL = 'https://api.mistral.ai/v1'
  const job = (more: object = {}): object => ({
    id: 'j1',
    object: 'batch',
    input_files: ['f1'],
    endpoint: '/v1/chat/completions',
    status: 'QUEUED',
    created_at: 1,
    total_requests: 3,
    succeeded_requests: 2,
    failed_requests: 1,
    errors: [],
    ...more,
  })

  it('a batch finds its model in the lines of its file', async () => {
    const { reply, sent, requests } = await ask(
      'POST',
      '/batches',
      [
        { status: 200, text: batchFile('mistral-small-latest', 'a') },
        { status: 200, body: job() },
      ],
      json({ ...BATCH, input_file_id: 'f1', metadata: { a: 'b' } }),
    )
    expect(requests).toEqual([`GET ${URL}/files/f1/content`, `POST ${URL}/batch/jobs`])
    expect(sent[1]?.json).toEqual({
      input_files: ['f1'],
      endpoint: '/v1/chat/completions',
      model: 'mistral-small-latest',
      metadata: { a: 'b' },
      timeout_hours: 24,
    })
    expect(reply.json).toMatchObject({
      id: 'j1',
      status: 'validating',
      input_file_id: 'f1',
      request_counts: { total: 3, completed: 2, failed: 1 },
    })
  })

  it('batches are listed by numbered pages, cancelled, and give their output', async () => {
    const list = await ask('GET', '/batches?after=j1', [
      {
        status: 200,
        body: { data: [job(), job({ id: 'j2', status: 'TIMEOUT_EXCEEDED', completed_at: 9 })] },
      },
    ])
    expect([list.requests, list.reply.json]).toMatchObject([
      [`GET ${URL}/batch/jobs?page=0&page_size=100`],
      { data: [{ id: 'j2', status: 'expired', expired_at: 9 }], has_more: false },
    ])
    const stopped = await ask('POST', '/batches/j1/cancel', [
      { status: 200, body: job({ status: 'RUNNING' }) },
    ])
    expect(stopped.reply.json).toMatchObject({ status: 'cancelling' })
    const output = await ask('GET', '/batches/j1/output', [
      { status: 200, body: job({ status: 'SUCCESS', output_file: 'o1' }) },
      { status: 200, text: '{"custom_id":"a"}\n' },
    ])
    expect([output.requests[1], output.reply.text]).toEqual([
      `GET ${URL}/files/o1/content`,
      '{"custom_id":"a"}\n',
    ])
  })

  it('files pass untouched but for their list', async () => {
    const passed = await ask('GET', '/files/f1', [{ status: 200, text: '{"id": "f1"}' }])
    expect([passed.requests, passed.reply.text]).toEqual([[`GET ${URL}/files/f1`], '{"id": "f1"}'])
    const list = await ask('GET', '/files?limit=1', [
      { status: 200, body: { data: [{ id: 'f1' }, { id: 'f2' }] } },
    ])
    expect(list.reply.json).toMatchObject({ data: [{ id: 'f1' }], has_more: true })
  })

  it('training jobs have lists of files, and events within them', async () => {
    const tuning = {
      id: 't1',
      model: 'open-mistral-7b',
      status: 'VALIDATED',
      training_files: ['f1'],
      created_at: 1,
      hyperparameters: { epochs: 2 },
      events: [{ name: 'status-updated', data: { status: 'RUNNING' }, created_at: 5 }],
    }
    const made = await ask(
      'POST',
      '/fine_tuning/jobs',
      [{ status: 200, body: tuning }],
      json({
        model: 'open-mistral-7b',
        training_file: 'f1',
        hyperparameters: { n_epochs: 2, batch_size: 4 },
        integrations: [{ type: 'wandb', wandb: { project: 'p' } }],
      }),
    )
    expect(made.sent[0]?.json).toEqual({
      model: 'open-mistral-7b',
      training_files: [{ file_id: 'f1', weight: 1 }],
      hyperparameters: { epochs: 2 },
      integrations: [{ type: 'wandb', project: 'p' }],
      auto_start: true,
    })
    expect(made.reply.json).toMatchObject({
      status: 'queued',
      training_file: 'f1',
      hyperparameters: { n_epochs: 2 },
    })
    expect(made.reply.outcome?.reply.dropped).toEqual(['batch_size'])
    const events = await ask('GET', '/fine_tuning/jobs/t1/events', [{ status: 200, body: tuning }])
    const running = { ...tuning, status: 'RUNNING', trained_tokens: 7 }
    const finished = {
      ...running,
      status: 'SUCCESS',
      integrations: [{ type: 'wandb', project: 'p', run_name: 'r' }],
    }
    for (const [sent, expected] of [
      [running, { status: 'running', trained_tokens: null, integrations: [] }],
      [
        finished,
        {
          status: 'succeeded',
          trained_tokens: 7,
          integrations: [{ type: 'wandb', wandb: { project: 'p', run_name: 'r' } }],
          error: {},
        },
      ],
      [
        { ...running, status: 'FAILED' },
        {
          error: {
            code: 'training_failed',
            message: 'The provider could not train the model.',
            param: null,
          },
        },
      ],
      [
        { ...running, status: 'FAILED_VALIDATION' },
        {
          status: 'failed',
          error: {
            code: 'failed_validation',
            message: 'The provider rejected the files.',
            param: 'training_file',
          },
        },
      ],
    ] as const) {
      const { reply } = await ask('GET', '/fine_tuning/jobs/t1', [{ status: 200, body: sent }])
      expect(reply.json).toMatchObject(expected)
    }
    expect(events.reply.json).toMatchObject({
      data: [
        { object: 'fine_tuning.job.event', created_at: 5, message: 'status-updated {"status":"RUNNING"}' },
      ],
    })
  })
})

describe('Together', () => {
  const ask = asker('together')
  const URL = 'https://api.together.xyz/v1'
  const job = (more: object = {}): object => ({
    id: 'b1',
    input_file_id: 'f1',
    status: 'VALIDATING',
    created_at: '2026-01-02T03:04:05Z',
    endpoint: '/v1/chat/completions',
    ...more,
  })

  it('files are uploaded under their own path and purpose', async () => {
    const file = { id: 'f1', bytes: 1, created_at: 5, filename: 'in.jsonl', purpose: 'batch-api' }
    const { reply, sent, requests } = await ask(
      'POST',
      '/files',
      [{ status: 200, body: file }],
      uploadOf('batch', 'in.jsonl', 'X'),
    )
    expect(requests).toEqual([`POST ${URL}/files/upload`])
    expect(sent[0]?.text).toMatch(
      /name="purpose"\r\n\r\nbatch-api\r\n[\s\S]*name="file_type"\r\n\r\njsonl\r\n/,
    )
    expect(reply.json).toMatchObject({ id: 'f1', purpose: 'batch', created_at: 5 })
  })

  it('batches come in an envelope when made and in capital letters, and their list comes whole', async () => {
    const made = await ask(
      'POST',
      '/batches',
      [{ status: 201, body: { job: job() } }],
      json({ ...BATCH, input_file_id: 'f1' }),
    )
    expect(made.reply.json).toMatchObject({ id: 'b1', status: 'validating', created_at: 1767323045 })
    const list = await ask('GET', '/batches?limit=1', [
      { status: 200, body: [job({ status: 'EXPIRED' }), job()] },
    ])
    expect(list.reply.json).toMatchObject({ data: [{ status: 'expired' }], has_more: true })
    const output = await ask('GET', '/batches/b1/output', [
      { status: 200, body: job({ status: 'COMPLETED', output_file_id: 'o1' }) },
      { status: 200, text: 'LINES' },
    ])
    expect([output.requests, output.reply.text]).toEqual([
      [`GET ${URL}/batches/b1`, `GET ${URL}/files/o1/content`],
      'LINES',
    ])
  })

  it('training jobs are fine-tunes', async () => {
    const tune = {
      id: 'ft-1',
      model: 'm',
      status: 'compressing',
      training_file: 'f1',
      created_at: '2026-01-02T03:04:05Z',
      n_epochs: 1,
    }
    const made = await ask(
      'POST',
      '/fine_tuning/jobs',
      [{ status: 200, body: tune }],
      json({ model: 'm', training_file: 'f1', suffix: 's', hyperparameters: { n_epochs: 1 } }),
    )
    expect([made.requests, made.sent[0]?.json]).toEqual([
      [`POST ${URL}/fine-tunes`],
      { model: 'm', training_file: 'f1', suffix: 's', n_epochs: 1 },
    ])
    expect(made.reply.json).toMatchObject({
      object: 'fine_tuning.job',
      status: 'running',
      hyperparameters: { n_epochs: 1 },
    })
    const events = await ask('GET', '/fine_tuning/jobs/ft-1/events?limit=1', [
      {
        status: 200,
        body: { data: [{ message: 'a', created_at: '2026-01-02T03:04:05Z' }, { message: 'b' }] },
      },
    ])
    expect(events.reply.json).toMatchObject({
      data: [{ message: 'a', created_at: 1767323045 }],
      has_more: true,
    })
  })
})

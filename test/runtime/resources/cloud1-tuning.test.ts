// Fine-tuning jobs of cloud 1, in the interface's shape.
import { describe, expect, it } from 'vitest'
import type { Step } from '../../support/scripted-upstream.ts'
import { callProvider, linesOf, UNREADABLE } from './provider-harness.ts'

const PROVIDER = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:SECRET}',
  cloud1_region: 'us-east-1',
  cloud1_s3_bucket: 'my-bucket',
}
const ROLE = 'arn:aws:iam::123456789012:role/tuning'
const JOBS = 'https://bedrock.us-east-1.amazonaws.com/model-customization-jobs'
const FILE = encodeURIComponent('s3://my-bucket/chats.jsonl')
const CHAT = {
  messages: [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
  ],
}
const job = {
  jobName: 'gateway-1',
  jobArn: 'arn:aws:bedrock:us-east-1:123456789012:model-customization-job/x/y',
  baseModelArn: 'arn:aws:bedrock:us-east-1::foundation-model/amazon.nova-lite-v1:0',
  status: 'InProgress',
  statusDetails: { validationDetails: { status: 'InProgress' } },
  creationTime: '2026-01-02T03:04:05Z',
  hyperParameters: { epochCount: '2', learningRate: '0.00001' },
  trainingDataConfig: { s3Uri: 's3://my-bucket/chats.jsonl.translated.jsonl' },
}

const create = (script: readonly Step[], more: object = {}) =>
  callProvider(PROVIDER, 'POST', '/fine_tuning/jobs', script, {
    headers: { 'content-type': 'application/json' },
    body: { model: 'amazon.nova-lite-v1:0', training_file: FILE, role_arn: ROLE, ...more },
  })

describe('POST /fine_tuning/jobs', () => {
  const made: readonly Step[] = [
    { status: 200, text: JSON.stringify(CHAT) },
    { status: 200 },
    { status: 201, body: { jobArn: job.jobArn } },
    { status: 200, body: job },
  ]

  it.each(UNREADABLE)('tells a job that has begun though it cannot be read: %s', async (_title, step) => {
    const { reply, requests } = await create([...made.slice(0, 3), step])
    expect([reply.status, requests.length]).toEqual([200, 4])
    expect(reply.json).toMatchObject({
      ...{ object: 'fine_tuning.job', id: expect.stringMatching(/./), model: 'amazon.nova-lite-v1:0' },
      ...{ status: 'validating_files', training_file: FILE },
    })
  })

  it('says the chats to Nova as it wants them, begins the job and tells it', async () => {
    const method = {
      type: 'supervised',
      supervised: { hyperparameters: { n_epochs: 2, batch_size: 'auto' } },
    }
    const { reply, sent } = await create(made, { suffix: 'my model', method })
    expect(linesOf(sent[1]?.text ?? '')).toEqual([
      {
        schemaVersion: 'bedrock-conversation-2024',
        system: [{ text: 'Be kind.' }],
        messages: [
          { role: 'user', content: [{ text: 'Hello' }] },
          { role: 'assistant', content: [{ text: 'Hi' }] },
        ],
      },
    ])
    expect(sent[2]?.json).toMatchObject({
      baseModelIdentifier: 'amazon.nova-lite-v1:0',
      customModelName: expect.stringMatching(/^my-model-[0-9]{12}$/),
      customizationType: 'FINE_TUNING',
      roleArn: ROLE,
      hyperParameters: { epochCount: '2' },
      trainingDataConfig: { s3Uri: 's3://my-bucket/chats.jsonl.translated.jsonl' },
    })
    expect(reply.json).toEqual({
      id: 'gateway-1',
      object: 'fine_tuning.job',
      created_at: 1767323045,
      error: {},
      fine_tuned_model: null,
      finished_at: null,
      hyperparameters: { n_epochs: 2, learningRate: '0.00001' },
      model: job.baseModelArn,
      organization_id: '123456789012',
      result_files: [],
      status: 'validating_files',
      trained_tokens: null,
      training_file: FILE,
      validation_file: null,
      seed: 0,
      integrations: [],
      estimated_finish: null,
      user_provided_suffix: null,
      metadata: null,
    })
  })

  it('uses a file in the native format unchanged', async () => {
    const text = JSON.stringify({ schemaVersion: 'bedrock-conversation-2024', messages: [] })
    const { sent } = await create([{ status: 200, text }, ...made.slice(2)])
    expect(sent[1]?.json).toMatchObject({ trainingDataConfig: { s3Uri: 's3://my-bucket/chats.jsonl' } })
  })

  it('reports unsupported parameters', async () => {
    const { reply } = await create(made, {
      seed: 1,
      integrations: [],
      hyperparameters: { learning_rate_multiplier: 2 },
    })
    expect(reply.outcome?.reply.dropped).toEqual(['learning_rate_multiplier', 'seed'])
  })

  it.each([
    ['another method', { method: { type: 'dpo' } }, 'method.type'],
    ['no role', { role_arn: null }, 'cloud1_role_arn'],
    ['a file that is none', { training_file: 'file-1' }, 'training_file'],
  ])('refuses %s', async (_, more, param) => {
    const { reply } = await create(made.slice(0, 2), more)
    expect(reply.json).toMatchObject({ error: { param } })
  })
})

describe('a job', () => {
  it('is told with its model when it is done, and why it failed when it is not', async () => {
    const done = { ...job, status: 'Completed', endTime: '2026-01-02T04:04:05Z', outputModelArn: 'arn:model' }
    const got = await callProvider(PROVIDER, 'GET', '/fine_tuning/jobs/gateway-1', [
      { status: 200, body: done },
    ])
    expect(got.requests).toEqual([`GET ${JOBS}/gateway-1`])
    expect(got.reply.json).toMatchObject({
      status: 'succeeded',
      fine_tuned_model: 'arn:model',
      finished_at: 1767326645,
    })
    const failed = { ...job, status: 'Failed', failureMessage: 'too few examples' }
    const other = await callProvider(PROVIDER, 'GET', '/fine_tuning/jobs/gateway-1', [
      { status: 200, body: failed },
    ])
    expect(other.reply.json).toMatchObject({
      status: 'failed',
      error: { code: 'training_failed', message: 'too few examples' },
    })
  })

  it('is cancelled', async () => {
    const { reply, requests } = await callProvider(PROVIDER, 'POST', '/fine_tuning/jobs/gateway-1/cancel', [
      { status: 200 },
      { status: 200, body: { ...job, status: 'Stopping' } },
    ])
    expect([requests[0], reply.json]).toMatchObject([`POST ${JOBS}/gateway-1/stop`, { status: 'cancelled' }])
  })

  it('is listed', async () => {
    const body = { modelCustomizationJobSummaries: [job, { ...job, jobName: 'gateway-2' }] }
    const { reply } = await callProvider(PROVIDER, 'GET', '/fine_tuning/jobs?after=gateway-1', [
      { status: 200, body },
    ])
    expect(reply.json).toMatchObject({ object: 'list', data: [{ id: 'gateway-2' }], has_more: false })
  })

  it('has no events, which is reported', async () => {
    const { reply } = await callProvider(PROVIDER, 'GET', '/fine_tuning/jobs/gateway-1/events', [])
    expect(reply.json).toMatchObject({ error: { message: expect.stringContaining('"events"') } })
  })
})

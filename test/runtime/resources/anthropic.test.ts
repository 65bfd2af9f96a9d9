// Files and batches of Anthropic in the interface's shapes.
import { describe, expect, it } from 'vitest'
import type { CallInput } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { areRecorded, recordedText } from '../providers/recordings.ts'
import { BATCH, batchFile, callProvider, linesOf, uploadOf } from './provider-harness.ts'

const URL = 'https://api.anthropic.com/v1'
const ask = (
  method: string,
  path: string,
  script: readonly Step[],
  more: CallInput & { gateway?: object } = {},
) => callProvider({ provider: 'anthropic', api_key: '${env:KEY}' }, method, path, script, more)
const JSON_TYPE = { 'content-type': 'application/json' }
const batch = (more: object = {}): object => ({
  id: 'msgbatch_1',
  type: 'message_batch',
  processing_status: 'in_progress',
  created_at: '2026-01-02T03:04:05.123Z',
  expires_at: '2026-01-03T03:04:05.123Z',
  ended_at: null,
  cancel_initiated_at: null,
  request_counts: { processing: 2, succeeded: 1, errored: 1, canceled: 1, expired: 0 },
  ...more,
})

describe('POST /batches', () => {
  const create = (
    body: object,
    script: readonly Step[] = [{ status: 200, body: batch() }],
    gateway: object = {},
  ) => ask('POST', '/batches', script, { headers: JSON_TYPE, body: { ...BATCH, ...body }, gateway })
  const requests = [
    ...linesOf(batchFile('claude-haiku-4-5', 'one')),
    ...linesOf(batchFile('claude-sonnet-5-5', 'two')),
  ]

  it('is made of requests in the vendor’s lines, each with its own model', async () => {
    const { reply, sent, requests: asked } = await create({ requests })
    expect(asked).toEqual([`POST ${URL}/messages/batches`])
    expect(sent[0]?.json).toEqual({
      requests: ['one', 'two'].map((id, index) => ({
        custom_id: id,
        params: {
          model: ['claude-haiku-4-5', 'claude-sonnet-5-5'][index],
          max_tokens: 10,
          messages: [{ role: 'user', content: `Hello ${id}` }],
        },
      })),
    })
    expect(reply.json).toMatchObject({
      id: 'msgbatch_1',
      object: 'batch',
      endpoint: '/v1/chat/completions',
      input_file_id: '',
      status: 'in_progress',
      created_at: 1767323045,
      expires_at: 1767409445,
      request_counts: { total: 5, completed: 1, failed: 2 },
    })
  })

  it('reports metadata as unsupported, or rejects it', async () => {
    const { reply } = await create({ requests, metadata: { a: 'b' } })
    expect(reply.outcome?.reply.dropped).toEqual(['metadata'])
    const rejected = await create({ requests, metadata: { a: 'b' } }, [], { unsupported: 'reject' })
    expect(rejected.reply.json).toMatchObject({ error: { param: 'metadata' } })
  })

  it.each([
    ['a file', { input_file_id: 'file_1' }, 'input_file_id'],
    ['another endpoint', { requests, endpoint: '/v1/embeddings' }, 'endpoint'],
    ['another window', { requests, completion_window: '48h' }, 'completion_window'],
    ['an identifier of other letters', { requests: linesOf(batchFile('c', 'a b')) }, 'requests'],
  ])('refuses %s, without asking', async (_, body, param) => {
    const { reply, requests: asked } = await create(body, [])
    expect([reply.status, reply.json, asked]).toMatchObject([400, { error: { param } }, []])
  })
})

describe('a batch', () => {
  it('is listed with the interface’s cursor', async () => {
    const body = { data: [batch()], has_more: true }
    const { reply, requests } = await ask('GET', '/batches?limit=1&after=msgbatch_0', [{ status: 200, body }])
    expect(requests).toEqual([`GET ${URL}/messages/batches?limit=1&after_id=msgbatch_0`])
    expect(reply.json).toMatchObject({ first_id: 'msgbatch_1', last_id: 'msgbatch_1', has_more: true })
  })

  it('is cancelled', async () => {
    const stopped = { processing_status: 'canceling', cancel_initiated_at: '2026-01-02T03:05:05Z' }
    const { reply, requests } = await ask('POST', '/batches/msgbatch_1/cancel', [
      { status: 200, body: batch(stopped) },
    ])
    expect(requests).toEqual([`POST ${URL}/messages/batches/msgbatch_1/cancel`])
    expect(reply.json).toMatchObject({ status: 'cancelling', cancelling_at: 1767323105 })
  })

  const message = {
    id: 'msg_1',
    type: 'message',
    model: 'claude-haiku-4-5',
    content: [{ type: 'text', text: 'Hi' }],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1, output_tokens: 2 },
  }
  const results = [
    { custom_id: 'a', result: { type: 'succeeded', message } },
    {
      custom_id: 'b',
      result: {
        type: 'errored',
        error: { type: 'error', error: { type: 'invalid_request_error', message: 'no' } },
      },
    },
    { custom_id: 'c', result: { type: 'expired' } },
    { custom_id: 'd', result: { type: 'canceled' } },
  ]
    .map(line => JSON.stringify(line))
    .join('\n')
  const ended = batch({ processing_status: 'ended', ended_at: '2026-01-02T04:04:05Z' })

  it('has its output in the vendor’s lines', async () => {
    const { reply } = await ask('GET', '/batches/msgbatch_1/output', [
      { status: 200, body: ended },
      { status: 200, text: results },
    ])
    expect(linesOf(reply.text)).toMatchObject([
      {
        custom_id: 'a',
        response: {
          status_code: 200,
          body: { model: 'claude-haiku-4-5', choices: [{ message: { content: 'Hi' } }] },
        },
      },
      {
        custom_id: 'b',
        response: { status_code: 400, body: { error: { message: 'no', type: 'invalid_request_error' } } },
      },
      { custom_id: 'c', response: null, error: { code: 'batch_expired' } },
      { custom_id: 'd', response: null, error: { code: 'batch_cancelled' } },
    ])
  })

  it.each([
    ['msgbatch_1', ['a']],
    ['msgbatch_1-errors', ['b', 'c', 'd']],
  ])('failed requests go to the error file: %s', async (id, expected) => {
    const { reply, requests } = await ask('GET', `/files/${id}/content`, [{ status: 200, text: results }])
    expect(requests).toEqual([`GET ${URL}/messages/batches/msgbatch_1/results`])
    expect(linesOf(reply.text).map(line => line['custom_id'])).toEqual(expected)
  })

  it.each([
    [{ succeeded: 2 }, 'msgbatch_1', null],
    [{ succeeded: 1, errored: 1 }, 'msgbatch_1', 'msgbatch_1-errors'],
    [{ expired: 1 }, null, 'msgbatch_1-errors'],
  ])('names its files: %j', async (counts, output, errors) => {
    const none = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 }
    const body = { ...ended, request_counts: { ...none, ...counts } }
    const { reply } = await ask('GET', '/batches/msgbatch_1', [{ status: 200, body }])
    expect(reply.json).toMatchObject({ output_file_id: output, error_file_id: errors })
  })

  it('that is not over has none', async () => {
    const { reply } = await ask('GET', '/batches/msgbatch_1/output', [{ status: 200, body: batch() }])
    expect(reply.status).toBe(404)
  })

  it('has the output that was recorded', async ctx => {
    if (!areRecorded) ctx.skip('No recordings beside the repository.')
    const folder = 'anthropic/messages-batches'
    const name = 'rubyllm-batch-with-anthropic-claude-haiku-4-5-reloads-a-batch-by-id-and-collec-12'
    const text = recordedText(`${folder}/${name}/response.json`)
    const { reply } = await ask('GET', '/files/msgbatch_1/content', [{ status: 200, text }])
    expect(linesOf(reply.text)).toMatchObject([
      {
        custom_id: '0',
        response: {
          body: {
            choices: [{ message: { content: '6' }, finish_reason: 'stop' }],
            usage: { total_tokens: 25 },
          },
        },
      },
    ])
  })
})

describe('files', () => {
  const file = {
    type: 'file',
    id: 'file_1',
    size_bytes: 3,
    created_at: '2026-01-02T03:04:05Z',
    filename: 'a.pdf',
    mime_type: 'application/pdf',
  }

  it('are uploaded as a form, behind the beta header', async () => {
    const { reply, sent } = await ask(
      'POST',
      '/files',
      [{ status: 200, body: file }],
      uploadOf('user_data', 'a.pdf', 'PDF'),
    )
    expect(sent[0]?.headers).toEqual(expect.arrayContaining(['anthropic-beta', 'files-api-2025-04-14']))
    expect(sent[0]?.text).toMatch(
      /name="file"; filename="a.pdf"\r\ncontent-type: application\/pdf\r\n\r\nPDF\r\n--/,
    )
    expect(reply.json).toMatchObject({
      id: 'file_1',
      object: 'file',
      bytes: 3,
      created_at: 1767323045,
      filename: 'a.pdf',
    })
  })

  it('are listed, told and deleted', async () => {
    const list = await ask('GET', '/files?limit=2&after=file_0', [
      { status: 200, body: { data: [file], has_more: false } },
    ])
    expect([list.requests, list.reply.json]).toMatchObject([
      [`GET ${URL}/files?limit=2&after_id=file_0`],
      { object: 'list', data: [{ id: 'file_1', object: 'file' }], has_more: false },
    ])
    const gone = await ask('DELETE', '/files/file_1', [
      { status: 200, body: { id: 'file_1', type: 'file_deleted' } },
    ])
    expect(gone.reply.json).toEqual({ id: 'file_1', object: 'file', deleted: true })
  })

  it('need a file and a purpose', async () => {
    const none = await ask('POST', '/files', [], { headers: JSON_TYPE, body: {} })
    expect(none.reply.json).toMatchObject({ error: { param: 'file' } })
  })
})

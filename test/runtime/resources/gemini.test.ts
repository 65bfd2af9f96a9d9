// Files and batches of the Gemini interface in the interface's shapes.
import { describe, expect, it } from 'vitest'
import { asObject } from '../../../schemas/values/json.ts'
import type { CallInput } from '../../support/harness.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { BATCH, batchFile, callProvider, linesOf, uploadOf } from './provider-harness.ts'

const ORIGIN = 'https://generativelanguage.googleapis.com'
const ask = (method: string, path: string, script: readonly Step[], more: CallInput = {}) =>
  callProvider({ provider: 'google', api_key: '${env:KEY}' }, method, path, script, more)
const JSON_TYPE = { 'content-type': 'application/json' }
const UPLOAD = { status: 200, headers: ['x-goog-upload-url', `${ORIGIN}/upload/v1beta/files?upload_id=u`] }
const operation = (state: string, more: object = {}): object => ({
  name: 'batches/b1',
  metadata: {
    displayName: 'gateway-batch of f1',
    state: `BATCH_STATE_${state}`,
    createTime: '2026-01-02T03:04:05Z',
    batchStats: { requestCount: '3', successfulRequestCount: '2', failedRequestCount: '1' },
    ...more,
  },
})

describe('files', () => {
  it('are announced and then sent to the address that is given', async () => {
    const made = {
      file: { name: 'files/f1', displayName: 'a.pdf', sizeBytes: '3', createTime: '2026-01-02T03:04:05Z' },
    }
    const { reply, sent, requests } = await ask(
      'POST',
      '/files',
      [UPLOAD, { status: 200, body: made }],
      uploadOf('user_data', 'a.pdf', 'PDF'),
    )
    expect(requests).toEqual([
      `POST ${ORIGIN}/upload/v1beta/files`,
      `POST ${ORIGIN}/upload/v1beta/files?upload_id=u`,
    ])
    expect(sent.map(({ headers }) => headers.includes('key'))).toEqual([true, true])
    expect(sent[1]?.text).toBe('PDF')
    expect(reply.json).toMatchObject({
      id: 'f1',
      bytes: 3,
      filename: 'a.pdf',
      purpose: 'user_data',
      created_at: 1767323045,
    })
  })

  it('are not sent to another host', async () => {
    const elsewhere = { status: 200, headers: ['x-goog-upload-url', 'https://evil.example/u'] }
    const { reply, requests } = await ask(
      'POST',
      '/files',
      [elsewhere],
      uploadOf('user_data', 'a.pdf', 'PDF'),
    )
    expect([reply.status, requests.length]).toEqual([502, 1])
  })
})

describe('a batch of a file', () => {
  it('is translated when the file is uploaded, whose name keeps the model for when the batch is made', async () => {
    const first = await ask(
      'POST',
      '/files',
      [UPLOAD, { status: 200, body: {} }],
      uploadOf('batch', 'in.jsonl', batchFile('gemini-3.8-flash', 'one')),
    )
    expect(linesOf(first.sent[1]?.text ?? '')).toMatchObject([
      { key: 'one', request: { contents: [{ role: 'user', parts: [{ text: 'Hello one' }] }] } },
    ])
    const { file } = asObject(first.sent[0]?.json)
    const { reply, sent, requests } = await ask(
      'POST',
      '/batches',
      [
        { status: 200, body: { ...asObject(file), name: 'files/f1' } },
        { status: 200, body: operation('PENDING') },
      ],
      { headers: JSON_TYPE, body: { ...BATCH, input_file_id: 'f1' } },
    )
    expect(requests).toEqual([
      `GET ${ORIGIN}/v1beta/files/f1`,
      `POST ${ORIGIN}/v1beta/models/gemini-3.8-flash:batchGenerateContent`,
    ])
    expect(sent[1]?.json).toEqual({
      batch: { displayName: 'gateway-batch of f1', inputConfig: { fileName: 'files/f1' } },
    })
    expect(reply.json).toMatchObject({
      id: 'b1',
      status: 'validating',
      input_file_id: 'f1',
      request_counts: { total: 3, completed: 2, failed: 1 },
    })
  })

  it('is none of a file that holds something else', async () => {
    const { reply } = await ask(
      'POST',
      '/batches',
      [{ status: 200, body: { name: 'files/f1', displayName: 'a' } }],
      {
        headers: JSON_TYPE,
        body: { ...BATCH, input_file_id: 'f1' },
      },
    )
    expect(reply.json).toMatchObject({ error: { param: 'input_file_id' } })
  })

  const response = { candidates: [{ content: { parts: [{ text: 'Hi' }] }, finishReason: 'STOP' }] }
  const expected = [
    { custom_id: 'one', response: { status_code: 200, body: { choices: [{ message: { content: 'Hi' } }] } } },
    { custom_id: 'two', response: { status_code: 400, body: { error: { message: 'no' } } } },
  ]

  it('has its output in the vendor’s lines', async () => {
    const results = [
      { key: 'one', response },
      { key: 'two', error: { code: 3, message: 'no' } },
    ]
    const { reply, requests } = await ask('GET', '/batches/b1/output', [
      { status: 200, body: operation('SUCCEEDED', { output: { responsesFile: 'files/batch-b1' } }) },
      { status: 200, text: results.map(line => JSON.stringify(line)).join('\n') },
    ])
    expect(requests[1]).toBe(`GET ${ORIGIN}/download/v1beta/files/batch-b1:download?alt=media`)
    expect(linesOf(reply.text)).toMatchObject(expected)
  })

  it('made of requests has it within the batch', async () => {
    const inlined = [
      { metadata: { key: 'one' }, response },
      { metadata: { key: 'two' }, error: { code: 3, message: 'no' } },
    ]
    const done = { ...operation('SUCCEEDED'), response: { inlinedResponses: { inlinedResponses: inlined } } }
    const { reply } = await ask('GET', '/batches/b1/output', [{ status: 200, body: done }])
    expect(linesOf(reply.text)).toMatchObject(expected)
  })

  it('is cancelled and listed', async () => {
    const stopped = await ask('POST', '/batches/b1/cancel', [
      { status: 200 },
      { status: 200, body: operation('RUNNING') },
    ])
    expect(stopped.requests[0]).toBe(`POST ${ORIGIN}/v1beta/batches/b1:cancel`)
    expect(stopped.reply.json).toMatchObject({ status: 'cancelling' })
    const list = await ask('GET', '/batches', [{ status: 200, body: { operations: [operation('EXPIRED')] } }])
    expect(list.reply.json).toMatchObject({ data: [{ id: 'b1', status: 'expired' }], has_more: false })
  })
})

describe('a batch of requests', () => {
  it('carries the identifiers among the metadata of each', async () => {
    const { sent } = await ask('POST', '/batches', [{ status: 200, body: operation('PENDING') }], {
      headers: JSON_TYPE,
      body: { ...BATCH, requests: linesOf(batchFile('gemini-3.8-flash', 'one')) },
    })
    expect(sent[0]?.json).toMatchObject({
      batch: {
        inputConfig: { requests: { requests: [{ metadata: { key: 'one' }, request: { contents: [{}] } }] } },
      },
    })
  })
})

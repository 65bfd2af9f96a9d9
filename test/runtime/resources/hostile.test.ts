// Identifiers that callers crafted, and providers that never come to an end.
import { describe, expect, it } from 'vitest'
import { callProvider, uploadOf } from './provider-harness.ts'

const CLOUD1 = {
  provider: 'bedrock',
  cloud1_access_key_id: '${env:KEY}',
  cloud1_secret_access_key: '${env:SECRET}',
  cloud1_region: 'eu-west-1',
  cloud1_s3_bucket: 'my-bucket',
  cloud1_role_arn: 'arn:aws:iam::123456789012:role/batches',
}
const MISTRAL = { provider: 'mistral-ai', api_key: '${env:KEY}' }
const ANTHROPIC = { provider: 'anthropic', api_key: '${env:KEY}' }
const encoded = (text: string): string => encodeURIComponent(text)
const base64Url = (text: string): string => Buffer.from(text).toString('base64url')

describe('An identifier in a path', () => {
  it.each([
    'https%3A%2F%2Fevil.example.com%2Fa',
    's3%3A%2F%2Fother-bucket%2Fa',
    's3%3A%2F%2Fmy-bucket.evil.example.com%2Fa',
    's3%253A%252F%252Fmy-bucket%252F%252E%252E%252Fother',
    'my-bucket',
    '%00',
    '%0d%0aHost%3A%20evil',
    '__proto__',
  ])('leads to no other place: %s', async id => {
    const { reply, sent } = await callProvider(CLOUD1, 'GET', `/files/${id}/content`, [
      { status: 200, text: 'x' },
    ])
    expect([400, 404]).toContain(reply.status)
    expect(sent).toEqual([])
  })

  it.each(['..', '%2e%2e', '.', '..%2f..%2fadmin', 'a%2f..%2fb', '..%5cadmin', '..;x'])(
    'cannot traverse paths: %s',
    async id => {
      const { reply, sent } = await callProvider(ANTHROPIC, 'GET', `/batches/${id}`, [
        { status: 200, body: {} },
      ])
      expect([reply.status, sent]).toEqual([400, []])
    },
  )

  it.each(['%0d%0ax-smuggled: 1', 'a b', 'a%3Fx=1%23y', '%F0%9F%92%A9', '%E0%A4%A'])(
    'stays one segment: %s',
    async id => {
      const { requests } = await callProvider(ANTHROPIC, 'GET', `/batches/${id}`, [{ status: 200, body: {} }])
      expect(requests).toHaveLength(1)
      expect(requests[0]).toMatch(
        /^GET https:\/\/api\.anthropic\.com\/v1\/messages\/batches\/[\w%.~!*'()-]+$/,
      )
    },
  )
})

describe('An identifier in a body', () => {
  it.each(['..', '../../admin', '%2e%2e'])('cannot traverse paths: %s', async input_file_id => {
    const body = { input_file_id, endpoint: '/v1/chat/completions', completion_window: '24h' }
    const { reply, requests } = await callProvider(
      MISTRAL,
      'POST',
      '/batches',
      [{ status: 200, text: '{}' }],
      {
        body,
      },
    )
    expect(reply.status).toBe(400)
    for (const each of requests) expect(each).not.toMatch(/\.\.(\/|$)/)
  })

  it('that hides another key in the place of a batch reads nothing outside of the bucket', async () => {
    const key = `gateway-batches/1-a/v1.chat.completions/24h/plain/${base64Url('../other-bucket/secret.jsonl')}/output.jsonl`
    const listed = `<ListBucketResult><Contents><Key>gateway-batches/1-a/v1.chat.completions/24h/plain/${base64Url('../other-bucket/secret.jsonl')}/output/a/records.jsonl.out</Key></Contents></ListBucketResult>`
    const { reply, requests } = await callProvider(
      CLOUD1,
      'GET',
      `/files/${encoded(`s3://my-bucket/${key}`)}/content`,
      [
        { status: 200, text: listed },
        { status: 200, text: '{}' },
      ],
    )
    expect(requests.filter(each => each.includes('other-bucket'))).toEqual([])
    expect([400, 404]).toContain(reply.status)
  })
})

describe('A cursor', () => {
  it('stays within its parameter', async () => {
    const { requests } = await callProvider(
      ANTHROPIC,
      'GET',
      '/batches?after=a%26limit%3D9%23%0d%0ax&limit=5',
      [{ status: 200, body: { data: [] } }],
    )
    expect(requests).toEqual([
      'GET https://api.anthropic.com/v1/messages/batches?limit=5&after_id=a%26limit%3D9%23%0D%0Ax',
    ])
  })
})

describe('The name of an uploaded file', () => {
  it.each(['a"; filename="b', '..\\..\\etc\\passwd', '../../etc/passwd', '%0d%0aX: 1', 'x'.repeat(5000)])(
    'stays a name: %s',
    async name => {
      const { sent } = await callProvider(
        CLOUD1,
        'POST',
        '/files',
        [{ status: 200, text: '' }],
        uploadOf('batch', name, '{}'),
      )
      for (const { path } of sent)
        expect(path).toMatch(/^\/my-bucket\/gateway-files\/[\w-]+\/batch\/[\w.-]{1,200}$/)
    },
  )
})

describe('A provider that paginates endlessly', () => {
  const page = { status: 200, body: { operations: [{ name: 'batches/x' }], nextPageToken: 'again' } }
  const GEMINI = { provider: 'google', api_key: '${env:KEY}' }

  it('is stopped at the request limit', async () => {
    const { reply, sent } = await callProvider(
      GEMINI,
      'GET',
      '/batches?after=nobody',
      Array.from({ length: 250 }, () => page),
    )
    expect([reply.status, sent.length]).toEqual([502, 200])
  })

  it('is stopped at the size limit of all responses', async () => {
    const padded = { ...page, body: { ...page.body, padding: 'x'.repeat(900) } }
    const { reply, sent } = await callProvider(
      GEMINI,
      'GET',
      '/batches?after=nobody',
      Array.from({ length: 250 }, () => padded),
      {
        gateway: { limits: { reply_bytes: 1024 } },
      },
    )
    expect([reply.status, sent.length]).toEqual([502, 3])
  })

  it('does not receive the credential at a URL of its choice', async () => {
    const elsewhere = {
      status: 200,
      headers: ['x-goog-upload-url', 'https://generativelanguage.googleapis.com.evil.example.com/x'],
      text: '{}',
    }
    const { reply, sent } = await callProvider(
      GEMINI,
      'POST',
      '/files',
      [elsewhere, { status: 200, text: '{}' }],
      uploadOf('user_data', 'a.txt', 'x'),
    )
    expect([reply.status, sent.length]).toEqual([502, 1])
  })
})

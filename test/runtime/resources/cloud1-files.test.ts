// Files of cloud 1: objects of S3, in the vendor's shape.
import { describe, expect, it } from 'vitest'
import { ask, INPUT, idOf, S3 } from './cloud1-harness.ts'
import { callProvider, uploadOf } from './provider-harness.ts'

describe('files', () => {
  it('are put into the bucket, signed for S3; the id is the encoded address', async () => {
    const { reply, sent, requests } = await ask(
      'POST',
      '/files',
      [{ status: 200 }],
      uploadOf('batch', 'in.jsonl', 'X'),
    )
    expect(requests).toEqual([
      expect.stringMatching(`^PUT ${S3}/gateway-files/\\d{10}-[0-9]{32}/batch/in.jsonl$`),
    ])
    expect(sent[0]?.text).toBe('X')
    expect(sent[0]?.headers.join('\n')).toMatch(/Credential=key\/\d{8}\/eu-west-1\/s3\/aws4_request/)
    const key = sent[0]?.path.slice('/my-bucket/'.length) ?? ''
    expect(reply.json).toMatchObject({
      object: 'file',
      id: idOf(key),
      bytes: 1,
      purpose: 'batch',
      filename: 'in.jsonl',
    })
  })

  it('are described by their head, read, and deleted, by the id as it is and encoded once more', async () => {
    const head = {
      status: 200,
      headers: ['content-length', '12', 'last-modified', 'Fri, 02 Jan 2026 03:04:05 GMT'],
    }
    for (const id of [idOf(INPUT), encodeURIComponent(idOf(INPUT))]) {
      const got = await ask('GET', `/files/${id}`, [head])
      expect(got.requests).toEqual([`HEAD ${S3}/${INPUT}`])
      expect(got.reply.json).toMatchObject({
        id: idOf(INPUT),
        bytes: 12,
        created_at: 1767323045,
        purpose: 'batch',
      })
    }
    const read = await ask('GET', `/files/${idOf(INPUT)}/content`, [{ status: 200, text: 'X' }])
    expect([read.requests, read.reply.text]).toEqual([[`GET ${S3}/${INPUT}`], 'X'])
    const gone = await ask('DELETE', `/files/${idOf(INPUT)}`, [{ status: 204, text: '' }])
    expect([gone.requests, gone.reply.json]).toEqual([
      [`DELETE ${S3}/${INPUT}`],
      { id: idOf(INPUT), object: 'file', deleted: true },
    ])
  })

  it('are listed from `after` on', async () => {
    const entry = (key: string): string =>
      `<Contents><Key>${encodeURIComponent(key)}</Key><LastModified>2026-01-02T03:04:05.000Z</LastModified><Size>3</Size></Contents>`
    const xml = `<?xml version="1.0"?><ListBucketResult>${entry(INPUT)}${entry(`${INPUT}2`)}</ListBucketResult>`
    const { reply, requests } = await ask('GET', `/files?limit=1&after=${idOf('gateway-files/0')}`, [
      { status: 200, text: xml },
    ])
    expect(requests).toEqual([
      `GET ${S3}?encoding-type=url&list-type=2&max-keys=2&prefix=gateway-files%2F&start-after=gateway-files%2F0`,
    ])
    expect(reply.json).toMatchObject({
      data: [{ id: idOf(INPUT), bytes: 3 }],
      has_more: true,
      last_id: idOf(INPUT),
    })
  })

  it('of other buckets are not found', async () => {
    const { reply, requests } = await ask('GET', `/files/${encodeURIComponent('s3://other/x')}`, [])
    expect([reply.status, requests]).toEqual([404, []])
  })

  it('an S3 error is passed on', async () => {
    const text =
      '<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>'
    const { reply } = await ask('GET', `/files/${idOf(INPUT)}/content`, [{ status: 403, text }])
    expect([reply.status, reply.json]).toMatchObject([
      403,
      { error: { message: 'AWS Bedrock: Access Denied', type: 'permission_error' } },
    ])
  })

  it('need a bucket, and a pair of keys: the API key of Bedrock does not go to S3', async () => {
    const keyed = { provider: 'bedrock', api_key: '${env:KEY}', cloud1_region: 'eu-west-1' }
    const bare = await callProvider(keyed, 'GET', '/files', [])
    expect(bare.reply.json).toMatchObject({ error: { message: expect.stringContaining('cloud1_s3_bucket') } })
    const { reply, requests } = await callProvider(
      { ...keyed, cloud1_s3_bucket: 'my-bucket' },
      'GET',
      '/files',
      [],
    )
    expect([requests, reply.json]).toMatchObject([
      [],
      { error: { message: expect.stringContaining('S3 requires') } },
    ])
  })
})

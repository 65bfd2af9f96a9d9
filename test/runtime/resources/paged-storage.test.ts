// Lists of object storage have pages, of as many objects as the service likes: Amazon S3 says of `MaxKeys` that a response might contain
// fewer keys, and of `IsTruncated` whether there are more (ListObjectsV2); Cloud Storage has `nextPageToken` (objects: list).
import { describe, expect, it } from 'vitest'
import type { Step } from '../../support/scripted-upstream.ts'
import { PROVIDER as CLOUD1 } from './cloud1-harness.ts'
import { callProvider } from './provider-harness.ts'

const CLOUD3 = {
  provider: 'vertex',
  api_key: '${env:KEY}',
  cloud3_project_id: 'project',
  cloud3_region: 'europe-west4',
  cloud3_gcs_bucket: 'my-bucket',
}
const INPUT = 'gateway-files/1-a/batch/in.jsonl'
const FOLDER = `gateway-batches/1-b/v1.chat.completions/24h/plain/${btoa(INPUT).replace('=', '')}/`

const CLOUDS = [
  {
    name: 'cloud 1',
    provider: CLOUD1,
    scheme: 's3',
    page: (keys: readonly string[], hasMore: boolean): Step => ({
      status: 200,
      text: `<ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${keys.map(key => `<Contents><Key>${key}</Key><Size>2</Size></Contents>`).join('')}</ListBucketResult>`,
    }),
    after: 'start-after',
  },
  {
    name: 'cloud 3',
    provider: CLOUD3,
    scheme: 'gs',
    page: (keys: readonly string[], hasMore: boolean): Step => ({
      status: 200,
      body: { items: keys.map(name => ({ name, size: '2' })), ...(hasMore && { nextPageToken: 'next' }) },
    }),
    after: 'startOffset',
  },
]

describe.each(CLOUDS)('Pages of $name', ({ provider, scheme, page, after }) => {
  const idOf = (key: string): string => encodeURIComponent(`${scheme}://my-bucket/${key}`)
  const result = (part: number): string => `${FOLDER}output/${part}.jsonl.out`

  it('of results are all read', async () => {
    const { reply, requests } = await callProvider(
      provider,
      'GET',
      `/files/${idOf(`${FOLDER}output.jsonl`)}`,
      [
        page([result(1)], true),
        // Cloud Storage begins with the object itself.
        page(scheme === 'gs' ? [result(1), result(2)] : [result(2)], true),
        page([result(3)], false),
      ],
    )
    expect(reply.json).toMatchObject({ bytes: 6 })
    expect(requests).toHaveLength(3)
    expect(requests[1]).toContain(`${after}=${encodeURIComponent(result(1))}`)
  })

  it('of files say that there are more, however few one has', async () => {
    const list = async (hasMore: boolean) =>
      (await callProvider(provider, 'GET', '/files', [page([INPUT], hasMore)])).reply.json
    expect(await list(true)).toMatchObject({ data: [{ id: idOf(INPUT) }], has_more: true })
    expect(await list(false)).toMatchObject({ data: [{ id: idOf(INPUT) }], has_more: false })
  })
})

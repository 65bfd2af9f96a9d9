// Object storage that cannot be read is not a file or a batch that does not exist, nor an empty list: each request of each operation
// meets an error, no reply, and a reply that is not one of the service.
import { describe, expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { type Step, steppedUpstream } from '../../support/scripted-upstream.ts'
import { PROVIDER as CLOUD1 } from './cloud1-harness.ts'

const CLOUD3 = {
  provider: 'vertex',
  api_key: '${env:KEY}',
  cloud3_project_id: 'project',
  cloud3_region: 'europe-west4',
  cloud3_gcs_bucket: 'my-bucket',
}
const INPUT = 'gateway-files/1-a/batch/in.jsonl'
const FOLDER = `gateway-batches/1-b/v1.chat.completions/24h/metadata/${btoa(INPUT).replace('=', '')}/`
const RECORDS = `${FOLDER}records.jsonl`
const QUESTION = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }
const FILE = JSON.stringify({ custom_id: 'a', method: 'POST', url: '/v1/chat/completions', body: QUESTION })

interface Cloud {
  readonly provider: object
  readonly scheme: string
  readonly batch: string
  /** A list of one object, or of none. */
  readonly list: (key: string | undefined) => Step
  readonly results: string
  readonly job: object
}

const CLOUDS: Readonly<Record<string, Cloud>> = {
  'cloud 1': {
    provider: CLOUD1,
    scheme: 's3',
    batch: 'abcdefghij12',
    list: key => ({
      status: 200,
      text: `<ListBucketResult><Name>my-bucket</Name>${key === undefined ? '' : `<Contents><Key>${key}</Key></Contents>`}</ListBucketResult>`,
    }),
    results: `${FOLDER}output/in.jsonl.out`,
    job: {
      jobArn: 'arn:aws:bedrock:eu-west-1:123456789012:model-invocation-job/abcdefghij12',
      status: 'Completed',
      inputDataConfig: { s3InputDataConfig: { s3Uri: `s3://my-bucket/${RECORDS}` } },
    },
  },
  'cloud 3': {
    provider: CLOUD3,
    scheme: 'gs',
    batch: '42',
    list: key => ({ status: 200, body: key === undefined ? {} : { items: [{ name: key, size: '1' }] } }),
    results: `${FOLDER}output/predictions.jsonl`,
    job: {
      name: 'projects/1/locations/europe-west4/batchPredictionJobs/42',
      state: 'JOB_STATE_SUCCEEDED',
      inputConfig: { gcsSource: { uris: [`gs://my-bucket/${RECORDS}`] } },
    },
  },
}

/** What the services answer while they work. */
const answerOf = (cloud: Cloud, method: string, path: string): Step => {
  const text = decodeURIComponent(path)
  if (method !== 'GET') return { status: 200, body: {} }
  if (/[?&]prefix=/.test(path)) return cloud.list(text.includes('gateway-batches') ? cloud.results : INPUT)
  if (text.includes('metadata.json')) return { status: 200, body: { team: 'a' } }
  if (text.includes(INPUT))
    return {
      status: 200,
      ...(path.includes('alt=media') || cloud.scheme === 's3'
        ? { text: FILE }
        : { body: { name: INPUT, size: '1' } }),
    }
  if (text.includes(cloud.results)) return { status: 200, text: '' }
  return { status: 200, body: cloud.job }
}

const FAULTS: Readonly<Record<string, Step>> = {
  'an error of the service': { status: 503, text: '<Error><Code>SlowDown</Code></Error>' },
  'no reply in time': { fails: 'timeout' },
  'no connection': { fails: 'connect' },
}
const PAGE: Step = { status: 200, text: '<html><body>Sign in</body></html>' }

const fileOf = ({ scheme }: Cloud, key: string): string =>
  `/files/${encodeURIComponent(`${scheme}://my-bucket/${key}`)}`

/** What is read as a list or as JSON, and not as bytes of a file. */
const readsOf = (cloud: Cloud): readonly (readonly [method: string, path: string])[] => [
  ['GET', '/files'],
  ['GET', fileOf(cloud, `${FOLDER}output.jsonl`)],
  ['GET', '/batches'],
  ['GET', `/batches/${cloud.batch}`],
]

const operationsOf = (cloud: Cloud): readonly (readonly [method: string, path: string])[] => [
  ...readsOf(cloud),
  ['GET', fileOf(cloud, INPUT)],
  ['GET', `${fileOf(cloud, INPUT)}/content`],
  ['GET', `${fileOf(cloud, `${FOLDER}output.jsonl`)}/content`],
  ['POST', `/batches/${cloud.batch}/cancel`],
  ['GET', `/batches/${cloud.batch}/output`],
]

/** `failing`: which request meets the fault. */
async function call(
  { provider, ...cloud }: Cloud,
  [method, path]: readonly [string, string],
  failing = -1,
  fault: Step = PAGE,
) {
  const upstream = steppedUpstream((request, index) =>
    index === failing ? fault : answerOf({ provider, ...cloud }, request.method, request.path),
  )
  const harness = createHarness({
    manifest: { providers: { main: provider } },
    environment: { KEY: 'key', SECRET: 'secret' },
    upstream,
  })
  const { status } = await harness.call({
    method,
    path,
    body: '',
    headers: { 'x-gateway-provider': '@main' },
  })
  return { status, requests: upstream.sent.length }
}

describe.each(Object.entries(CLOUDS))('Object storage of %s', (_name, cloud) => {
  it.each(operationsOf(cloud))(
    '%s %s fails where any of its requests meets an outage',
    async (...operation) => {
      const whole = await call(cloud, operation)
      expect(whole.status).toBe(200)
      expect(whole.requests).toBeGreaterThan(0)
      for (let failing = 0; failing < whole.requests; failing += 1)
        for (const [name, fault] of Object.entries(FAULTS)) {
          const { status } = await call(cloud, operation, failing, fault)
          expect([name, failing, status]).toEqual([name, failing, name.startsWith('an error') ? 503 : 502])
        }
    },
  )

  it.each(readsOf(cloud))('%s %s is 502 where the page of a proxy replies', async (...operation) => {
    const { requests } = await call(cloud, operation)
    for (let failing = 0; failing < requests; failing += 1)
      expect((await call(cloud, operation, failing, PAGE)).status).toBe(502)
  })
})

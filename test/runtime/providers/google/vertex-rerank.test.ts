// Reranking at Google Cloud: another address than Vertex AI, with the same credential and no other.
import { expect, test } from 'vitest'
import { headerValue } from '../../../../runtime/values/headers.ts'
import { createHarness } from '../../../support/harness.ts'

const STORED = {
  provider: 'vertex',
  cloud3_region: 'europe-west4',
  cloud3_project_id: 'p-1',
  api_key: '${env:TOKEN}',
}
const RANKED = {
  records: [
    { id: '1', score: 0.2 },
    { id: '2', score: 0.9 },
    { id: 'other', score: 1 },
  ],
}
const RANK = '/v1/projects/p-1/locations/global/rankingConfigs/default_ranking_config:rank'
const body = {
  model: '@vx/semantic-ranker-default-004',
  query: 'q',
  documents: ['a', { text: 'b' }, 'c'],
}
const createGateway = (more: object = {}, manifest: object = {}) =>
  createHarness({
    manifest: { providers: { vx: { ...STORED, ...more } }, ...manifest },
    environment: { TOKEN: 'ya29.stored' },
    script: [{ status: 200, body: RANKED }],
  })
const address = ({ origin, path }: { readonly origin: string; readonly path: string }) => origin + path

test('records are ranked at Discovery Engine, best score first', async () => {
  const { call, upstream } = createGateway()
  const asked = { ...body, top_n: 2, return_documents: true, max_tokens_per_doc: 10 }
  const reply = await call({ path: '/rerank', body: asked })
  expect(upstream.sent.map(address)).toEqual([`https://discoveryengine.googleapis.com${RANK}`])
  expect(headerValue(upstream.sent[0]?.headers ?? [], 'authorization')).toBe('Bearer ya29.stored')
  expect(upstream.sent[0]?.json).toEqual({
    model: 'semantic-ranker-default-004',
    query: 'q',
    records: [
      { id: '0', content: 'a' },
      { id: '1', content: 'b' },
      { id: '2', content: 'c' },
    ],
    topN: 2,
    ignoreRecordDetailsInResponse: true,
  })
  expect(reply.json).toMatchObject({
    results: [
      { index: 2, relevance_score: 0.9, document: { text: 'c' } },
      { index: 1, relevance_score: 0.2, document: { text: 'b' } },
    ],
  })
  expect(reply.outcome?.reply.dropped).toEqual(['max_tokens_per_doc'])
})

test('other endpoints stay at Vertex AI', async () => {
  const { call, upstream } = createGateway()
  await call({ path: '/embeddings', body: { model: '@vx/gemini-embedding-001', input: 'a' } })
  expect(upstream.sent.map(({ origin }) => origin)).toEqual([
    'https://europe-west4-aiplatform.googleapis.com',
  ])
})

test('the token of a caller is sent to both addresses of the provider that it names', async () => {
  const { call, upstream } = createGateway()
  const headers = {
    'x-gateway-provider': 'vertex',
    'x-gateway-cloud3-region': 'global',
    'x-gateway-cloud3-project-id': 'p-1',
    authorization: 'Bearer ya29.own',
  }
  await call({ path: '/rerank', headers, body: { ...body, model: 'm' } })
  expect(upstream.sent.map(address)).toEqual([`https://discoveryengine.googleapis.com${RANK}`])
  expect(headerValue(upstream.sent[0]?.headers ?? [], 'authorization')).toBe('Bearer ya29.own')
})

test('a custom host of a caller receives no stored token', async () => {
  const { call, upstream } = createGateway()
  const headers = { 'x-gateway-custom-host': 'https://collector.example/v1' }
  const reply = await call({ path: '/rerank', headers, body })
  expect([reply.status, reply.json]).toMatchObject([400, { error: { code: 'blocked_host' } }])
  expect(upstream.sent).toEqual([])
})

test('a custom host that the manifest sets or allows stands for both addresses', async () => {
  const set = createGateway({ custom_host: 'https://proxy.example/vertex' })
  await set.call({ path: '/rerank', body })
  expect(set.upstream.sent.map(address)).toEqual([`https://proxy.example/vertex${RANK.replace('/v1', '')}`])
  const allowed = createGateway({ allowed_hosts: ['proxy.example'] })
  const headers = { 'x-gateway-custom-host': 'https://proxy.example' }
  await allowed.call({ path: '/rerank', headers, body })
  expect(allowed.upstream.sent.map(({ origin }) => origin)).toEqual(['https://proxy.example'])
})

test('a credential bound to a custom host is not bound to the address of the endpoint', async () => {
  const { call, upstream } = createGateway({ custom_host: 'https://proxy.example' })
  const headers = { 'x-gateway-custom-host': 'https://discoveryengine.googleapis.com/v1' }
  const reply = await call({ path: '/rerank', headers, body })
  expect([reply.status, reply.json]).toMatchObject([400, { error: { code: 'blocked_host' } }])
  expect(upstream.sent).toEqual([])
})

test('a reply without records is a failure', async () => {
  const { call } = createHarness({
    manifest: { providers: { vx: STORED } },
    environment: { TOKEN: 't' },
    script: [{ status: 200, body: { kind: 'other' } }],
  })
  expect((await call({ path: '/rerank', body })).status).toBe(502)
})

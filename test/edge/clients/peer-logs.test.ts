// Portkey's SDK writes logs and feedback, exports logs and reads analytics, unchanged.
import { Portkey } from 'portkey-ai'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { controlScopes } from '../../../schemas/generated/control-routes.ts'
import { manifestKey } from '../../support/control-harness.ts'
import { type RunningGateway, runGateway } from '../../support/running-gateway.ts'

let gateway: RunningGateway
let portkey: Portkey
const KEY = 'key peer'

beforeAll(async () => {
  gateway = await runGateway({
    header_prefix: 'x-portkey-',
    spelling: 'peer',
    store: 'sqlite::memory:',
    telemetry: { log_store: {} },
    providers: { mock: { provider: 'mock' } },
    api_keys: [manifestKey('peer', 'default', controlScopes)],
  })
  portkey = new Portkey({ baseURL: gateway.url, apiKey: KEY })
})
afterAll(() => gateway.stop())

const PERIOD = {
  time_of_generation_min: '2020-01-01T00:00:00Z',
  time_of_generation_max: '2100-01-01T00:00:00Z',
}

it('writes a log and feedback', async () => {
  const created = await portkey.logs.create({
    request: {
      url: 'https://api.openai.com/v1/chat/completions',
      method: 'POST',
      provider: 'openai',
      body: { model: 'gpt-6-sol' },
    },
    response: {
      status: 200,
      response_time: 400,
      body: { usage: { prompt_tokens: 1000, completion_tokens: 10 } },
    },
    metadata: { traceId: 'mine', _user: 'ann' },
  })
  expect(created.status).toBe('success')
  const feedback = await portkey.feedback.create({ traceID: 'mine', value: 5, weight: 0.5 })
  const [feedbackID = ''] = (feedback as unknown as { feedback_ids: readonly string[] }).feedback_ids
  expect((await portkey.feedback.update({ feedbackID, value: 8 })).status).toBe('success')
})

it('exports logs', async () => {
  const { exports } = portkey.logs
  const created = await exports.create({
    filters: PERIOD,
    description: 'all',
    requestedData: ['id', 'ai_model', 'cost'],
  })
  const exportId = created.id ?? ''
  await exports.update({
    exportId,
    workspaceId: 'default',
    filters: PERIOD,
    requestedData: ['id', 'ai_model'],
  })
  await exports.start({ exportId })
  await expect.poll(async () => (await exports.retrieve({ exportId })).status).toBe('success')
  expect((await exports.list({ workspaceId: 'default' })).total).toBe(1)
  const reply = await fetch(`${gateway.url}/logs/exports/${exportId}/download`, {
    headers: { 'x-portkey-api-key': KEY },
  })
  expect(await reply.json()).toMatchObject({ ai_model: 'gpt-6-sol' })
  await exports.cancel({ exportId })
  expect((await exports.retrieve({ exportId })).status).toBe('stopped')
})

it('reads analytics', async () => {
  const { groups, graphs, summary } = portkey.analytics
  const models = await groups.groupedData('model', { ...PERIOD, columns: 'requests,cost,total_tokens' })
  expect(models).toMatchObject({
    object: 'list',
    total: 1,
    data: [{ model: 'gpt-6-sol', requests: 1, total_tokens: 1010 }],
  })
  expect(await groups.users(PERIOD)).toMatchObject({ data: [{ user: 'ann', requests: 1 }] })
  expect(await groups.aiModels(PERIOD)).toMatchObject({ data: [{ ai_model: 'gpt-6-sol' }] })
  expect(await groups.metadata('_user', PERIOD)).toMatchObject({ data: [{ metadata_value: 'ann' }] })
  const day = {
    time_of_generation_min: new Date(Date.now() - 43_200_000).toISOString(),
    time_of_generation_max: new Date(Date.now() + 60_000).toISOString(),
  }
  for (const graph of [
    graphs.requests,
    graphs.cost,
    graphs.tokens,
    graphs.latency,
    graphs.errors,
    graphs.cache_hit_rate,
  ])
    expect(await graph.call(graphs, day)).toMatchObject({ object: 'analytics-graph' })
  expect(await graphs.requests(day)).toMatchObject({ summary: { total: 1 } })
  expect(await summary.cache(PERIOD)).toMatchObject({ summary: { hits: 0 } })
})

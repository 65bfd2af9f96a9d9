// The usage of finished batches: at the prices of batches, once however often they are read, in limits and in the log.
import { describe, expect, it } from 'vitest'
import { linkClaims } from '../../../runtime/limits/usage-journal.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import { usageCost } from '../../../runtime/telemetry/usage-cost.ts'
import type { HarnessReply } from '../../support/read-harness-reply.ts'
import type { Step } from '../../support/scripted-upstream.ts'
import { limited } from './limited-gateway.ts'

const list = createPriceList()
const DAY = Date.parse('2026-11-29T12:00:00Z')
const NANO = 1e9

// https://platform.openai.com/docs/api-reference/batch/object
const USAGE = {
  ...{ input_tokens: 1_000_000, input_tokens_details: { cached_tokens: 0 } },
  ...{ output_tokens: 100_000, output_tokens_details: { reasoning_tokens: 20_000 }, total_tokens: 1_100_000 },
}
const batch = (more: object = {}) => ({
  ...{ id: 'batch_1', object: 'batch', endpoint: '/v1/chat/completions', model: 'gpt-4o-2024-08-06' },
  ...{ status: 'completed', usage: USAGE, output_file_id: 'file-1', ...more },
})
const json = (body: object): Step => ({ status: 200, body })
// 1,000,000 at half of 2.50 dollars a million, 100,000 at half of 10.
const COST = 1.75 * NANO

const BUDGET = { usage_limits: [{ name: 'budget', type: 'cost', credit_limit: 2 }] }
const gateway = (provider: string, script: readonly Step[], policies: object = BUDGET, more: object = {}) =>
  limited(policies, {
    manifest: { providers: { main: { provider, api_key: '${env:KEY}' } } },
    environment: { KEY: 'key' },
    script,
    ...more,
  })
const read = ({ call }: ReturnType<typeof gateway>, path: string, method = 'GET') =>
  call({ method, path, headers: { 'x-gateway-provider': '@main' }, body: '' })

const costOf = ({ outcome }: HarnessReply) => outcome && usageCost(outcome, list.find, DAY)
const settled = ({ outcome }: HarnessReply) => outcome?.record.counted?.counted()?.cost

describe('A batch that has finished', () => {
  it('costs what its usage says at the price of batches, in the log and in limits, and passes unchanged', async () => {
    const reply = await read(gateway('openai', [json(batch())]), '/batches/batch_1')
    expect(reply.json).toEqual(batch())
    expect(costOf(reply)).toMatchObject({
      ...{ cost: COST, costSource: 'list', rates: expect.stringMatching(/^batch: /) },
      tokens: { input: 1_000_000, output: 100_000, reasoning: 20_000 },
    })
    expect(settled(reply)).toBe(COST)
    expect(reply.outcome?.record).toMatchObject({ batches: ['batch_1'], servedModel: 'gpt-4o-2024-08-06' })
  })

  it('is counted once, whether it is read, listed or cancelled again', async () => {
    const steps = [batch(), batch(), { object: 'list', data: [batch()] }, batch()].map(json)
    const harness = gateway('openai', steps)
    const costs = []
    for (const [path, method] of [
      ['/batches/batch_1'],
      ['/batches/batch_1'],
      ['/batches'],
      ['/batches/batch_1/cancel', 'POST'],
    ] as const)
      costs.push(settled(await read(harness, path, method)))
    expect(costs.map(cost => cost ?? 0)).toEqual([COST, 0, 0, 0])
  })

  it('is counted whatever else its usage has, also what is nested without end', async () => {
    const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`
    const one = (id: string) =>
      JSON.stringify(batch({ id })).replace('"usage":{', `"usage":{"deep":${nested},`)
    const harness = gateway('openai', [
      { status: 200, text: `{"data":[${one('batch_1')},${one('batch_2')}]}` },
    ])
    expect(settled(await read(harness, '/batches'))).toBe(2 * COST)
  })

  it('is counted by one of several processes', async () => {
    const taken = new Set<string>()
    const store = { claim: async (id: string) => !taken.has(id) && taken.add(id) !== undefined }
    const processes = [1, 2].map(() =>
      gateway('openai', [json(batch())], BUDGET, { claimBatch: linkClaims(store) }),
    )
    const replies = await Promise.all(processes.map(each => read(each, '/batches/batch_1')))
    expect(replies.map(reply => costOf(reply)?.cost ?? 0).sort()).toEqual([0, COST])
  })

  it('is counted when it is read again, if the store was unavailable', async () => {
    let isDown = true
    const claimBatch = linkClaims({
      claim: async () => {
        if (isDown) throw new Error('down')
        return true
      },
    })
    const harness = gateway('openai', [json(batch()), json(batch())], BUDGET, { claimBatch })
    expect(costOf(await read(harness, '/batches/batch_1'))).toBeUndefined()
    isDown = false
    expect(costOf(await read(harness, '/batches/batch_1'))?.cost).toBe(COST)
  })

  it('spends a budget, which refuses what comes next', async () => {
    const harness = gateway('openai', [json(batch({ usage: { ...USAGE, output_tokens: 1_000_000 } }))])
    expect((await read(harness, '/batches/batch_1')).status).toBe(200)
    const { status } = await harness.call({ headers: { 'x-gateway-provider': '@main' } })
    expect(status).toBe(412)
  })

  it.each([
    [
      'of a list, each at its model',
      [batch(), batch({ id: 'batch_2', model: 'gpt-4o-mini' })],
      ['batch_1', 'batch_2'],
    ],
    ['that were cancelled with requests completed', [batch({ status: 'cancelled' })], ['batch_1']],
  ])('is counted %s', async (_, data, ids) => {
    const reply = await read(gateway('openai', [json({ object: 'list', data })]), '/batches')
    expect(reply.outcome?.record.batches).toEqual(ids)
    // gpt-4o-mini: 1,000,000 at half of 0.15, 100,000 at half of 0.60.
    expect(costOf(reply)?.cost).toBe(ids.length === 1 ? COST : COST + 0.105 * NANO)
  })

  it.each([
    ['is in progress', batch({ status: 'in_progress' })],
    ['has no usage', batch({ usage: undefined })],
    ['used nothing', batch({ usage: { input_tokens: 0, output_tokens: 0, total_tokens: 0 } })],
  ])('is not counted while it %s', async (_, body) => {
    const harness = gateway('openai', [json(body), json(batch())])
    expect(costOf(await read(harness, '/batches/batch_1'))).toBeUndefined()
    expect(costOf(await read(harness, '/batches/batch_1'))?.cost).toBe(COST)
  })
})

// https://platform.claude.com/docs/en/build-with-claude/batch-processing
const result = (number: number, usage: object): string =>
  JSON.stringify({
    custom_id: `r-${number}`,
    result: {
      type: 'succeeded',
      message: {
        ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-haiku-4-5', content: [] },
        ...{ stop_reason: 'end_turn', usage: { ...usage, service_tier: 'batch' } },
      },
    },
  })
const LINES = [
  result(1, { input_tokens: 1000, output_tokens: 100, cache_read_input_tokens: 0 }),
  result(2, { input_tokens: 2000, output_tokens: 300, cache_read_input_tokens: 1000 }),
  JSON.stringify({ custom_id: 'r-3', result: { type: 'errored', error: { type: 'invalid_request' } } }),
].join('\n')
// 3,000 at half of a dollar a million, 1,000 cached at half of 0.10, 400 at half of 5.
const CLAUDE_COST = 2_550_000

describe('Results of Anthropic', () => {
  it('are counted while they pass, and once', async () => {
    // Lines end where chunks do not.
    const bytes = new TextEncoder().encode(LINES)
    const events = [bytes.subarray(0, 100), bytes.subarray(100, 501), bytes.subarray(501)]
    const harness = gateway('anthropic', [{ events }, { events }])
    const path = '/messages/batches/msgbatch_1/results'
    const first = await read(harness, path)
    expect(first.text).toBe(LINES)
    expect(costOf(first)).toMatchObject({
      cost: CLAUDE_COST,
      tokens: { input: 4000, output: 400, cached: 1000 },
    })
    expect(settled(first)).toBe(CLAUDE_COST)
    expect(first.outcome?.record.batches).toEqual(['msgbatch_1'])
    expect(costOf(await read(harness, path))).toBeUndefined()
  })

  it('are counted as the output of a batch, too', async () => {
    const ended = {
      id: 'msgbatch_1',
      processing_status: 'ended',
      request_counts: { succeeded: 2, errored: 1 },
    }
    const harness = gateway('anthropic', [json(ended), { status: 200, text: LINES }])
    const reply = await read(harness, '/batches/msgbatch_1/output')
    expect(reply.text).toContain('"custom_id":"r-2"')
    expect(costOf(reply)).toMatchObject({
      cost: CLAUDE_COST,
      tokens: { input: 4000, output: 400, cached: 1000 },
    })
    expect(reply.outcome?.record.batches).toEqual(['msgbatch_1'])
  })
})

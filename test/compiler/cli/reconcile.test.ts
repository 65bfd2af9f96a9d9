// `portolan logs reconcile`: the log beside the documented exports of usage and cost.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decimal, readProviderUsage } from '../../../compiler/cli/logs/provider-usage.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import type { LogRecord } from '../../../schemas/generated/types.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const DAY = Date.parse('2026-10-03T00:00:00Z')

const openaiUsage = {
  object: 'page',
  data: [
    {
      object: 'bucket',
      start_time: DAY / 1000,
      end_time: DAY / 1000 + 86_400,
      results: [
        {
          object: 'organization.usage.completions.result',
          ...{ input_tokens: 1500, output_tokens: 50, input_cached_tokens: 100, num_model_requests: 2 },
          ...{
            project_id: null,
            user_id: null,
            api_key_id: 'key_1',
            model: 'gpt-4o-2024-08-06',
            batch: null,
          },
        },
      ],
    },
  ],
  has_more: false,
  next_page: null,
}
const openaiCost = {
  object: 'page',
  data: [
    {
      object: 'bucket',
      start_time: DAY / 1000,
      end_time: DAY / 1000 + 86_400,
      results: [
        {
          object: 'organization.costs.result',
          amount: { value: 0.06, currency: 'usd' },
          line_item: 'gpt-4o-2024-08-06, input',
        },
        {
          object: 'organization.costs.result',
          amount: { value: 0.0005, currency: 'usd' },
          line_item: 'gpt-4o-2024-08-06, output',
        },
      ],
    },
  ],
}
const anthropicBucket = { starting_at: '2026-10-03T00:00:00Z', ending_at: '2026-10-04T00:00:00Z' }
const anthropicUsage = {
  data: [
    {
      ...anthropicBucket,
      results: [
        {
          ...{ uncached_input_tokens: 1500, cache_read_input_tokens: 200, output_tokens: 500 },
          cache_creation: { ephemeral_1h_input_tokens: 1000, ephemeral_5m_input_tokens: 500 },
          ...{
            api_key_id: 'apikey_1',
            workspace_id: null,
            model: 'claude-opus-4-1-20250805',
            service_tier: 'standard',
          },
        },
      ],
    },
  ],
}
const anthropicCost = {
  data: [
    {
      ...anthropicBucket,
      results: [{ currency: 'USD', amount: '123.78912', model: 'claude-opus-4-1-20250805' }],
    },
  ],
}

describe('An export', () => {
  const day = '2026-10-03'
  it.each([
    [
      'of usage of OpenAI',
      openaiUsage,
      {
        day,
        model: 'gpt-4o-2024-08-06',
        credential: 'key_1',
        requests: 2,
        input: 1500,
        cached: 100,
        output: 50,
      },
    ],
    ['of cost of OpenAI', openaiCost, { day, model: 'gpt-4o-2024-08-06', cost: 60_000_000n }],
    [
      'of usage of Anthropic',
      anthropicUsage,
      {
        day,
        model: 'claude-opus-4-1-20250805',
        credential: 'apikey_1',
        input: 3200,
        cached: 200,
        output: 500,
      },
    ],
    // In cents.
    ['of cost of Anthropic', anthropicCost, { day, model: 'claude-opus-4-1-20250805', cost: 1_237_891_200n }],
  ])('%s is read', (_, page, row) => {
    for (const text of [JSON.stringify(page, null, 2), JSON.stringify([page]), `${JSON.stringify(page)}\n`]) {
      const usage = readProviderUsage(text)
      expect(usage?.rows[0]).toEqual(expect.objectContaining(row))
      expect([usage?.from, usage?.until]).toEqual([DAY, DAY + 86_400_000])
    }
  })

  it.each(['', '{}', '[]', 'day,model', '{"data":[{"results":[]}]}', '{"data":[{"start_time":"soon"}]}'])(
    'is not %j',
    text => {
      expect(readProviderUsage(text)).toBeUndefined()
    },
  )

  it.each([
    ['0.06', 60_000_000n],
    ['1', 1_000_000_000n],
    ['-0.5', -500_000_000n],
    ['0.0000000005', 1n],
    ['6e-8', 60n],
    ['12345678901.123456789', 12_345_678_901_123_456_789n],
  ])('has amounts as they are written: %s', (text, nano) => {
    expect(decimal(text, 9)).toBe(nano)
  })
})

const recordOf = (id: string, more: Partial<LogRecord>): LogRecord => ({
  id: Buffer.from(id.padEnd(16, '.')).toString('hex'),
  time: new Date(DAY + 3_600_000).toISOString(),
  trace: id,
  ...{
    method: 'POST',
    path: '/v1/chat/completions',
    endpoint: 'chat/completions',
    status: 200,
    milliseconds: 1,
  },
  ...{ plan: '000000000000', workspace: 'default', model: 'gpt-4o', provider: 'openai', slug: 'main' },
  ...{ bytesIn: 1, bytesOut: 2 },
  ...more,
})

async function folderWith(records: readonly LogRecord[]): Promise<string> {
  const folder = temporaryFolder({
    'gateway.yaml': `providers: { main: { provider: openai, api_key: "\${env:KEY}" } }
store: sqlite:.portolan/store.db
telemetry: { log_store: {} }
`,
    'configs/chat.yaml': 'provider: "@main"\n',
    'usage.json': JSON.stringify(openaiUsage),
    'cost.json': JSON.stringify(openaiCost),
    'neither.json': '{}',
  })
  // It makes the store.
  await portolan(['push', '--promote', '--by', 'ann'], folder)
  const store = await openLogStore('sqlite:.portolan/store.db', { folder })
  await store.append({ id: 'all', lines: records.map(each => JSON.stringify(each)).join('\n') })
  await store.close()
  return folder
}

const tokens = (input: number, output: number) => ({ input, output, source: 'provider' as const })

describe('logs reconcile', () => {
  it('is silent about what is equal, whatever date the model is named with', async () => {
    const folder = await folderWith([
      recordOf('one', { tokens: { ...tokens(1000, 40), cached: 100 }, cost: 60_000_000 }),
      recordOf('two', { tokens: tokens(500, 10), cost: 500_000 }),
      recordOf('other', { provider: 'anthropic', tokens: tokens(9, 9) }),
      recordOf('later', { time: new Date(DAY + 90_000_000).toISOString(), tokens: tokens(9, 9) }),
    ])
    const usage = await portolan(['logs', 'reconcile', 'usage.json', '--credentials', 'key_1=@main'], folder)
    expect([usage.code, usage.out]).toEqual([
      0,
      expect.stringContaining('The log and the export of openai are equal in 1 group.'),
    ])
    const cost = await portolan(['logs', 'reconcile', 'cost.json'], folder)
    expect([cost.code, cost.out]).toEqual([
      0,
      expect.stringMatching(/all days +\* +\* +cost +\$0\.060500 +\$0\.060500/),
    ])
  })

  it('prints the differences by day, model and credential', async () => {
    const folder = await folderWith([recordOf('one', { tokens: tokens(1000, 50), cost: 40_000_000 })])
    const usage = await portolan(['logs', 'reconcile', 'usage.json', '--credentials', 'key_1=main'], folder)
    expect(usage.code).toBe(1)
    expect(usage.out).toMatch(/2026-10-03 +gpt-4o +@main +requests +1 +2 +-1/)
    expect(usage.out).toMatch(/2026-10-03 +gpt-4o +@main +input +1000 +1500 +-500/)
    expect(usage.out).toMatch(/2026-10-03 +gpt-4o +@main +cached +0 +100 +-100/)
    expect(usage.out).not.toMatch(/gpt-4o +@main +output/)
    const cost = await portolan(['logs', 'reconcile', 'cost.json', '--format', 'json'], folder)
    expect(JSON.parse(cost.out)).toEqual({
      compared: 1,
      differences: [
        {
          day: '2026-10-03',
          model: 'gpt-4o',
          credential: '*',
          measure: 'cost',
          logged: 40_000_000,
          billed: 60_500_000,
        },
      ],
      totals: [{ measure: 'cost', logged: 40_000_000, billed: 60_500_000 }],
    })
  })

  it('refuses a file that is no such export', async () => {
    const folder = await folderWith([])
    for (const name of ['neither.json', 'gateway.yaml', 'missing.json'])
      expect(await portolan(['logs', 'reconcile', name], folder)).toMatchObject({ code: 64 })
    writeFileSync(join(folder, 'usage.json'), JSON.stringify(anthropicUsage))
    expect(await portolan(['logs', 'reconcile', 'usage.json', '--credentials', 'key'], folder)).toMatchObject(
      {
        code: 64,
        complaints: expect.stringContaining('--credentials must be a list'),
      },
    )
  })
})

// `portolan logs reconcile`: the log beside the documented exports of usage and cost.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../../compiler/cli/reconcile/billed-amount.ts'
import { findBilledModel } from '../../../compiler/cli/reconcile/billed-model.ts'
import { readProviderUsage } from '../../../compiler/cli/reconcile/provider-usage.ts'
import { type LoggedRow, reconcile } from '../../../compiler/cli/reconcile/reconcile-usage.ts'
import type { BilledRow, ProviderUsage } from '../../../compiler/cli/reconcile/usage-row.ts'
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

const usageOf = (text: string): ProviderUsage | undefined => {
  const usage = readProviderUsage(text)
  if (typeof usage === 'string') throw new Error(usage)
  return usage
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
      const usage = usageOf(text)
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
          cause: 'price',
        },
      ],
      totals: [{ measure: 'cost', logged: 40_000_000, billed: 60_500_000 }],
      causes: [{ measure: 'cost', cause: 'price', difference: -20_500_000, parts: [] }],
      left_out: { cached: 0, failed: 0 },
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

// Rows as each vendor documents or exports them; the pages are named in compiler/cli/reconcile/billing-tables.ts.
const BILLS: readonly {
  readonly name: string
  readonly text: string
  readonly providers: readonly string[]
  readonly rows: readonly object[]
}[] = [
  {
    name: 'cost of OpenAI as CSV of its dashboard',
    text: `start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,quantity,quantity_unit,line_item,user_id,api_key_id,project_id
1790985600,1791072000,2026-10-03T00:00:00+00:00,2026-10-04T00:00:00+00:00,,,,,,,,
1790985600,1791072000,2026-10-03T00:00:00+00:00,2026-10-04T00:00:00+00:00,0.003835980000000000000000000000,usd,1000,tokens,"gpt-5-nano, input",,key_1,proj_a
1790985600,1791072000,2026-10-03T00:00:00+00:00,2026-10-04T00:00:00+00:00,0.5,usd,2,sessions,code interpreter sessions,,key_1,proj_a
`,
    providers: ['openai'],
    rows: [
      { day: '2026-10-03', model: 'gpt-5-nano', credential: 'key_1', cost: 3_835_980n },
      { fee: 'code interpreter sessions', cost: 500_000_000n },
    ],
  },
  {
    name: 'usage of OpenAI as CSV of its dashboard',
    text: `start_time,end_time,start_time_iso,end_time_iso,num_model_requests,api_key_id,model,batch,input_tokens,output_tokens,input_cached_tokens
1790985600,1791072000,2026-10-03T00:00:00+00:00,2026-10-04T00:00:00+00:00,2,key_1,gpt-4o-2024-08-06,False,1500,50,100
`,
    providers: ['openai'],
    rows: [{ model: 'gpt-4o-2024-08-06', requests: 2, input: 1500, cached: 100, output: 50 }],
  },
  {
    name: 'AWS cost and usage report 2.0',
    text: `line_item_line_item_type,line_item_usage_start_date,line_item_product_code,line_item_usage_type,line_item_unblended_cost,line_item_currency_code,line_item_usage_account_id
Usage,2026-10-03T00:00:00.000Z,AmazonBedrock,USE1-Claude4.6Sonnet-input-tokens,0.0690000000,USD,123456789012
Usage,2026-10-03T00:00:00.000Z,AmazonS3,TimedStorage-ByteHrs,7,USD,123456789012
Tax,2026-10-03T00:00:00.000Z,AmazonBedrock,,0.01,USD,123456789012
`,
    providers: ['bedrock'],
    rows: [
      { day: '2026-10-03', billedAs: 'USE1-Claude4.6Sonnet-input-tokens', cost: 69_000_000n },
      { fee: 'tax', cost: 10_000_000n },
    ],
  },
  {
    name: 'AWS cost and usage report of before',
    text: `lineItem/LineItemType,lineItem/UsageStartDate,lineItem/ProductCode,lineItem/UsageType,lineItem/UnblendedCost,lineItem/CurrencyCode
Usage,2026-10-03T00:00:00Z,AmazonBedrock,USW2-Nova2.0Lite-output-tokens-flex,0.25,USD
`,
    providers: ['bedrock'],
    rows: [{ billedAs: 'USW2-Nova2.0Lite-output-tokens-flex', cost: 250_000_000n }],
  },
  {
    name: 'Google Cloud as JSON Lines of its table',
    text: `{"service":{"id":"C7E2-9256-1C43","description":"Vertex AI"},"sku":{"description":"Gemini 2.5 Flash GA Text Input - Predictions"},"usage_start_time":"2026-10-03 07:00:00 UTC","project":{"id":"acme"},"cost":8.6,"currency":"EUR","currency_conversion_rate":0.86,"cost_type":"regular"}
{"service":{"description":"Cloud Storage"},"sku":{"description":"Standard Storage"},"usage_start_time":"2026-10-03 07:00:00 UTC","cost":1,"currency":"EUR","currency_conversion_rate":0.86}
`,
    providers: ['vertex'],
    rows: [
      {
        day: '2026-10-03',
        billedAs: 'Gemini 2.5 Flash GA Text Input - Predictions',
        credential: 'acme',
        cost: 10_000_000_000n,
      },
    ],
  },
  {
    name: 'Google Cloud as CSV',
    text: `service.description,sku.description,usage_start_time,cost,currency
Gemini API,Gemini 3.5 Flash Text Output,2026-10-03T00:00:00Z,0.75,USD
`,
    providers: ['google'],
    rows: [{ billedAs: 'Gemini 3.5 Flash Text Output', cost: 750_000_000n }],
  },
  {
    name: 'Azure cost details',
    text: `\uFEFFDate,ConsumedService,MeterCategory,MeterName,Quantity,CostInBillingCurrency,BillingCurrency,ResourceId,ChargeType
10/03/2026,Microsoft.CognitiveServices,Foundry Models,gpt-4o-0806-Inp-glbl Tokens,12,0.03,USD,/subscriptions/s/resourceGroups/r/providers/Microsoft.CognitiveServices/accounts/acme,Usage
10/03/2026,Microsoft.Sql,Databases,vCore,2,7,USD,/subscriptions/s,Usage
`,
    providers: ['azure'],
    rows: [
      {
        day: '2026-10-03',
        billedAs: 'gpt-4o-0806-Inp-glbl Tokens',
        credential: 'acme',
        cost: 30_000_000n,
      },
    ],
  },
]

describe('A bill', () => {
  it.each(BILLS)('of $name is read', ({ text, providers, rows }) => {
    const usage = usageOf(text)
    expect(usage?.providers).toEqual(providers)
    expect(usage?.rows).toHaveLength(rows.length)
    expect(usage?.rows).toMatchObject(rows)
    expect([usage?.from, usage?.until]).toEqual([DAY, DAY + 86_400_000])
  })

  it('in another currency without a rate is refused in words', () => {
    const bill =
      'MeterName,CostInBillingCurrency,BillingCurrency,ConsumedService,Date\nx,1,EUR,Microsoft.CognitiveServices,2026-10-03\n'
    expect(readProviderUsage(bill)).toBe(
      'The bill is in EUR, and the log in US dollars: export it with amounts in US dollars.',
    )
  })

  const MODELS = [
    'anthropic.claude-sonnet-4-6-20260201-v1:0',
    'us.anthropic.claude-opus-4-6-v1:0',
    'amazon.nova-2-lite-v1:0',
    'openai.gpt-oss-120b-1:0',
    'gemini-2.5-flash',
    'gpt-4o-2024-08-06',
    'gpt-4o-mini',
    'gpt-4',
  ]
  it.each([
    ['USE1-Claude4.6Sonnet-cache-read-input-token-count', MODELS[0]],
    ['USE1-Claude4.6Sonnet-output-tokens-cross-region-global', MODELS[0]],
    ['USW2-Claude4.6Opus-input-tokens', MODELS[1]],
    ['USE1-Nova2.0Lite-input-tokens-flex', MODELS[2]],
    ['USE1-openai.gpt-oss-120b-mantle-input-tokens-standard', MODELS[3]],
    ['USE1-gpt-oss-120b-output-tokens-priority', MODELS[3]],
    ['Gemini 2.5 Flash GA Thinking Text Output - Predictions', MODELS[4]],
    ['Gemini 2.5 Flash GA Text Output (Thinking On)', MODELS[4]],
    // Not logged: it is not its shorter sibling.
    ['Gemini 2.5 Flash Lite Text Input - Predictions', undefined],
    ['gpt 4o 0806 cached Inp glbl Tokens', MODELS[5]],
    ['gpt 4o mini0718 BatchOutp DataZone Tokens', MODELS[6]],
    ['gpt 4.1 nano cached Inp glbl Tokens', undefined],
    ['GPT 4.1 Inp glbl 1M Tokens', undefined],
  ])('names %s, which is %s', (billedAs, model) => {
    expect(findBilledModel(billedAs, MODELS)).toBe(model)
  })
})

describe('logs reconcile compares', () => {
  const day = '2026-10-03'
  const logged = (more: Partial<LoggedRow>): LoggedRow => ({
    ...{ day, model: 'm', credential: '@main', kind: 'completions', requests: 1 },
    ...{ input: 10, cached: 0, output: 5, cost: 100n },
    ...more,
  })
  const usage = { day, model: 'm', requests: 1, input: 10, cached: 0, output: 5 }
  const cases: readonly (readonly [string, readonly LoggedRow[], readonly BilledRow[], object])[] = [
    [
      'only what reached the provider',
      [logged({}), logged({ isCached: true }), logged({ isFailed: true, input: undefined })],
      [usage],
      { differences: [], leftOut: { cached: 1, failed: 1 } },
    ],
    [
      'requests that failed as the cause where the provider counts them',
      [logged({}), logged({ isFailed: true, input: undefined })],
      [{ ...usage, requests: 2 }],
      { differences: [{ measure: 'requests', cause: 'failed' }] },
    ],
    [
      'the kinds of usage that the export has',
      [logged({}), logged({ kind: 'embeddings' }), logged({ kind: 'images', input: undefined })],
      [{ ...usage, kind: 'completions' }],
      { differences: [] },
    ],
    [
      'a fee that has a line of its own with the cost of its model',
      [logged({ cost: 110n })],
      [
        { day, model: 'm', cost: 100n },
        { day, fee: 'web_search', cost: 10n },
      ],
      { differences: [] },
    ],
    [
      'a fee that no request has',
      [logged({})],
      [
        { day, model: 'm', cost: 100n },
        { day, fee: 'tax', cost: 7n },
      ],
      { differences: [{ model: 'tax', cause: 'fee', billed: 7n }] },
    ],
    [
      'requests without a price, by their parts',
      [logged({ cost: 0n, unpriced: ['service_tier'] })],
      [{ day, model: 'm', cost: 30n }],
      { causes: [{ measure: 'cost', cause: 'unpriced', difference: -30n, parts: ['service_tier'] }] },
    ],
    [
      'calls past the gateway, and those that are not billed yet',
      [logged({ model: 'late' })],
      [{ day, model: 'elsewhere', cost: 30n }],
      {
        differences: [
          { model: 'elsewhere', cause: 'not_logged' },
          { model: 'late', cause: 'not_billed' },
        ],
      },
    ],
    [
      'requests without usage',
      [logged({}), logged({ input: undefined, output: 0, cost: 0n })],
      [{ ...usage, requests: 2, input: 20 }],
      { differences: [{ measure: 'input', cause: 'uncounted' }] },
    ],
  ]
  it.each(cases)('%s', (_, records, rows, expected) => {
    expect(reconcile(records, { rows }, () => '@main')).toMatchObject(expected)
  })

  it('so that the causes sum to the difference of the totals', () => {
    const model = fc.constantFrom('a', 'b')
    const cost = fc.bigInt(0n, 1000n)
    fc.assert(
      fc.property(
        fc.array(fc.record({ model, cost, isFailed: fc.boolean(), isCached: fc.boolean() }).map(logged), {
          maxLength: 6,
        }),
        fc.array(
          fc.oneof(
            fc.record({ day: fc.constant(day), model, cost }),
            fc.record({ day: fc.constant(day), fee: fc.constant('web_search'), cost }),
          ),
          { minLength: 1, maxLength: 6 },
        ),
        (records, rows) => {
          const { totals, causes } = reconcile(records, { rows }, () => '@main')
          const explained = causes.reduce((sum, { difference }) => sum + difference, 0n)
          const [total] = totals
          expect(explained).toBe((total?.logged ?? 0n) - (total?.billed ?? 0n))
        },
      ),
    )
  })
})

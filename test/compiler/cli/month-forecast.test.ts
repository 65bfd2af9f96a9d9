// What a month costs, by the traffic of a log: `diff --traffic` and `simulate --traffic` compare it with the budget of the manifest.
import { describe, expect, it } from 'vitest'
import { createMonthForecast, forecastSentence } from '../../../compiler/cli/traffic/month-forecast.ts'
import { openLogStore } from '../../../runtime/stores/logs/open-log-store.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const DAY = 86_400_000
const START = Date.parse('2026-11-01T00:00:00Z')

describe('a forecast', () => {
  const forecast = (...days: readonly (readonly [before: number, after: number])[]) => {
    const month = createMonthForecast()
    for (const [index, [before, after]] of days.entries()) {
      const time = START + index * DAY + DAY / 2
      month.see(time)
      month.add(time, before, after)
    }
    // The whole period, not only the hours with a cost.
    month.see(START)
    month.see(START + days.length * DAY)
    return month.result()
  }
  const sides = ({ before, after } = forecast()!) =>
    [before, after].map(({ dollars, p95 }) => [
      Math.round(dollars),
      p95 === undefined ? undefined : Math.round(p95),
    ])

  it('is 30 days like those of the log', () => {
    expect(sides(forecast([10, 20], [10, 20], [10, 20]))).toEqual([
      [300, undefined],
      [600, undefined],
    ])
  })

  it('has the p95 of a log of a week, which is the mean where all days are alike', () => {
    expect(sides(forecast(...Array.from({ length: 7 }, () => [10, 20] as const)))).toEqual([
      [300, 300],
      [600, 600],
    ])
  })

  it('widens the p95 by how much days differ, and by how few of them are known', () => {
    const weeks = (count: number) =>
      sides(
        forecast(
          ...Array.from({ length: 7 * count }, (_each, day): readonly [number, number] =>
            day % 7 < 5 ? [12, 24] : [5, 10],
          ),
        ),
      )
    // 7 days: mean 10, deviation of a day 3.4157, t of 6 degrees of freedom 1.9432: 300 + 1.9432 * sqrt(11.667 * (30 + 900 / 7)).
    expect(weeks(1)).toEqual([
      [300, 384],
      [600, 767],
    ])
    expect(weeks(4)[0]?.[1]).toBeLessThan(weeks(1)[0]?.[1] ?? 0)
  })

  it('has no result of one moment, or without a cost', () => {
    const month = createMonthForecast()
    month.see(START)
    month.add(START, 1, 1)
    expect(month.result()).toBe(undefined)
    const unknown = createMonthForecast()
    unknown.see(START)
    unknown.see(START + DAY)
    unknown.addUnknown()
    expect(unknown.result()).toBe(undefined)
  })

  it.each([
    [
      { dollars: 2310 },
      { dollars: 3870, p95: 4020 },
      4000,
      'This change moves the month from $2,310 to $3,870, p95 $4,020. The budget of a month is $4,000, which is less.',
    ],
    [
      { dollars: 2310 },
      { dollars: 3870 },
      4000,
      'This change moves the month from $2,310 to $3,870. The budget of a month is $4,000.',
    ],
    [{ dollars: 5 }, { dollars: 5 }, undefined, 'A month costs $5.00, before and after this change.'],
    [
      undefined,
      { dollars: 0.004 },
      0,
      'A month costs $0.0040. The budget of a month is $0.00, which is less.',
    ],
  ])('%o to %o with a budget of %s', (before, after, budget, sentence) => {
    expect(forecastSentence({ before, after }, budget)).toBe(sentence)
  })
})

const MANIFEST = `providers:
  openai: { provider: openai, api_key: '\${env:OPENAI_API_KEY}' }
prices:
  - { provider: openai, model: small, input: 1, output: 0 }
  - { provider: openai, model: large, input: 2, output: 0 }
`
const config = (model: string): string => `provider: "@openai"\noverride_params: { model: ${model} }\n`

/** A request every six hours of eight days, of a million tokens each: $1, or $2 at the large model. */
const record = (index: number, more: object = {}): string =>
  JSON.stringify({
    ...{ time: new Date(START + (index * DAY) / 4).toISOString(), path: '/v1/chat/completions', status: 200 },
    ...{ config: index % 2 === 0 ? 'chat' : 'other', model: 'small', tokens: { input: 1e6, output: 0 } },
    attempts: [{ at: 'config', provider: 'openai', status: 200, milliseconds: 100, model: 'small' }],
    ...more,
  })
const log = (more: object = {}): string =>
  Array.from({ length: 33 }, (_each, index) => record(index, more)).join('\n')

const project = (budget: string, records = log()): Record<string, string> => ({
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': config('small'),
  'after/gateway.yaml': `${MANIFEST}${budget}`,
  'after/configs/chat.yaml': config('large'),
  'log.jsonl': records,
})
const diff = async (files: Record<string, string>, ...words: readonly string[]) =>
  await portolan(['diff', '.', 'after', '--traffic', 'log.jsonl', ...words], temporaryFolder(files))

describe('diff --traffic', () => {
  // 17 of 33 requests are of the config: $33 and $50 in 8 days.
  it('says what the change does to a month, also for requests of other configs', async () => {
    const { out } = await diff(project(''))
    expect(out).toContain('This change moves the month from $123.75 to $187.50')
    expect(out).toContain('A month is 30 days like the 8.0 days of the log, by the cost of 33 requests.')
  })

  it.each([
    ['fails above the budget', 'budgets: { month: 150 }\n', [], 1],
    ['does not below it', 'budgets: { month: 500 }\n', ['--fail-on', 'security'], 0],
    ['does not with --fail-on never', 'budgets: { month: 150 }\n', ['--fail-on', 'never'], 0],
    ['fails whatever the level', 'budgets: { month: 150 }\n', ['--fail-on', 'security'], 1],
  ] as const)('%s', async (_title, budget, words, code) => {
    expect((await diff(project(budget), ...words)).code).toBe(code)
  })

  it('does not fail where an expensive month becomes cheaper', async () => {
    const { 'gateway.yaml': _manifest, ...files } = project('')
    const cheaper = {
      ...files,
      'gateway.yaml': MANIFEST,
      'after/gateway.yaml': `${MANIFEST.replace('model: small, input: 1', 'model: small, input: 0.9')}budgets: { month: 50 }\n`,
      'after/configs/chat.yaml': config('small'),
    }
    expect((await diff(cheaper, '--fail-on', 'security')).code).toBe(0)
  })

  it('points at the budget, in formats of findings', async () => {
    const { out } = await diff(project('budgets: { month: 150 }\n'), '--format', 'one-line')
    expect(out).toMatch(
      /^after\/gateway\.yaml:6:19: error: This change moves the month .*which is less\. .*\[month-above-budget\]$/m,
    )
  })

  it('has it in JSON and in the comment', async () => {
    const { out } = await diff(project('budgets: { month: 150 }\n'), '--format', 'json')
    expect(JSON.parse(out).recorded.month).toMatchObject({
      before: { dollars: 123.75 },
      after: { dollars: 187.5 },
      ...{ days: 8, requests: 33, unknown: 0, budget: 150 },
    })
    const comment = (await diff(project('budgets: { month: 150 }\n'), '--format', 'markdown')).out
    expect(comment.split('\n')[2]).toContain('This change moves the month from \\$123.75 to \\$187.50')
  })

  it('takes what was billed, and not only the price of the tokens', async () => {
    // $3 each, as fees of tools make it: the same share is added after the change.
    const { out } = await diff(project('', log({ cost: 3e9 })), '--format', 'json')
    const { month } = JSON.parse(out).recorded
    expect([month.before.dollars, month.after.dollars].map(Math.round)).toEqual([371, 563])
  })

  it('has the prices of the stored provider that is called', async () => {
    const files = project('', log({ slug: 'openai' }))
    const dearer = `${MANIFEST}  - { provider: "@openai", model: small, input: 3, output: 0 }\n`
    const { out } = await diff(
      { ...files, 'after/gateway.yaml': dearer, 'after/configs/chat.yaml': config('small') },
      '--format',
      'json',
    )
    const { before, after } = JSON.parse(out).recorded.month
    expect([before.dollars, after.dollars]).toEqual([123.75, 371.25])
  })

  it('takes a stated charge without a price where requests go where they went', async () => {
    const unpriced = MANIFEST.replace(/prices:[\s\S]*/, '')
    const charged = log({ cost: 1e9, slug: 'openai' })
    const files = { 'gateway.yaml': unpriced, 'after/gateway.yaml': unpriced, 'log.jsonl': charged }
    const monthOf = async (after: string) =>
      JSON.parse(
        (
          await diff(
            { ...files, 'configs/chat.yaml': config('small'), 'after/configs/chat.yaml': after },
            '--format',
            'json',
          )
        ).out,
      ).recorded.month
    expect(await monthOf(`${config('small')}request_timeout: 5000\n`)).toMatchObject({
      ...{ before: { dollars: 123.75 }, after: { dollars: 123.75 }, requests: 33, unknown: 0 },
    })
    expect(await monthOf(config('large'))).toMatchObject({ requests: 16, unknown: 17 })
  })

  it('says how many requests are in no sum', async () => {
    const { out } = await diff(project('', `${log()}\n${record(3, { tokens: undefined })}`))
    expect(out).toContain('1 is in no sum: tokens, a price or the way of the request are not known.')
  })
})

describe('diff --log', () => {
  it('takes the log of the gateway', async () => {
    const { 'log.jsonl': _log, ...files } = project('')
    const stored = `${MANIFEST}store: sqlite:.portolan/store.db\ntelemetry: { log_store: {} }\n`
    const folder = temporaryFolder({ ...files, 'gateway.yaml': stored })
    await portolan(['push', '--promote'], folder)
    const store = await openLogStore('sqlite:.portolan/store.db', { folder })
    const now = Date.now()
    const lines = [0, 1, 2].map(index =>
      record(index, {
        ...{ id: String(index).padStart(32, '0'), trace: `t${index}`, method: 'POST', workspace: 'default' },
        ...{ endpoint: 'chat/completions', milliseconds: 9, plan: '000000000000', bytesIn: 1, bytesOut: 1 },
        time: new Date(now - index * DAY).toISOString(),
        tokens: { input: 1e6, output: 0, source: 'provider' },
      }),
    )
    await store.append({ id: 'records', lines: lines.join('\n') })
    await store.close()
    const { out } = await portolan(['diff', '.', 'after', '--log', '7d', '--format', 'json'], folder)
    // Of three dollars in two days, two become four.
    const { before, after } = JSON.parse(out).recorded.month
    expect([before.dollars, after.dollars]).toEqual([45, 75])
  })
})

describe('simulate --traffic', () => {
  const simulate = async (budget: string) =>
    await portolan(
      ['simulate', '--traffic', 'log.jsonl', '--config', 'chat'],
      temporaryFolder({
        'gateway.yaml': `${MANIFEST}${budget}`,
        'configs/chat.yaml': config('small'),
        'log.jsonl': log(),
      }),
    )

  it('says what a month of the config costs, and fails above the budget', async () => {
    // 17 requests of a dollar in 8 days, of which the first begins the period.
    expect((await simulate('')).out).toMatch(/A month costs \$6\d\.\d\d/)
    const { code, out } = await simulate('budgets: { month: 10 }\n')
    expect([code, out]).toEqual([
      1,
      expect.stringContaining('The budget of a month is $10.00, which is less.'),
    ])
    expect((await simulate('budgets: { month: 100 }\n')).code).toBe(0)
  })
})

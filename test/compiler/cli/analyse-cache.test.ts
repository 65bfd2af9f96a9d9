// `portolan analyse --only cache`: what makes the prompts of a conversation differ or go to another cache, as a table, and its loss by a log.
import { describe, expect, it } from 'vitest'
import { models } from '../../../schemas/generated/models.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `providers:
  one: { provider: openai, api_key: "\${env:ONE}" }
  two: { provider: openai, api_key: "\${env:TWO}" }
  mock: { provider: mock }
`

interface CacheCase {
  readonly title: string
  readonly config: string
  readonly manifest?: string
  /** The kinds of causes, a load balancer with the share that stays at its target. */
  readonly causes: readonly string[]
}

const balance = (targets: string): string => `strategy: { mode: loadbalance }\ntargets: [${targets}]`

const PREFIX = (parameters: string): string =>
  `provider: "@one"\ninput_guardrails: [{ id: hint, addPrefix: { prefix: "Be brief. "${parameters} } }]`

const CASES: readonly CacheCase[] = [
  {
    title: 'two accounts of one model, in halves',
    config: balance('{ provider: "@one" }, { provider: "@two" }'),
    causes: ['balance 0.5'],
  },
  {
    title: 'three to one',
    config: balance('{ provider: "@one", weight: 3 }, { provider: "@two", weight: 1 }'),
    causes: ['balance 0.625'],
  },
  {
    title: 'one target with practically everything',
    config: balance('{ provider: "@one", weight: 99 }, { provider: "@two", weight: 1 }'),
    causes: [],
  },
  {
    title: 'a target without weight',
    config: balance('{ provider: "@one", weight: 1 }, { provider: "@two", weight: 0 }'),
    causes: [],
  },
  {
    title: 'the same account twice',
    config: balance('{ provider: "@one" }, { provider: "@one", request_timeout: 1000 }'),
    causes: [],
  },
  {
    title: 'two models of one account',
    config: balance(
      '{ provider: "@one", override_params: { model: gpt-6-sol } }, { provider: "@one", override_params: { model: gpt-6.1-sol } }',
    ),
    causes: ['balance 0.5'],
  },
  {
    title: 'a provider without a cache beside one that has one',
    config: balance('{ provider: "@one" }, { provider: "@mock" }'),
    causes: ['balance 0.5'],
  },
  {
    title: 'only providers without a cache',
    config: balance('{ provider: "@mock" }, { provider: "@mock", override_params: { model: m } }'),
    causes: [],
  },
  {
    title: 'a fallback',
    config: 'strategy: { mode: fallback }\ntargets: [{ provider: "@one" }, { provider: "@two" }]',
    causes: [],
  },
  { title: 'a prefix of the last message', config: PREFIX(''), causes: ['moving-prefix'] },
  { title: 'a prefix of the first message', config: PREFIX(', message: first'), causes: [] },
  { title: 'a prefix of the system message', config: PREFIX(', applyToRole: system'), causes: [] },
  {
    title: 'such a prefix of a guard of the gateway',
    config: 'provider: "@one"',
    manifest: `${MANIFEST}guardrails: { hint: { addPrefix: { prefix: "Be brief. " } } }\ninput_guardrails: [hint]\n`,
    causes: ['moving-prefix'],
  },
]

interface CauseFacts {
  readonly kind: string
  readonly sameTarget?: number
  readonly possible?: number
  readonly dollars?: number
  readonly monthly?: number
}

async function causesOf(files: Record<string, string>, ...more: readonly string[]) {
  const args = ['analyse', '.', '--only', 'cache', '--format', 'json', ...more]
  const { out, complaints } = await portolan(args, temporaryFolder(files))
  expect(complaints).toBe('')
  const { configs } = JSON.parse(out) as {
    readonly configs: { readonly chat: { readonly cache: { readonly causes: readonly CauseFacts[] } } }
  }
  return configs.chat.cache.causes
}

const FIRST = Date.parse('2026-05-01T00:00:00Z')
const DAY = 86_400_000

/** A day of requests with 100,000 tokens of input each, of which so many were read from a cache. */
const logOf = (cached: number, more: object = {}): string =>
  Array.from({ length: 3 }, (_, index) =>
    JSON.stringify({
      time: new Date(FIRST + (index * DAY) / 2).toISOString(),
      path: '/v1/chat/completions',
      config: 'chat',
      model: 'gpt-6-sol',
      tokens: { input: 100_000, output: 10, cached },
      attempts: [{ provider: 'openai', status: 200, milliseconds: 900 }],
      ...more,
    }),
  ).join('\n')

/** US dollars per million tokens at the list price. */
const { input = 0, cached = 0 } = (() => {
  const found = models['openai']?.find(({ id }) => id === 'gpt-6-sol') as
    | { readonly input?: number; readonly cached?: number; readonly price?: Record<string, number> }
    | undefined
  return { input: found?.input ?? found?.price?.['input'], cached: found?.cached ?? found?.price?.['cached'] }
})()

describe('analyse --only cache', () => {
  it.each(CASES)('finds $causes for $title', async ({ config, manifest = MANIFEST, causes }) => {
    const found = await causesOf({ 'gateway.yaml': manifest, 'configs/chat.yaml': config })
    expect(
      found.map(({ kind, sameTarget }) => (sameTarget === undefined ? kind : `${kind} ${sameTarget}`)),
    ).toEqual(causes)
  })

  it('estimates what a load balancer loses by the cached share of a log', async () => {
    expect([input > 0, cached < input]).toEqual([true, true])
    const [cause] = await causesOf(
      {
        'gateway.yaml': MANIFEST,
        'configs/chat.yaml': balance('{ provider: "@one" }, { provider: "@two" }'),
        'log.jsonl': logOf(30_000),
      },
      '--traffic',
      'log.jsonl',
    )
    expect(cause?.possible).toBeCloseTo(0.6)
    // 0.3 of 300,000 tokens, over a day.
    expect(cause?.dollars).toBeCloseTo(0.09 * (input - cached), 6)
    expect(cause?.monthly).toBeCloseTo(30 * 0.09 * (input - cached), 4)
  })

  it('estimates what the constant text behind a variable costs', async () => {
    const text = 'constant '.repeat(1_000)
    const files = {
      'gateway.yaml': MANIFEST,
      'configs/chat.yaml': 'provider: "@one"',
      'prompts/support.json': JSON.stringify({
        config: 'chat',
        variables: { question: { type: 'string' } },
        messages: [{ role: 'system', content: `You help {{question}}. ${text}` }],
      }),
      'log.jsonl': logOf(0, { prompt: 'support@1' }),
    }
    const [cause] = await causesOf(files, '--traffic', 'log.jsonl')
    expect(cause).toMatchObject({ kind: 'varying-prefix', prompt: 'support', tokens: 2250 })
    expect(cause?.dollars).toBeCloseTo((3 * 2250 * (input - cached)) / 1e6, 6)
  })

  it('shows a config and its log on one screen', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'configs/chat.yaml': balance('{ provider: "@one" }, { provider: "@two" }'),
      'log.jsonl': logOf(30_000),
    })
    const { out, code } = await portolan(
      ['analyse', '.', '--only', 'cache', '--traffic', 'log.jsonl'],
      folder,
    )
    expect(code).toBe(0)
    expect(out).toContain(
      'log.jsonl: 30% of 300,000 input tokens of 3 requests were read from a cache; the input cost $',
    )
    expect(out).toMatch(/config +2 targets share conversations: 50% of the requests reach .* 60% +\$/)
  })

  it('is no part of the other analyses, which take no log', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': 'provider: "@one"' })
    expect((await portolan(['analyse'], folder)).out).not.toContain('Prompt cache')
    const { code, complaints } = await portolan(['analyse', '--traffic', 'log.jsonl'], folder)
    expect([code, complaints]).toEqual([64, expect.stringContaining('--lose and --only cache')])
  })
})

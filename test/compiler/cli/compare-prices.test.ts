// Published lists in both forms, and what is equal, differs and is unknown beside a list of three models.
import { describe, expect, it } from 'vitest'
import { comparePrices, formatComparison } from '../../../compiler/cli/prices/compare-prices.ts'
import { readPublishedList } from '../../../compiler/cli/prices/published-list.ts'
import { createPriceList } from '../../../runtime/providers/model-prices.ts'
import type { PlanPrice } from '../../../schemas/generated/types.ts'

const BY_TOKEN = {
  'gpt-a': { litellm_provider: 'openai', input_cost_per_token: 2e-6, output_cost_per_token: 1e-5 },
  'gemini/b': {
    litellm_provider: 'gemini',
    input_cost_per_token: 1e-6,
    output_cost_per_token: 4e-6,
    cache_read_input_token_cost: 0,
    input_cost_per_token_above_200k_tokens: 2e-6,
    input_cost_per_token_batches: 5e-7,
  },
  'vertex_ai/c@default': { litellm_provider: 'vertex_ai-anthropic_models', input_cost_per_token: 3e-6 },
  'accounts/x/d': { litellm_provider: 'fireworks_ai', input_cost_per_token: 1e-7 },
  'azure/eu/e': { litellm_provider: 'azure', input_cost_per_token: 1e-6 },
  f: { litellm_provider: 'openai', input_cost_per_token: 0, output_cost_per_token: 0 },
  g: { litellm_provider: 'openai', input_cost_per_second: 1e-4 },
}

const ENTRIES = {
  openai: { models: { 'gpt-a': { id: 'gpt-a', cost: { input: 2, output: 10, cache_read: 0.2 } } } },
  google: {
    chat: {
      b: {
        id: 'b',
        provider: 'google-vertex',
        cost: { input: 1, output: 4, cacheRead: 0, tiers: [{ inputTokensAbove: 200000, input: 2 }] },
      },
    },
  },
  xai: {
    models: { c: { id: 'c', cost: { input: 3, output: 15, context_over_200k: { input: 6, output: 22.5 } } } },
  },
  mistral: { models: { d: { id: 'd', cost: { input: 0, output: 0 } }, e: { id: 'e' } } },
}

describe('A published list', () => {
  it('has prices for one token', () => {
    expect(readPublishedList(BY_TOKEN)).toEqual([
      { provider: 'openai', model: 'gpt-a', table: { input: 2, output: 10 }, batch: {} },
      {
        provider: 'google',
        model: 'b',
        table: { input: 1, output: 4, above: [{ tokens: 200_000, input: 2 }] },
        batch: { input: 0.5 },
      },
      { provider: 'vertex', model: 'c@default', table: { input: 3 }, batch: {} },
      { provider: 'fireworks', model: 'accounts/x/d', table: { input: 0.1 }, batch: {} },
    ])
  })

  it('has entries with a cost, below providers or naming them', () => {
    expect(readPublishedList(ENTRIES).map(({ provider, model, table }) => [provider, model, table])).toEqual([
      ['openai', 'gpt-a', { input: 2, output: 10, cached: 0.2 }],
      ['vertex', 'b', { input: 1, output: 4, above: [{ tokens: 200_000, input: 2 }] }],
      ['xai', 'c', { input: 3, output: 15, above: [{ tokens: 200_000, input: 6, output: 22.5 }] }],
    ])
  })

  it.each([[[]], [null], ['text'], [{}], [{ openai: 1 }]])('has none in %j', json => {
    expect(readPublishedList(json)).toEqual([])
  })
})

const price = (model: string, table: PlanPrice['table']): PlanPrice =>
  ({ provider: 'openai', model, table }) as PlanPrice

describe('A comparison', () => {
  const list = createPriceList([
    price('own-a', { input: 2, output: 10, cached: 0.5, above: [{ tokens: 200_000, input: 4, output: 15 }] }),
    price('own-b', { input: 1.001, output: 4 }),
  ])
  const compare = (models: object) => {
    const published = readPublishedList({ openai: models, unheard: { x: { id: 'x', cost: { input: 1 } } } })
    return comparePrices(list, published, new Set(['openai']), 0)
  }

  it('names what differs by unit, a band at its size, and what is unknown', () => {
    const a = {
      input: 2,
      output: 12,
      cache_write: 9,
      tiers: [{ inputTokensAbove: 272_000, input: 5, output: 15 }],
    }
    expect(
      compare({
        a: { id: 'own-a', cost: a },
        b: { id: 'own-b', cost: { input: 1, output: 4 } },
        c: { id: 'own-c', cost: { input: 1, output: 4 } },
      }),
    ).toEqual({
      equal: ['openai own-b'],
      differing: ['openai own-a'],
      unknown: ['openai own-c'],
      because: { 'openai own-c': 'unlisted' },
      differences: [
        { provider: 'openai', model: 'own-a', unit: 'output', ours: 10, theirs: 12 },
        { provider: 'openai', model: 'own-a', unit: 'input above 272000', ours: 4, theirs: 5 },
      ],
    })
  })

  it('takes the price below a band that only the other list has', () => {
    const { differences } = compare({
      b: { id: 'own-b', cost: { input: 1, output: 4, tiers: [{ inputTokensAbove: 1000, input: 2 }] } },
    })
    expect(differences.map(({ unit, ours, theirs }) => [unit, ours, theirs])).toEqual([
      ['input above 1000', 1.001, 2],
    ])
  })

  it('has the reason of each name without a price, as the vendor documents how it is billed', () => {
    const compared = {
      ...{ equal: [], differing: [], differences: [] },
      unknown: ['fireworks a', 'fireworks b', 'openai c'],
      because: { 'fireworks a': 'unlisted', 'fireworks b': 'unlisted', 'openai c': 'alias' },
    } as const
    expect(formatComparison(compared, false).slice(-2)).toEqual([
      '2 unknown: it is not served by the token: a deployment of it is billed by GPU second.',
      '1 unknown: what this alias names changes, and the list has no price of the alias itself.',
    ])
    expect(formatComparison(compared, true)).toContain(
      'Without a price here, since what this alias names changes, and the list has no price of the alias itself:',
    )
  })
})

// What fallbacks lose between two models, what is not known, and which targets are compared.
import { describe, expect, it } from 'vitest'
import type { CapabilityPair } from '../../../compiler/analyse/capabilities.ts'
import { pairsOf } from '../../support/capability-pairs.ts'

const STORED = {
  providers: Object.fromEntries(
    ['openai', 'anthropic', 'deepseek', 'google', 'groq', 'openrouter'].map(provider => [
      provider,
      { provider, api_key: '${env:KEY}' },
    ]),
  ),
}

/** Of a fallback from one model to another: `provider/model`. */
function pairOf(first: string, second: string, overrides: object = {}): CapabilityPair | undefined {
  const target = (name: string) => {
    const [provider = '', model] = name.split(/\/(.*)/)
    return { provider: `@${provider}`, ...(model === '' ? {} : { override_params: { model } }) }
  }
  const config = {
    strategy: { mode: 'fallback' },
    override_params: overrides,
    targets: [target(first), target(second)],
  }
  return pairsOf(config, STORED)[0]
}

const sentences = ({ losses = [] }: Partial<CapabilityPair> = {}): readonly string[] =>
  losses.map(({ feature, value, kind, parameters, becomes }) =>
    [feature, ...(value === undefined ? [] : [value]), kind, becomes ?? parameters.join(' ')]
      .join(' ')
      .trim(),
  )

const kindsOf = ({ unknown = [] }: Partial<CapabilityPair> = {}): readonly string[] =>
  unknown.map(({ kind, pointer }) => `${kind} ${pointer}`)

describe('of a pair of models', () => {
  it.each<readonly [string, string, object, readonly string[]]>([
    ['openai/gpt-5', 'openai/gpt-5-mini', {}, []],
    [
      'anthropic/claude-sonnet-4-5',
      'anthropic/claude-opus-5',
      {},
      [
        'a begun reply refused',
        'reasoning effort minimal changed low',
        'parameter temperature left-out temperature',
        'parameter temperature above 1 left-out temperature',
        'parameter top_p left-out top_p',
        'parameter top_k left-out top_k',
      ],
    ],
    [
      'anthropic/claude-opus-5',
      'openai/gpt-5',
      {},
      [
        'reasoning effort none changed minimal',
        'reasoning effort xhigh changed high',
        'reasoning effort max changed high',
        'signatures of thinking Claude left-out',
      ],
    ],
    [
      'openai/gpt-5.2',
      'deepseek/deepseek-v4-pro',
      {},
      [
        'one tool at a time left-out parallel_tool_calls',
        'a tool that must be called changed tool_choice',
        'a JSON schema changed response_format.json_schema',
        'reasoning effort medium changed high',
        'reasoning effort xhigh changed max',
        'parameter temperature left-out temperature',
        'parameter temperature above 1 left-out temperature',
        'parameter top_p left-out top_p',
        'parameter seed left-out seed',
      ],
    ],
    [
      'openai/gpt-4.1',
      'groq/openai/gpt-oss-120b',
      {},
      [
        'a JSON schema with tools changed response_format.json_schema',
        'reasoning effort none changed low',
        'parameter logprobs left-out logprobs top_logprobs',
        'parameter logit_bias left-out logit_bias',
      ],
    ],
    [
      'openai/gpt-5.2',
      'anthropic/claude-opus-4-6',
      { reasoning_effort: 'xhigh' },
      ['override changed max', 'a begun reply refused', 'parameter seed left-out seed'],
    ],
  ])('%s, then %s', (first, second, overrides, expected) => {
    expect(sentences(pairOf(first, second, overrides))).toEqual(expected)
  })

  it('a smaller context window', () => {
    expect(pairOf('anthropic/claude-opus-5', 'openai/gpt-5')?.smallerWindow).toEqual({
      from: 1_000_000,
      to: 400_000,
    })
    expect(pairOf('openai/gpt-5', 'anthropic/claude-opus-5')?.smallerWindow).toBeUndefined()
  })

  it.each<readonly [string, string, string, readonly string[]]>([
    [
      'a model of no family',
      'openai/gpt-4o',
      'openai/own-tuning',
      ['no-family /targets/1', 'no-window /targets/1'],
    ],
    ['a provider that adapts requests', 'openai/gpt-4o', 'openrouter/openai/gpt-4o', ['adapted /targets/1']],
    ['a model that the request names', 'openai/', 'openai/gpt-4o', ['model-of-request /targets/0']],
    ['a model of embeddings', 'openai/gpt-4o', 'openai/text-embedding-3-small', ['no-chats /targets/1']],
    ['images', 'openai/gpt-4o', 'deepseek/deepseek-v4-pro', ['images /targets/1']],
    [
      'signatures that another model made',
      'anthropic/claude-sonnet-4-5',
      'anthropic/claude-opus-5',
      ['signatures /targets/1'],
    ],
  ])('what is not known: %s', (_title, first, second, expected) => {
    expect(kindsOf(pairOf(first, second))).toEqual(expected)
  })

  it('is compared below load balancers, each with the next', () => {
    const target = (model: string) => ({ provider: '@openai', override_params: { model } })
    const balance = (...models: readonly string[]) => ({
      strategy: { mode: 'loadbalance' },
      targets: models.map(target),
    })
    const pairs = pairsOf(
      {
        strategy: { mode: 'fallback' },
        targets: [balance('gpt-5', 'gpt-5-mini'), balance('gpt-4o', 'gpt-4.1')],
      },
      STORED,
    )
    expect(pairs.map(({ models }) => `${models?.from} ${models?.to}`)).toEqual([
      'gpt-5 gpt-4o',
      'gpt-5 gpt-4.1',
      'gpt-5-mini gpt-4o',
      'gpt-5-mini gpt-4.1',
    ])
  })
})

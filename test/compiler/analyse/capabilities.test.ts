// What fallbacks lose against the runtime: what the section says of a pair of targets is what is left out, changed or
// refused when the first of them is busy.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  analyseCapabilities,
  type CapabilityLoss,
  type CapabilityPair,
} from '../../../compiler/analyse/capabilities.ts'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { compileProject } from '../../../compiler/project.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { SAMPLE_CHATS, SIGNATURE } from '../../../runtime/providers/sample-chats.ts'
import { targets } from '../../runtime/link/fallback-dialects/targets.ts'
import { sha256 } from '../../support/bundle.ts'
import {
  CAPABILITY_MANIFEST,
  type CapabilityTarget,
  type ChatRun,
  configOf,
  fallbackOf,
  keyOf,
  runChats,
} from '../../support/capability-runs.ts'
import { realCatalog } from '../../support/catalog.ts'

function pairsOf(config: object, manifest: object = CAPABILITY_MANIFEST): readonly CapabilityPair[] {
  const input = (name: string, value: object) => ({
    source: { name, text: JSON.stringify(value) },
    read: readJson,
  })
  const { plans, gateway, diagnostics } = compileProject(
    { manifest: input('gateway.json', manifest), configs: new Map([['chat', input('chat.json', config)]]) },
    realCatalog,
    sha256,
  )
  const plan = plans.get('chat')
  if (plan === undefined || gateway === undefined)
    throw new Error(diagnostics.map(({ message }) => message).join('\n'))
  return analyseCapabilities(plan, analyseFailures(plan), gateway, realCatalog).pairs
}

const OVERRIDES = { temperature: 0.4, seed: 7, reasoning_effort: 'xhigh', stop: ['END'] }
const anyTarget: fc.Arbitrary<CapabilityTarget> = fc.record({
  target: fc.constantFrom(...targets),
  overrides: fc.subarray(Object.entries(OVERRIDES)).map(entries => Object.fromEntries(entries)),
})

const NONE: ChatRun = { dropped: new Set(), isRefused: false, sent: '' }
const minus = (names: Iterable<string>, ...others: readonly ReadonlySet<string>[]): ReadonlySet<string> =>
  new Set([...names].filter(name => !others.some(each => each.has(name))))

type Change = (losses: readonly CapabilityLoss[]) => readonly CapabilityLoss[]

/** Whether what is said of each feature is what happened. */
async function holds(first: CapabilityTarget, second: CapabilityTarget, change: Change): Promise<boolean> {
  const losses = change(pairsOf(fallbackOf(first, second))[0]?.losses ?? [])
  const before = await runChats(configOf(first))
  const after = await runChats(fallbackOf(first, second))
  const toldOf = (key: string): readonly CapabilityLoss[] =>
    losses.filter(loss => (loss.feature === 'override' ? 'plain' : keyOf(loss)) === key)
  const isSet = (name: string): boolean => name in first.overrides || name in second.overrides
  const samples = SAMPLE_CHATS.filter(({ chat }) => !Object.keys(chat).some(isSet))
  const cases = [
    { key: 'plain', said: [] },
    ...samples.map(sample => ({ key: keyOf(sample), said: ['plain', ...(sample.combines ?? [])] })),
  ]
  return (
    losses.every(loss => isSeen(loss, before, after)) &&
    cases.every(({ key, said }) =>
      agrees(toldOf(key), ownOutcome(before, key, said), ownOutcome(after, key, said)),
    )
  )
}

type Runs = ReadonlyMap<string, ChatRun>

/** What a chat came to, without what is said of the chats that it combines. */
function ownOutcome(runs: Runs, key: string, said: readonly string[]) {
  const { dropped, isRefused } = runs.get(key) ?? NONE
  const others = said.map(each => runs.get(each) ?? NONE)
  return {
    names: minus(dropped, ...others.map(run => run.dropped)),
    isRefused,
    wasSaid: others.some(run => run.isRefused),
  }
}

function agrees(
  told: readonly CapabilityLoss[],
  before: ReturnType<typeof ownOutcome>,
  after: ReturnType<typeof ownOutcome>,
): boolean {
  if (before.isRefused) return told.length === 0
  if (after.wasSaid) return true
  const isToldRefused = told.some(({ kind }) => kind === 'refused')
  if (after.isRefused || isToldRefused) return after.isRefused === isToldRefused
  const names = new Set(told.flatMap(({ parameters }) => parameters))
  return minus(after.names, before.names, names).size === 0 && minus(names, after.names).size === 0
}

/** Whether the body that was sent is the one that a loss speaks of. */
function isSeen(loss: CapabilityLoss, before: Runs, after: Runs): boolean {
  const bodyOf = (runs: Runs, key: string): string => (runs.get(key) ?? NONE).sent
  const body = bodyOf(after, keyOf(loss))
  if (loss.feature === 'signatures of thinking')
    return bodyOf(before, keyOf(loss)).includes(SIGNATURE) && !body.includes(SIGNATURE)
  if (loss.feature === 'reasoning effort' && loss.becomes !== undefined)
    return body === bodyOf(after, `reasoning effort ${loss.becomes}`)
  return loss.feature !== 'parameter' || (loss.kind === 'left-out') === (body === bodyOf(after, 'plain'))
}

const isOf =
  (kind: CapabilityLoss['kind']) =>
  (loss: CapabilityLoss): boolean =>
    loss.kind === kind

/** Sections with a mistake in them. */
const broken: readonly (readonly [title: string, change: Change])[] = [
  ['loses nothing', () => []],
  ['forgets refusals', losses => losses.filter(loss => !isOf('refused')(loss))],
  ['forgets changes', losses => losses.filter(loss => !isOf('changed')(loss))],
  ['forgets overrides', losses => losses.filter(({ feature }) => feature !== 'override')],
  [
    'takes changes for losses',
    losses => losses.map(loss => (isOf('changed')(loss) ? { ...loss, kind: 'left-out' } : loss)),
  ],
  [
    'names another effort',
    losses => losses.map(loss => (loss.becomes === undefined ? loss : { ...loss, becomes: 'medium' })),
  ],
  [
    'loses what the next target takes',
    losses => [...losses, { feature: 'parameter', value: 'stop', kind: 'left-out', parameters: ['stop'] }],
  ],
  [
    'loses signatures that were not there',
    losses => [
      ...losses,
      { feature: 'signatures of thinking', value: 'Claude', kind: 'left-out', parameters: [] },
    ],
  ],
]

describe('what a fallback loses', () => {
  const property = (change: Change) =>
    fc.asyncProperty(anyTarget, anyTarget, (first, second) => holds(first, second, change))

  it('is what the next target does not get', async () => {
    await fc.assert(
      property(losses => losses),
      { numRuns: 120 },
    )
  })

  it.each(broken)('is not what an analysis says that %s', async (_title, change) => {
    expect((await fc.check(property(change), { numRuns: 400, endOnFailure: true })).failed).toBe(true)
  })
})

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

describe('an override for which every chat is rejected', () => {
  it('is left out or changed in every chat, and some are', async () => {
    let count = 0
    for (const target of targets) {
      const spec = realCatalog.provider(target.stored['provider'] as string)
      const overrides = { ...OVERRIDES, top_k: 5, logit_bias: { '50256': -100 } }
      const names =
        spec === undefined
          ? []
          : realCatalog.alwaysDroppedOverrides(spec, { model: target.model, ...overrides })
      count += names.length
      const runs = await runChats(configOf({ target, overrides }))
      for (const [key, { dropped, isRefused }] of runs)
        expect(isRefused ? [] : names.filter(name => !dropped.has(name)), `${target.name}: ${key}`).toEqual(
          [],
        )
    }
    expect(count).toBeGreaterThan(0)
  })
})

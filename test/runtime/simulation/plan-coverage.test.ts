// The edges of plans, and that each is counted by a request that takes it and by no other.
import { describe, expect, it } from 'vitest'
import type { SimulatedRequest } from '../../../runtime/simulation/create-simulation.ts'
import { createPlanCoverage, planEdges } from '../../../runtime/simulation/plan-coverage.ts'
import { bundleOf, simulationOf } from '../../support/simulated-project.ts'

const OPENAI = { provider: '@openai' }
const CLAUDE = { provider: '@anthropic', override_params: { model: 'claude-sonnet-5-5' } }
const DENY = { 'default.contains': { words: ['Hello'], operator: 'none' }, deny: true }
const NOTE = { 'default.contains': { words: ['Hello'], operator: 'none' } }
const BREAKER = { failure_threshold: 1, cooldown_interval: 30_000, failure_status_codes: [500] }
type Request = Partial<Pick<SimulatedRequest, 'given' | 'upstreams'>>
const FAILING: Request = { upstreams: { '@openai': { status: 500 } } }
const says = (content: string): Request => ({ given: { body: { messages: [{ role: 'user', content }] } } })
const query = (metadata: object) => ({ query: metadata })

const cases: readonly (readonly [
  title: string,
  config: object,
  requests: readonly Request[],
  taken: readonly string[],
  others: readonly string[],
])[] = [
  ['a call', OPENAI, [{}], ['calls config'], []],
  [
    'a retry that is not needed',
    { ...OPENAI, retry: { attempts: 1 } },
    [{}],
    ['calls config'],
    ['retries config'],
  ],
  ['a retry', { ...OPENAI, retry: { attempts: 1 } }, [FAILING], ['calls config', 'retries config'], []],
  [
    'a fallback that is not needed',
    { strategy: { mode: 'fallback' }, targets: [OPENAI, CLAUDE] },
    [{}],
    ['calls config.targets[0] first'],
    ['falls over to config.targets[1]'],
  ],
  [
    'a fallback',
    { strategy: { mode: 'fallback' }, targets: [OPENAI, CLAUDE] },
    [FAILING],
    ['calls config.targets[0] first', 'falls over to config.targets[1]'],
    [],
  ],
  [
    'an open circuit',
    { strategy: { mode: 'fallback' }, targets: [{ ...OPENAI, cb_config: BREAKER }, CLAUDE] },
    [FAILING, FAILING],
    [
      'calls config.targets[0] first',
      'falls over to config.targets[1]',
      'skips config.targets[0], whose circuit is open',
    ],
    [],
  ],
  [
    'draws',
    { strategy: { mode: 'loadbalance' }, targets: [OPENAI, CLAUDE, { ...OPENAI, weight: 2 }] },
    [{ given: { draw: 0.3 } }],
    ['draws config.targets[1]'],
    ['draws config.targets[0]', 'draws config.targets[2]'],
  ],
  [
    'conditions that lead to one target are told apart',
    {
      strategy: {
        mode: 'conditional',
        conditions: [
          { ...query({ 'metadata.plan': 'paid' }), then: 'a' },
          { ...query({ 'metadata.plan': 'team' }), then: 'a' },
          { ...query({ 'metadata.size': { $gt: 3 } }), then: 'c' },
        ],
        default: 'b',
      },
      targets: [
        { ...OPENAI, name: 'a' },
        { ...CLAUDE, name: 'b' },
        { ...CLAUDE, name: 'c', retry: { attempts: 0 } },
      ],
    },
    [{ given: { metadata: { plan: 'team' } } }, {}],
    ['where metadata.plan is "team": config.targets[0]', 'where no condition matches: config.targets[1]'],
    ['where metadata.plan is "paid": config.targets[0]', 'where metadata.size is above 3: config.targets[2]'],
  ],
  [
    'a cache',
    { ...OPENAI, cache: { mode: 'simple' } },
    [{}, {}],
    ['replies from the cache of config', 'misses the cache of config'],
    [],
  ],
  [
    'a guard that denies',
    { ...OPENAI, input_guardrails: [DENY] },
    [says('Hello')],
    ['denied by the guards of config'],
    ['passed by the guards of config'],
  ],
  [
    'a guard that only marks',
    { ...OPENAI, input_guardrails: [NOTE] },
    [says('Hello'), says('Bye')],
    ['passed by the guards of config', 'failed by the guards of config'],
    [],
  ],
]

describe('coverage', () => {
  it.each(cases)('%s', async (_title, config, requests, taken, others) => {
    const bundle = bundleOf({ chat: config, other: config })
    const coverage = createPlanCoverage()
    const simulation = simulationOf(bundle, { observe: coverage.observe })
    for (const request of requests)
      await simulation.run({ config: 'chat', given: {}, upstreams: {}, ...request })
    const { chat } = bundle.plans
    const edges = chat === undefined ? [] : planEdges(chat)
    const labelsOf = (has: boolean) =>
      edges.filter(({ id }) => coverage.taken('chat').has(id) === has).map(({ label }) => label)
    // The plan of a guard has the call below it as an edge of its own only where a strategy leads to it.
    expect(labelsOf(true)).toEqual(expect.arrayContaining([...taken]))
    expect(labelsOf(true)).toHaveLength(taken.length)
    expect(labelsOf(false).toSorted()).toEqual(others.toSorted())
    expect(coverage.taken('other').size).toBe(0)
  })
})

// What the analysis says of flows is what happens: whatever a generated config sends is listed, a rule that is called proved is broken by
// no generated request, and the example of a refuted rule breaks it. Analyses with a planted mistake are found out.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowViolation } from '../../../compiler/analyse/flows/flow-rules.ts'
import { isAllowedOrigin } from '../../../compiler/analyse/flows/flow-rules.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { lowerManifest } from '../../../compiler/lower/manifest.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config, FlowRule } from '../../../schemas/generated/types.ts'
import { circuits, configs, draws, outcomes } from '../../support/arbitrary-config.ts'
import { crowdedQueries, queries, requests } from '../../support/arbitrary-query.ts'
import { brokenFlows, type FlowAnalysis, flowAnalysis } from '../../support/broken-flows.ts'
import { breaks, FLOW_MANIFEST, type FlowRun, type RealFlow, realFlows } from '../../support/flow-runs.ts'
import { runs } from '../../support/property-seed.ts'
import type { AttemptOutcome } from '../../support/routing-environment.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

const gateway = lowerManifest(FLOW_MANIFEST, tinyCatalog)

const HOSTS = ['api.openai.com', 'api.anthropic.com', 'models.example.com', 'gpu.example.com', 'mock']

const flowRules: fc.Arbitrary<FlowRule> = fc
  .record({
    when: fc.option(fc.oneof(queries, crowdedQueries), { nil: undefined }),
    about: fc.constantFrom<Pick<FlowRule, 'data' | 'secrets'>>(
      {},
      { data: ['messages'] },
      { secrets: ['@fast'] },
      { secrets: ['@slow', '${env:ONE}'] },
      { data: ['messages'], secrets: ['${env:FAST_KEY}'] },
    ),
    only: fc.subarray(HOSTS, { minLength: 1 }),
  })
  .map(({ when, about, only }) => ({ ...(when === undefined ? {} : { when: { ...when } }), ...about, only }))

const cases = fc.record({
  config: configs,
  rule: flowRules,
  runs: fc.array(
    fc.record({ incoming: requests, draws, outcomes, circuits }).map((numbers): FlowRun => {
      let calls = 0
      const outcomeOf = (): AttemptOutcome => {
        calls += 1
        return numbers.outcomes[(calls - 1) % numbers.outcomes.length] ?? { status: 200 }
      }
      const isOpen = (pointer: string): boolean =>
        numbers.circuits[(pointer.length + calls) % numbers.circuits.length] ?? false
      return { incoming: numbers.incoming, draws: numbers.draws, outcomeOf, isOpen }
    }),
    { minLength: 8, maxLength: 8 },
  ),
})
type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never

/** Draws that reach every target of the generated balances. */
const DRAWS = Array.from({ length: 1000 }, (_, index) => [
  (index * 0.6180339887498949 + 0.003) % 1,
  (index * 0.7548776662466927 + 0.5) % 1,
  (index * 0.5698402909980532 + 0.5) % 1,
])

/** Whether the example of a violation does what it says: some draws send it there. */
function happens({ config, rule }: Case, violation: FlowViolation): boolean {
  if (violation.kind === 'not decided') return true
  const { flow, pointer, example } = violation
  // Only what the naive interpreter knows: not headers of callers.
  if (flow.opening !== undefined || (flow.carried.kind === 'data' && flow.carried.data !== 'messages'))
    return true
  const carried = flow.carried.kind === 'data' ? flow.carried.data : flow.carried.secret
  /** As the innermost fallback around the call needs it. */
  const outcomeAt = (at: string): AttemptOutcome => {
    const { status = 500, error } =
      example.after.findLast(({ fallback }) => at.startsWith(`${fallback}/`)) ?? {}
    return { status, ...(error && { error }) }
  }
  return DRAWS.some(each =>
    realFlows(config, {
      incoming: example.request,
      draws: each,
      outcomeOf: call => outcomeAt(call.pointer),
      isOpen: at => example.after.some(({ pointer, status }) => status === undefined && pointer === at),
    }).some(
      real => real.pointer === pointer && real.carried === carried && breaks(rule, real, example.request),
    ),
  )
}

function holds({ list, judge }: FlowAnalysis, each: Case): boolean {
  const { config, rule, runs } = each
  const flows = list(optimise(lowerConfig(config as Config, tinyCatalog, STANDALONE)), gateway, tinyCatalog)
  const real = runs.map(run => ({ run, flows: realFlows(config, run) }))
  const isListed = (flow: RealFlow): boolean =>
    flows.routes.some(
      ({ route, flows: listed }) =>
        route.pointer === flow.pointer &&
        listed.some(
          ({ carried, to }) =>
            to.kind === 'origin' &&
            to.origin === flow.origin &&
            (carried.kind === 'data' ? carried.data : carried.secret) === flow.carried,
        ),
    )
  if (!real.every(run => run.flows.every(isListed))) return false
  const violations = judge(rule, flows)
  if (violations.length === 0)
    return !real.some(({ run, flows: sent }) => sent.some(flow => breaks(rule, flow, run.incoming)))
  return violations.every(violation => happens(each, violation))
}

describe('flows', () => {
  it('list all that is sent; what is proved holds, and examples break what is refuted', () => {
    fc.assert(
      fc.property(cases, each => holds(flowAnalysis, each)),
      { numRuns: runs(240) },
    )
  })

  it.each(brokenFlows)('are not those of an analysis that $title', analysis => {
    const property = fc.property(cases, each => holds(analysis, each))
    expect(fc.check(property, { numRuns: 6_000, endOnFailure: true }).failed).toBe(true)
  })
})

const BREAKER = { cb_config: { failure_threshold: 3, cooldown_interval: 30_000 } }
const FAST = { provider: '@fast' }
const SLOW = { provider: '@slow' }

/** Configs with a target at @slow, which no reply leads to: the circuits that are open in a run that reaches it. */
const byCircuits: readonly (readonly [
  title: string,
  targets: readonly object[],
  open: readonly string[] | undefined,
])[] = [
  ['a target', [{ ...FAST, ...BREAKER }, SLOW], ['/targets/0']],
  [
    'several targets',
    [{ ...FAST, ...BREAKER }, { ...FAST, ...BREAKER, retry: { attempts: 1 } }, SLOW],
    ['/targets/0', '/targets/1'],
  ],
  [
    'a load balancer, all of whose targets with weight have one',
    [
      {
        strategy: { mode: 'loadbalance' },
        targets: [
          { ...FAST, ...BREAKER },
          { ...FAST, ...BREAKER, retry: { attempts: 1 } },
          { ...FAST, weight: 0 },
        ],
      },
      SLOW,
    ],
    ['/targets/0/targets/0', '/targets/0/targets/1'],
  ],
  [
    'the target that the request chooses',
    [
      {
        strategy: {
          mode: 'conditional',
          conditions: [{ query: { 'metadata.plan': 'team' }, then: 'safe' }],
          default: 'bare',
        },
        targets: [
          { name: 'safe', ...FAST, ...BREAKER },
          { name: 'bare', ...FAST },
        ],
      },
      SLOW,
    ],
    ['/targets/0/targets/0'],
  ],
  ['a target without a breaker, which is never skipped', [FAST, SLOW], undefined],
]

describe('a target that is called only while circuits are open is reached, and the run is shown', () => {
  it.each(byCircuits)('%s', (_title, targets, open) => {
    const config = { strategy: { mode: 'fallback', on_status_codes: [] }, targets } as Config
    const plan = optimise(lowerConfig(config, tinyCatalog, STANDALONE))
    const rule: FlowRule = { data: ['messages'], only: ['api.openai.com', 'models.example.com'] }
    const violations = flowAnalysis.judge(rule, flowAnalysis.list(plan, gateway, tinyCatalog))
    const shown = violations.map(violation => {
      if (violation.kind === 'not decided') throw new Error(violation.because)
      const { request, after } = violation.example
      return { metadata: request.metadata, open: after.map(({ pointer }) => pointer) }
    })
    const chosen = open?.[0] === '/targets/0/targets/0' && open.length === 1
    expect(shown).toEqual(open === undefined ? [] : [{ metadata: chosen ? { plan: 'team' } : {}, open }])
    const [violation] = violations
    if (violation !== undefined) expect(happens({ config, rule, runs: [] }, violation)).toBe(true)
  })

  it('is not reached by a request that the rule is not about', () => {
    const config = {
      strategy: { mode: 'fallback', on_status_codes: [] },
      targets: [byCircuits[3]?.[1][0], SLOW],
    } as Config
    const plan = optimise(lowerConfig(config, tinyCatalog, STANDALONE))
    const rule: FlowRule = {
      when: { 'metadata.plan': 'free' },
      data: ['messages'],
      only: ['api.openai.com', 'models.example.com'],
    }
    expect(flowAnalysis.judge(rule, flowAnalysis.list(plan, gateway, tinyCatalog))).toEqual([])
  })
})

describe('hosts of a rule', () => {
  it.each<readonly [string, string, boolean]>([
    ['https://api.eu.example', '*.eu.example', true],
    ['https://eu.example', '*.eu.example', false],
    ['https://eu.example.evil.example', '*.eu.example', false],
    ['https://noteu.example', 'eu.example', false],
    ['http://gpu.example:8080', 'gpu.example', true],
    ['http://gpu.example:8080', 'gpu.example:8081', false],
    ['https://gpu.example', 'gpu.example:443', true],
    ['http://gpu.example', 'https://gpu.example', false],
    ['https://gpu.example:8443', 'https://gpu.example', false],
    ['https://API.example', 'api.EXAMPLE', true],
    ['http://[::1]:8080', '[::1]', true],
  ])('%s and %s: %s', (origin, pattern, expected) => {
    expect(isAllowedOrigin(origin, [pattern])).toBe(expected)
  })
})

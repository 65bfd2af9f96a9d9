// Single outcomes against the failure table, each one that a table, or a reading of it, has missed: what happened on the
// runtime's own linked nodes, and that the table says so.
import { describe, expect, it } from 'vitest'
import { analyseFailures } from '../../../compiler/analyse/failure-table.ts'
import { type Outcome, outcomesOf } from '../../../compiler/analyse/outcome.ts'
import { STANDALONE } from '../../../compiler/facts/environment.ts'
import { lowerConfig } from '../../../compiler/lower/lower.ts'
import { optimise } from '../../../compiler/optimise/optimise.ts'
import type { Config } from '../../../schemas/generated/types.ts'
import { deviation } from '../../support/follows-table.ts'
import { onHosts, type RouteTrace, traceRoute } from '../../support/route-trace.ts'
import { tinyCatalog } from '../../support/tiny-catalog.ts'

interface FailureCase {
  readonly title: string
  readonly config: Config
  /** Of every host; a success with 200 if absent. */
  readonly outcome?: Outcome
  /** Of the guards. */
  readonly fails?: 'request' | 'both'
  /** Each target as called, its attempts, and those that its circuit counted. */
  readonly visits: readonly (readonly [at: string, attempts: number, counted: number])[]
  readonly reply: Pick<RouteTrace, 'status' | 'endsWithErrorEvent'>
}

const CUT: Outcome = { kind: 'cut-after-content' }
const PAID = { 'metadata.plan': 'paid' }
const ENDED = { status: 200, endsWithErrorEvent: false }
const target = (more: Config = {}): Config => ({ provider: 'openai', api_key: '${env:ONE}', ...more })
const breaker = { cb_config: { failure_threshold: 5, cooldown_interval: 30_000 } }
const input: Config = { input_guardrails: [{ id: 'in', regexMatch: { rule: 'x' } }] }
const output: Config = { output_guardrails: [{ id: 'out', wordCount: { maxWords: 9 } }] }
const retryOn = (...codes: readonly number[]): Config => ({ retry: { attempts: 1, on_status_codes: codes } })

const cases: readonly FailureCase[] = [
  {
    title: 'a position below different conditions has the first targets of each',
    config: {
      strategy: { mode: 'conditional', conditions: [{ query: PAID, then: 'inner' }], default: 'inner' },
      targets: [
        {
          name: 'inner',
          strategy: {
            mode: 'conditional',
            conditions: [
              { query: { 'metadata.app_name': 'x' }, then: 'other' },
              { query: PAID, then: 'paid' },
            ],
            default: 'free',
          },
          targets: [target({ name: 'other' }), target({ name: 'paid' }), target({ name: 'free' })],
        },
      ],
    },
    visits: [['config.targets[0].targets[2]', 1, 0]],
    reply: ENDED,
  },
  {
    title: 'of retries that list 200, the last counts a cut after content',
    config: target({ ...retryOn(200), ...breaker }),
    outcome: CUT,
    visits: [['config', 2, 1]],
    reply: { status: 200, endsWithErrorEvent: true },
  },
  {
    title: 'a fallback that lists 200 counts a cut after content at the last target alone',
    config: {
      strategy: { mode: 'fallback', on_status_codes: [200] },
      ...breaker,
      targets: [target(), target()],
    },
    outcome: CUT,
    visits: [
      ['config.targets[0]', 1, 0],
      ['config.targets[1]', 1, 1],
    ],
    reply: { status: 200, endsWithErrorEvent: true },
  },
  {
    title: 'guards that hold streams see the cut of the last attempt, where retries list 200',
    config: target({
      ...retryOn(200),
      ...breaker,
      output_guardrails: [{ id: 'out', deny: true, wordCount: {} }],
    }),
    outcome: CUT,
    visits: [['config', 2, 1]],
    reply: { status: 502, endsWithErrorEvent: false },
  },
  {
    title: 'a request that fails a guard is 246 before the reply is known to fail, and is not retried',
    config: target({ ...retryOn(246), ...input, ...output }),
    fails: 'both',
    visits: [['config', 1, 0]],
    reply: { status: 246, endsWithErrorEvent: false },
  },
  {
    title: 'a stream that is cut after its request failed a guard has begun as 246',
    config: target({ ...input, ...breaker }),
    outcome: CUT,
    fails: 'request',
    visits: [['config', 1, 1]],
    reply: { status: 246, endsWithErrorEvent: true },
  },
  {
    title: 'a fallback that lists 246 gives up the stream of a request that failed a guard',
    config: {
      strategy: { mode: 'fallback', on_status_codes: [246] },
      ...input,
      ...breaker,
      targets: [target(), target()],
    },
    outcome: CUT,
    fails: 'request',
    visits: [
      ['config.targets[0]', 1, 0],
      ['config.targets[1]', 1, 1],
    ],
    reply: { status: 246, endsWithErrorEvent: true },
  },
]

describe('the failure table and the runtime agree', () => {
  it.each(cases)('$title', async ({ config, outcome, fails, visits, reply }) => {
    const plan = optimise(
      lowerConfig(
        onHosts(config, leaf => leaf),
        tinyCatalog,
        STANDALONE,
      ),
    )
    const all = outcomesOf(plan)
    const happens = outcome ?? all[0]
    if (happens === undefined) throw new Error('A plan has no outcomes.')
    const script = {
      stream: true,
      draws: [0],
      outcomeOf: () => happens,
      requestFails: fails !== undefined,
      replyFails: fails === 'both',
    }
    const trace = await traceRoute(plan, script)
    expect(trace.visits.map(({ at, attempts, counted }) => [at, attempts, counted])).toEqual(visits)
    expect(trace).toMatchObject(reply)
    expect(deviation(analyseFailures(plan), trace, script)).toBeUndefined()
  })
})

describe('while only its own circuit is open, a request goes on to', () => {
  const guarded = target({ ...breaker })
  it.each<readonly [string, Config, readonly string[] | undefined, readonly string[]]>([
    [
      'the next target of a fallback that no reply triggers',
      { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [guarded, target()] },
      ['/targets/1'],
      ['config.targets[1]'],
    ],
    [
      'the next target of a fallback',
      { strategy: { mode: 'fallback' }, targets: [guarded, target(), target()] },
      ['/targets/1'],
      ['config.targets[1]'],
    ],
    [
      'the first target of the next child, out of nested fallbacks',
      {
        strategy: { mode: 'fallback', on_status_codes: [] },
        targets: [
          { strategy: { mode: 'fallback', on_status_codes: [] }, targets: [guarded] },
          { strategy: { mode: 'fallback' }, targets: [target(), target()] },
        ],
      },
      ['/targets/1/targets/0'],
      ['config.targets[1].targets[0]'],
    ],
    [
      'itself where it is the only one',
      { strategy: { mode: 'fallback' }, targets: [guarded] },
      undefined,
      ['config.targets[0]'],
    ],
    [
      'whatever a load balancer draws',
      { strategy: { mode: 'loadbalance' }, targets: [guarded, target()] },
      undefined,
      ['config.targets[1]'],
    ],
  ])('%s', async (_title, config, next, visits) => {
    const plan = lowerConfig(
      onHosts(config, leaf => leaf),
      tinyCatalog,
      STANDALONE,
    )
    const [success] = outcomesOf(plan)
    if (success === undefined) throw new Error('A plan has no outcomes.')
    const trace = await traceRoute(plan, {
      stream: false,
      draws: [0],
      outcomeOf: () => success,
      requestFails: false,
      replyFails: false,
      circuits: [true],
    })
    expect(trace.visits.map(({ at }) => at)).toEqual(visits)
    expect(analyseFailures(plan).routes.find(({ whenOpen }) => whenOpen !== undefined)?.nextWhenOpen).toEqual(
      next,
    )
  })
})

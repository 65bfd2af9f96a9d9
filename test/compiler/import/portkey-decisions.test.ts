// Generated Portkey configs decide as its documentation says after the import: a model of the documentation of our own is
// compared with the imported project in the simulation, request by request.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject } from '../../../schemas/values/json.ts'
import { decidingProject, pickByWeight } from '../../support/imported-decisions.ts'
import { importText } from '../../support/imported-project.ts'

const KEYS = ['ONE', 'TWO', 'THREE'] as const
const STATUSES = [200, 400, 429, 500, 503] as const
/** Documented for `retry` without statuses of its own. */
const RETRIED = [429, 500, 502, 503, 504]

const retry = fc.record(
  {
    attempts: fc.integer({ min: 0, max: 2 }),
    on_status_codes: fc.subarray([400, 429, 500], { minLength: 1 }),
  },
  { requiredKeys: ['attempts'] },
)
const settings = {
  weight: fc.integer({ min: 0, max: 5 }),
  retry,
  override_params: fc.record({ model: fc.constantFrom('m1', 'm2') }),
}
const target = fc.record(
  { virtual_key: fc.constantFrom(...KEYS), ...settings },
  { requiredKeys: ['virtual_key'] },
)
const query = fc.oneof(
  fc.record({ 'metadata.plan': fc.constantFrom('free', 'paid') }),
  fc.record({ 'metadata.plan': fc.record({ $ne: fc.constantFrom('free', 'paid') }) }),
  fc.record({ 'params.model': fc.record({ $in: fc.subarray(['asked', 'other'], { minLength: 1 }) }) }),
  fc.record({
    $or: fc.constant([{ 'metadata.plan': { $eq: 'free' } }, { 'params.temperature': { $gt: 0.5 } }]),
  }),
)

const node: fc.Memo<JsonObject> = fc.memo(depth =>
  depth <= 1 ? target : fc.oneof({ weight: 2, arbitrary: target }, { weight: 5, arbitrary: branch(depth) }),
)
const branch: fc.Memo<JsonObject> = fc.memo(depth =>
  fc
    .tuple(
      fc.constantFrom('loadbalance', 'fallback', 'conditional', 'single'),
      fc.array(node(depth - 1), { minLength: 1, maxLength: 3 }),
      fc.record(settings, { requiredKeys: [] }),
      fc.option(fc.subarray([429, 500, 503], { minLength: 1 }), { nil: undefined }),
      fc.array(query, { minLength: 1, maxLength: 2 }),
    )
    .map(([mode, children, own, codes, queries]) => {
      const targets: Json[] = children.map((child, index) => ({ name: `t${index}`, ...child }))
      const last = `t${targets.length - 1}`
      const strategy: Record<string, Json> = { mode }
      if (mode === 'fallback' && codes !== undefined) strategy['on_status_codes'] = codes
      if (mode === 'conditional') {
        strategy['conditions'] = queries.map((each, index) => ({
          query: each as JsonObject,
          then: `t${Math.min(index, targets.length - 1)}`,
        }))
        strategy['default'] = last
      }
      return { ...own, strategy, targets }
    }),
)

interface Asked {
  readonly plan: string | undefined
  readonly temperature: number
  readonly draw: number
  readonly statuses: Readonly<Record<string, number>>
}

const asked: fc.Arbitrary<Asked> = fc.record({
  plan: fc.constantFrom('free', 'paid', undefined),
  temperature: fc.constantFrom(0, 1),
  draw: fc.double({ min: 0, max: 0.9999, noNaN: true }),
  statuses: fc.record({
    ONE: fc.constantFrom(...STATUSES),
    TWO: fc.constantFrom(...STATUSES),
    THREE: fc.constantFrom(...STATUSES),
  }),
})

interface Settings {
  readonly attempts: number
  readonly codes: readonly Json[]
  readonly model: string
}

interface Outcome {
  readonly calls: readonly string[]
  readonly status: number
}

/** Undefined where all weights are 0: the documentation does not say what follows. */
function documented(config: JsonObject, above: Settings, request: Asked): Outcome | undefined {
  const { attempts, on_status_codes: codes } = asObject(config['retry'])
  const own = config['retry'] === undefined ? above : { attempts: Number(attempts), codes: RETRIED }
  const inherited: Settings = {
    ...own,
    ...(codes !== undefined && { codes: asList(codes) }),
    model: String(asObject(config['override_params'])['model'] ?? above.model),
  }
  const targets = asList(config['targets']).map(asObject)
  const strategy = asObject(config['strategy'])
  const of = (child: JsonObject | undefined): Outcome | undefined =>
    child && documented(child, inherited, request)
  switch (strategy['mode']) {
    case 'loadbalance':
      return of(
        pickByWeight(
          targets.map(each => ({ each, weight: Number(each['weight'] ?? 1) })),
          request.draw,
        )?.each,
      )
    case 'conditional': {
      const rule = asList(strategy['conditions']).find(each =>
        meets(asObject(asObject(each)['query']), request),
      )
      const name = rule === undefined ? strategy['default'] : asObject(rule)['then']
      return of(targets.find(each => each['name'] === name))
    }
    case 'fallback': {
      const calls: string[] = []
      let status = 0
      for (const each of targets) {
        const outcome = of(each)
        if (outcome === undefined) return undefined
        calls.push(...outcome.calls)
        status = outcome.status
        const listed = strategy['on_status_codes']
        if (listed === undefined ? status < 400 : !asList(listed).includes(status)) break
      }
      return { calls, status }
    }
    case 'single':
      return of(targets[0])
    default: {
      const key = String(config['virtual_key'])
      const status = request.statuses[key] ?? 200
      const count = inherited.codes.includes(status) ? 1 + inherited.attempts : 1
      return { calls: Array.from({ length: count }, () => `${key} ${inherited.model}`), status }
    }
  }
}

function meets(conditions: JsonObject, { plan, temperature }: Asked): boolean {
  return Object.entries(conditions).every(([key, test]) => {
    if (key === '$or') return asList(test).some(each => meets(asObject(each), { plan, temperature } as Asked))
    const value = { 'metadata.plan': plan, 'params.model': 'asked', 'params.temperature': temperature }[key]
    // A condition on metadata that a request does not have is not met, whatever its operator.
    if (value === undefined) return false
    if (typeof test === 'string') return value === test
    const { $eq, $ne, $gt, $in } = asObject(test)
    return (
      ($eq === undefined || value === $eq) &&
      ($ne === undefined || value !== $ne) &&
      ($gt === undefined || Number(value) > Number($gt)) &&
      ($in === undefined || asList($in).includes(String(value)))
    )
  })
}

describe('Portkey configs, as documented', () => {
  it('decide as the imported project', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        branch(3),
        fc.array(asked, { minLength: 3, maxLength: 3 }),
        async (config, requests) => {
          const decide = decidingProject(
            importText(JSON.stringify(config), 'config.json', { from: 'portkey' }),
          )
          for (const request of requests) {
            const expected = documented(config, { attempts: 0, codes: RETRIED, model: 'asked' }, request)
            if (expected === undefined) continue
            const { plan, temperature, draw, statuses } = request
            const given = {
              body: { model: 'asked', temperature },
              draw,
              ...(plan !== undefined && { metadata: { plan } }),
            }
            expect(await decide(given, statuses)).toEqual(expected)
          }
        },
      ),
      { numRuns: 20 },
    )
  })
})

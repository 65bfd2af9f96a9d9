// Generators of valid configs, of draws and of upstream outcomes. The pools of targets and settings are small on
// purpose: equal sub-plans must be frequent.
import fc from 'fast-check'
import type { Config, ErrorKind } from '../../schemas/generated/types.ts'
import { crowdedQueries, queries } from './arbitrary-query.ts'
import type { AttemptOutcome } from './routing-environment.ts'

const STATUSES = [199, 200, 201, 246, 299, 300, 400, 404, 408, 429, 446, 500, 502, 503, 529, 599]
const codeLists = fc.constantFrom<readonly number[]>(
  [],
  [429],
  [500, 502, 503],
  [429, 500],
  [408, 502],
  [200],
  [599, 246],
)

/** Without content_filter: it is what errors of no listed kind are about. */
const errorLists = fc.constantFrom<readonly ErrorKind[]>(
  ['context_length'],
  ['rate_limit'],
  ['connection', 'timeout'],
  ['auth', 'overloaded', 'connection'],
  ['invalid_request', 'context_length'],
)
const LISTED: readonly ErrorKind[] = [
  'context_length',
  'rate_limit',
  'timeout',
  'auth',
  'overloaded',
  'invalid_request',
]

const reference = (to: string): string => `\${${to}}`

/** What any config may say beside where it goes. */
const settings: fc.Arbitrary<Config> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Config>({}) },
  {
    weight: 1,
    arbitrary: fc.record<Config>(
      {
        override_params: fc.constantFrom(
          { model: 'small' },
          { model: 'large', options: { n: 1 } },
          { temperature: 0, options: { top: 2 } },
        ),
        retry: fc.record(
          { attempts: fc.integer({ min: 0, max: 2 }), on_status_codes: codeLists, on_errors: errorLists },
          { requiredKeys: ['attempts'] },
        ),
        request_timeout: fc.constantFrom(100, 5000),
        custom_host: fc.constantFrom('https://models.example.com/v1/', 'http://gpu.example.com:8080'),
        forward_headers: fc.constantFrom(['X-B', 'x-a'], ['x-b', 'X-A', 'x-B']),
        strict_vendor_compliance: fc.boolean(),
        input_guardrails: fc.constantFrom(
          [{ id: 'short', deny: true, wordCount: { maxWords: 5 } }],
          [
            { id: 'short', deny: true, wordCount: { maxWords: 5 } },
            { id: 'clean', deny: true, regexMatch: { rule: 'x' } },
          ],
          [{ id: 'own', deny: true, notNull: {} }],
          [],
        ),
        output_guardrails: fc.constant([{ id: 'reply', deny: true, wordCount: { maxWords: 9 } }]),
        before_request_hooks: fc.constant([
          { id: 'hook', deny: true, checks: [{ id: 'default.wordCount', parameters: { maxWords: 3 } }] },
        ]),
        after_request_hooks: fc.constant([]),
        cb_config: fc.constant({ failure_threshold: 2, cooldown_interval: 30_000 }),
        cache: fc.constantFrom({ mode: 'simple' as const }, { mode: 'simple' as const, max_age: 60 }),
      },
      { requiredKeys: [] },
    ),
  },
)

const bindings = fc.constantFrom<Config>(
  { provider: 'openai', api_key: reference('env:ONE') },
  { provider: 'vendor', api_key: reference('env:ONE'), vendor_organization: 'org' },
  { provider: 'anthropic', api_key: reference('file:/run/secrets/two'), anthropic_beta: 'beta' },
  { provider: 'mock', api_key: reference('env:THREE') },
  { provider: '@fast' },
  { provider: '@fast', vendor_project: 'p' },
  { virtual_key: 'slow' },
  { override_params: { model: '@fast/small' } },
  { provider: '@fast', override_params: { model: '@fast/large' } },
  { passthrough: true },
  {},
)

const leaves = fc.tuple(bindings, settings).map(([binding, more]): Config => ({ ...more, ...binding }))

interface Routing {
  readonly query: object
  readonly target: number
}

/** `target` counts round, so that every condition names a target that is there. */
function conditional(
  targets: readonly Config[],
  conditions: readonly Routing[],
  fallthrough: number,
): object {
  const nameOf = (number: number): string => `target-${number % targets.length}`
  const cases = conditions.map(
    ({ query, target }) =>
      [
        ['query', query],
        ['then', nameOf(target)],
      ] as const,
  )
  return {
    strategy: {
      mode: 'conditional',
      conditions: cases.map(each => Object.fromEntries(each)),
      default: nameOf(fallthrough),
    },
    targets: targets.map((target, index) => ({ ...target, name: nameOf(index) })),
  }
}

/** Somebody has weight; an absent weight is one. */
function balanced(targets: readonly Config[], weights: readonly (number | undefined)[]): object {
  const allZero = targets.every((_target, index) => weights[index] === 0)
  const weightedTargets = targets.map((target, index) => {
    const weight = allZero ? 1 : weights[index]
    return weight === undefined ? target : { ...target, weight }
  })
  return { strategy: { mode: 'loadbalance' }, targets: weightedTargets }
}

/** The codes stand in the strategy, or beside it, where they mean the same. */
function falling(
  targets: readonly Config[],
  codes: readonly number[] | undefined,
  errors: readonly ErrorKind[] | undefined,
  beside: boolean,
): object {
  const strategy = { mode: 'fallback', ...(errors && { on_errors: errors }) }
  if (codes === undefined) return { strategy, targets }
  if (beside) return { strategy, targets, on_status_codes: codes }
  return { strategy: { ...strategy, on_status_codes: codes }, targets }
}

const codeOptions = fc.option(codeLists, { nil: undefined, freq: 2 })
const errorOptions = fc.option(errorLists, { nil: undefined, freq: 1 })

const conditionsOf = (query: fc.Arbitrary<object>): fc.Arbitrary<readonly Routing[]> =>
  fc.array(fc.record({ query, target: fc.nat(3) }), { maxLength: 6, size: 'medium' })

const listOf = (targets: fc.Arbitrary<Config>): fc.Arbitrary<readonly Config[]> =>
  fc.array(targets, { minLength: 1, maxLength: 4, size: 'medium' })

const weightLists = fc.array(fc.constantFrom(undefined, 0, 1, 1, 2, 3, 0.5, 0.25, 1.5), {
  minLength: 4,
  maxLength: 4,
})

const choicesOf = (targets: fc.Arbitrary<readonly Config[]>): fc.Arbitrary<object> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(targets, weightLists).map(([list, weights]) => balanced(list, weights)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(targets, codeOptions, errorOptions, fc.boolean())
        .map(([list, codes, errors, beside]) => falling(list, codes, errors, beside)),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(targets, conditionsOf(queries), fc.nat(3))
        .map(([list, conditions, fallthrough]) => conditional(list, conditions, fallthrough)),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(targets, fc.constantFrom({}, { strategy: { mode: 'single' } }))
        .map(([list, mode]) => ({ ...mode, targets: list })),
    },
  )

/** Valid configs with so many levels of choices below the first at most. */
const configsOf = (levels: number): fc.Arbitrary<Config> =>
  fc.letrec<{ config: Config; choice: Config }>(tie => ({
    config: fc.oneof(
      { maxDepth: levels, depthSize: 'medium' },
      { weight: 3, arbitrary: leaves },
      { weight: 4, arbitrary: tie('choice') },
    ),
    choice: fc
      .tuple(settings, choicesOf(listOf(tie('config'))))
      .map(([more, choice]): Config => ({ ...more, ...choice })),
  })).choice

/**
 * Valid configs, up to four levels of choices below the first. Most have less: what a pass or a rule gets wrong shows
 * there too, and the leaves of a deep one cost ten times as much.
 */
export const configs: fc.Arbitrary<Config> = fc.oneof(
  { weight: 5, arbitrary: configsOf(1) },
  { weight: 2, arbitrary: configsOf(2) },
  { weight: 1, arbitrary: configsOf(4) },
)

const crowdedChoices = (targets: fc.Arbitrary<Config>): fc.Arbitrary<Config> =>
  fc
    .tuple(listOf(targets), conditionsOf(crowdedQueries), fc.nat(3))
    .map(([list, conditions, fallthrough]): Config => conditional(list, conditions, fallthrough))

/** One choice by conditions that crowd on few fields and values. */
export const crowdedConfigs: fc.Arbitrary<Config> = crowdedChoices(bindings)

const fallbacks: fc.Arbitrary<Config> = fc
  .tuple(listOf(fc.oneof(bindings, crowdedConfigs)), fc.option(codeLists, { nil: undefined }))
  .map(([list, codes]): Config => falling(list, codes, undefined, false))

/** Such a choice with such choices below it, and below fallbacks. */
export const nestedConditions: fc.Arbitrary<Config> = crowdedChoices(
  fc.oneof(bindings, { weight: 2, arbitrary: crowdedConfigs }, fallbacks),
)

/** Numbers in [0, 1) that lie on no boundary of small weights, however they are nested. */
export const draws: fc.Arbitrary<readonly number[]> = fc.array(
  fc.nat(2 ** 30 - 1).map(number => (2 * number + 1) / 2 ** 31),
  { minLength: 1, maxLength: 6 },
)

export const outcomes: fc.Arbitrary<readonly AttemptOutcome[]> = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...STATUSES).map((status): AttemptOutcome => ({ status })) },
    {
      weight: 1,
      arbitrary: fc.constant<AttemptOutcome>({ status: 502, network: true, error: 'connection' }),
    },
    { weight: 1, arbitrary: fc.constant<AttemptOutcome>({ status: 408, timeout: true, error: 'timeout' }) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(400, 404, 429, 500, 529), fc.constantFrom(...LISTED))
        .map(([status, error]): AttemptOutcome => ({ status, error })),
    },
  ),
  { minLength: 1, maxLength: 9 },
)

/** Which circuits are open: none, more or less many, or all. */
export const circuits: fc.Arbitrary<readonly boolean[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constantFrom([false], [true]) },
  { weight: 3, arbitrary: fc.array(fc.boolean(), { minLength: 2, maxLength: 7 }) },
)

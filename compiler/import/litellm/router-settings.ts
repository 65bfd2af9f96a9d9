// Settings of LiteLLM that routing reads: retries, timeout, cooldowns.

import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { byForeignName } from '../foreign-names.ts'
import { numberIn } from '../import-context.ts'
import { millisecondsIn } from './deployments.ts'
import { type Sections, settingOf } from './sections.ts'

export interface RouterSettings {
  readonly retries: number
  /** Milliseconds of one call. */
  readonly timeout: number | undefined
  /** How deployments of a name are chosen, where that is decided while the gateway runs; undefined where a draw by weights does the same. */
  readonly poolOf: (group: string) => PoolSettings | undefined
  /** The circuit breaker of deployments that have others beside them. */
  readonly breaker: JsonObject | undefined
}

/** What a pool has of the router's settings. Source: https://docs.litellm.ai/docs/router/learn/strategies (5 November 2026). */
export interface PoolSettings {
  readonly pick: string
  /** Milliseconds until the first chunk of a stream. */
  readonly streamTimeout: number | undefined
  /** Requests and tokens a minute are limits, and not only weights. */
  readonly hasLimits: boolean
}

/** Strategies by the pick that does the same; the strategy of the source that draws by weights needs no pool. */
const PICKS: Readonly<Record<string, string>> = byForeignName({
  'simple-shuffle': 'random',
  'least-busy': 'least_busy',
  'latency-based-routing': 'latency',
  'usage-based-routing': 'quota',
  'usage-based-routing-v2': 'quota',
  'cost-based-routing': 'cost',
})

/** Filters before a call by which a session remains at its deployment. */
export const SESSION_FILTERS: ReadonlySet<Json> = new Set([
  'session_affinity',
  'deployment_affinity',
  'prompt_caching',
  'responses_api_deployment_check',
])

function linkPools({ router }: Sections): RouterSettings['poolOf'] {
  const groups = settingOf(router, 'routing_groups')
  const ownStrategies = new Map(
    asList(groups?.value).flatMap(value => {
      const { models, routing_strategy: own } = asObject(value)
      return (own ?? null) === null ? [] : asList(models).map(model => [model, own] as const)
    }),
  )
  const general = settingOf(router, 'routing_strategy')
  for (const [strategy, placed] of [
    [general?.value, general],
    ...[...new Set(ownStrategies.values())].map(value => [value, groups] as const),
  ] as const)
    if (placed !== undefined && (typeof strategy !== 'string' || !Object.hasOwn(PICKS, strategy)))
      placed.context.report(
        'import-approximated',
        placed.at,
        `No pick of a pool does what "${String(strategy)}" does. Deployments are chosen by weights.`,
      )
  const filters = asList(settingOf(router, 'optional_pre_call_checks')?.value)
  const isSticky = ['session_affinity', 'deployment_affinity'].some(
    name => settingOf(router, name)?.value === true,
  )
  const checks = ['enable_pre_call_checks', 'enable_pre_call_check'].some(
    name => settingOf(router, name)?.value === true,
  )
  const streamTimeout = millisecondsIn(settingOf(router, 'stream_timeout')?.value)
  return group => {
    const strategy = ownStrategies.get(group) ?? general?.value
    const pick = typeof strategy === 'string' ? (PICKS[strategy] ?? 'random') : 'random'
    const stays = isSticky || filters.some(filter => SESSION_FILTERS.has(filter))
    return pick === 'random' && !stays && !checks && streamTimeout === undefined
      ? undefined
      : { pick, streamTimeout, hasLimits: checks || pick === 'quota' || pick === 'cost' }
  }
}

/** Retries of a request without `num_retries`, as documented. */
const USUAL_RETRIES = 3

/** The least cooldown of a circuit breaker here, in seconds. */
const LEAST_COOLDOWN = 30

/** Failures that LiteLLM counts for a cooldown, as documented. */
const COUNTED = [401, 404, 408, 429, 500, 502, 503, 504]

/** Settings that a variable may have in the source. */
const NUMBERS = ['num_retries', 'timeout', 'request_timeout', 'allowed_fails', 'cooldown_time']

export function readRouterSettings(sections: Sections): RouterSettings {
  const { router } = sections
  const retries = settingOf(router, 'num_retries')
  const number = numberIn(retries?.value)
  if (retries !== undefined && number !== undefined && number > 5)
    retries.context.report(
      'import-approximated',
      retries.at,
      `A target is called at most 5 times again here, not ${number} times.`,
    )
  for (const name of NUMBERS) {
    const setting = settingOf(router, name)
    if (setting !== undefined && setting.value !== null && numberIn(setting.value) === undefined)
      setting.context.report(
        'import-needs-value',
        setting.at,
        `"${name}" is not a number here, so its default was used: write it into the project.`,
      )
  }
  const timeout = settingOf(router, 'timeout') ?? settingOf(router, 'request_timeout')
  return {
    retries: Math.min(5, Math.floor(number ?? USUAL_RETRIES)),
    timeout: millisecondsIn(timeout?.value),
    poolOf: linkPools(sections),
    breaker: breakerOf(sections),
  }
}

function breakerOf({ router }: Sections): JsonObject | undefined {
  const fails = settingOf(router, 'allowed_fails')
  const cooldown = settingOf(router, 'cooldown_time')
  const seconds = numberIn(cooldown?.value)
  if (settingOf(router, 'disable_cooldowns')?.value === true || seconds === 0) return undefined
  if (fails === undefined && cooldown === undefined) return undefined
  if (cooldown !== undefined && seconds !== undefined && seconds < LEAST_COOLDOWN)
    cooldown.context.report(
      'import-approximated',
      cooldown.at,
      `The cooldown of a circuit breaker is at least ${LEAST_COOLDOWN} seconds here, not ${seconds}.`,
    )
  const threshold = (numberIn(fails?.value) ?? USUAL_RETRIES) + 1
  return {
    failure_threshold: threshold,
    cooldown_interval: Math.max(LEAST_COOLDOWN, seconds ?? LEAST_COOLDOWN) * 1000,
    failure_status_codes: [...COUNTED],
  }
}

/** Reports what retries and cooldowns by kind of error are replaced with. */
export function reportPolicies({ router }: Sections): void {
  const instead: Readonly<Record<string, string>> = byForeignName({
    retry_policy:
      'num_retries is used for every kind of error; retry.on_errors of a target limits it to some',
    model_group_retry_policy: 'num_retries is used for every model; a target may have a retry of its own',
    allowed_fails_policy:
      'allowed_fails is used for every kind of error; cb_config.failure_status_codes limits it',
  })
  for (const [name, sentence] of Object.entries(instead)) {
    const found = settingOf(router, name)
    if (found !== undefined && isObject(found.value))
      found.context.report('import-approximated', found.at, `"${name}" was left out: ${sentence}.`, 'key')
  }
}

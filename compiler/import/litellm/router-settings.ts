// Settings of LiteLLM that routing reads: retries, timeout, cooldowns.
import { isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { numberIn } from '../import-context.ts'
import { millisecondsIn } from './deployments.ts'
import { type Sections, settingOf } from './sections.ts'

export interface RouterSettings {
  readonly retries: number
  /** Milliseconds of one call. */
  readonly timeout: number | undefined
  /** The circuit breaker of deployments that have others beside them. */
  readonly breaker: JsonObject | undefined
}

/** Retries of a request without `num_retries`, as documented. */
const USUAL_RETRIES = 3

/** The least cooldown of a circuit breaker here, in seconds. */
const LEAST_COOLDOWN = 30

/** Failures that LiteLLM counts for a cooldown, as documented. */
const COUNTED = [401, 404, 408, 429, 500, 502, 503, 504]

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
  const timeout = settingOf(router, 'timeout') ?? settingOf(router, 'request_timeout')
  return {
    retries: Math.min(5, Math.floor(number ?? USUAL_RETRIES)),
    timeout: millisecondsIn(timeout?.value),
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
  const instead: Readonly<Record<string, string>> = {
    retry_policy:
      'num_retries is used for every kind of error; retry.on_errors of a target limits it to some',
    model_group_retry_policy: 'num_retries is used for every model; a target may have a retry of its own',
    allowed_fails_policy:
      'allowed_fails is used for every kind of error; cb_config.failure_status_codes limits it',
  }
  for (const [name, sentence] of Object.entries(instead)) {
    const found = settingOf(router, name)
    if (found !== undefined && isObject(found.value))
      found.context.report('import-approximated', found.at, `"${name}" was left out: ${sentence}.`, 'key')
  }
}

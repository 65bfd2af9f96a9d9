// A Portkey config, and each of its targets, as one of this gateway.

import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import { readSecret, variableName } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { withKnownConditions } from './conditions.ts'
import { guardPropertyOf, writtenGuards } from './guards.ts'
import { withStrategy, withTargetNames } from './names.ts'
import { type PeerProviders, SECRETS } from './providers.ts'

/** Properties that a config has here, too. */
const SHARED =
  /^(?:name|strategy|targets|provider|api_key|virtual_key|custom_host|passthrough|weight|on_status_codes|override_params|request_timeout|retry|cache|cb_config|forward_headers|strict_open_ai_compliance|prompt_id|resource_name|deployment_id|api_version|deployments|anthropic_beta|(?:aws|azure|vertex|openai|cloud[123])_\w+|before_request_hooks|after_request_hooks|input_guardrails|output_guardrails)$/

/** Properties within settings. */
const PARTS: Readonly<Record<string, readonly string[]>> = byForeignName({
  strategy: ['mode', 'conditions', 'default', 'on_status_codes', 'sticky_session'],
  retry: ['attempts', 'on_status_codes', 'use_retry_after_headers'],
  cache: ['mode', 'max_age'],
  cb_config: ['failure_threshold', 'cooldown_interval', 'failure_status_codes'],
})

/** What takes the place of further properties. */
const ADVICE: Readonly<Record<string, string>> = byForeignName({
  default_params: 'override_params sets parameters of every request.',
  drop_params: 'A parameter that an API lacks is left out by itself.',
  priority: 'Targets are called in their order.',
  base_url: 'The address of a provider is its custom_host.',
  'strategy.cb_config': 'cb_config of a target counts failures: failure_threshold, cooldown_interval.',
  'cb_config.failure_threshold_percentage': 'failure_threshold is a number of failures.',
  'cb_config.minimum_requests': 'failure_threshold is a number of failures.',
  'cache.ttl': 'The age of answers is max_age, in seconds.',
  'cache.enabled': 'The cache is on if there is cache.mode.',
})
const PROMPT_OF_TARGET = 'A prompt belongs to the whole config: prompt_id of its root.'

function reportLeftOut(context: ImportContext, at: Pointer, name: string, advice: string | undefined): void {
  if (advice === undefined)
    context.report('import-unknown-property', at, `"${name}" is not known, and was left out.`)
  else context.report('import-not-expressible', at, `"${name}" was left out. ${advice}`)
}

/** Undefined after a report: a target that cannot be called here. */
export function convertNode(
  context: ImportContext,
  written: JsonObject,
  at: Pointer,
  providers: PeerProviders,
): JsonObject | undefined {
  const node = withTargetNames(withStrategy(written))
  const result: Record<string, Json> = {}
  for (const [name, value] of Object.entries(node)) {
    const place = childPointer(at, name)
    const advice = name === 'prompt_id' && isTarget(at) ? PROMPT_OF_TARGET : ADVICE[name]
    if (advice !== undefined || !SHARED.test(name)) {
      reportLeftOut(context, place, name, advice)
      continue
    }
    const converted = name === 'targets' ? value : convertSetting(context, name, value, place)
    if (converted === undefined) continue
    const property = guardPropertyOf(name, converted)
    result[property] =
      /_guardrails$/.test(property) && isList(converted)
        ? [...asList(result[property]), ...converted]
        : converted
  }
  if (isList(result['targets'])) {
    const targets = result['targets'].flatMap((target, index): readonly JsonObject[] =>
      isObject(target)
        ? [convertNode(context, target, childPointer(childPointer(at, 'targets'), index), providers)].filter(
            each => each !== undefined,
          )
        : [],
    )
    if (targets.length === 0) return undefined
    result['targets'] = targets.every(({ weight }) => weight === 0)
      ? withEqualShares(context, targets, childPointer(at, 'targets'))
      : targets
    return withoutKeys(context, withKnownConditions(context, nameTargets(result), at), at)
  }
  // A prompt names the model and the messages.
  if (isTarget(at) && node['prompt_id'] !== undefined && !isCallable(result)) return undefined
  // A strategy chooses among targets, and this is one.
  const { strategy: _, ...target } = result
  const bound = providers.bind(context, target, at)
  return bound && withoutKeys(context, bound, at)
}

const isTarget = (at: Pointer): boolean => /\/targets\/\d+$/.test(at)

const isCallable = ({ provider, virtual_key: key, override_params: overrides }: JsonObject): boolean =>
  provider !== undefined || key !== undefined || asObject(overrides)['model'] !== undefined

/** Keys of a node that names no provider of its own, as references. */
const withoutKeys = (context: ImportContext, node: JsonObject, at: Pointer): JsonObject =>
  Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      if (!SECRETS.test(name)) return [[name, value] as const]
      const reference = readSecret(context, value, childPointer(at, name), variableName(name))
      return reference === undefined ? [] : [[name, reference] as const]
    }),
  )

function convertSetting(context: ImportContext, name: string, value: Json, at: Pointer): Json | undefined {
  const parts = PARTS[name]
  if (name === 'retry' && typeof value === 'number') return { attempts: Math.min(5, value) }
  if (name === 'cache' && typeof value === 'string') return { mode: value }
  if (/_(?:guardrails|hooks)$/.test(name)) return writtenGuards(context, name, value, at)
  if (name === 'on_status_codes') return codesOf(value)
  if (name === 'request_timeout' || name === 'weight') return numberIn(value)
  if (parts === undefined || !isObject(value)) return value
  const result: Record<string, Json> = {}
  for (const [part, own] of Object.entries(value)) {
    if (parts.includes(part)) result[part] = part.endsWith('status_codes') ? codesOf(own) : own
    else reportLeftOut(context, childPointer(at, part), `${name}.${part}`, ADVICE[`${name}.${part}`])
  }
  return withinBounds(context, name, result, at)
}

const codesOf = (value: Json): Json => asList(value).flatMap(code => numberIn(code) ?? [])

function withinBounds(
  context: ImportContext,
  name: string,
  value: Record<string, Json>,
  at: Pointer,
): Json | undefined {
  const bound = (part: string, least: number, most: number): void => {
    const number = numberIn(value[part])
    if (number === undefined) return
    value[part] = Math.min(most, Math.max(least, number))
    if (value[part] !== number)
      context.report(
        'import-approximated',
        childPointer(at, part),
        `"${name}.${part}" is ${most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`} here, not ${number}.`,
      )
  }
  if (name === 'retry') bound('attempts', 0, 5)
  if (name === 'cache') bound('max_age', 60, 7_776_000)
  if (name === 'cache' && value['mode'] === undefined) {
    if (value['max_age'] === undefined) return undefined
    value['mode'] = 'simple'
  }
  if (name === 'cb_config' && value['failure_threshold'] === undefined) return undefined
  if (name === 'cb_config') value['cooldown_interval'] ??= 30_000
  if (name === 'cb_config') bound('cooldown_interval', 30_000, Number.MAX_SAFE_INTEGER)
  if (name === 'retry' && value['attempts'] === undefined) value['attempts'] = 0
  if (
    name === 'strategy' &&
    !['single', 'loadbalance', 'fallback', 'conditional'].includes(String(value['mode']))
  ) {
    context.report(
      'import-not-expressible',
      at,
      `The mode "${String(value['mode'])}" is not known. The first target is used.`,
    )
    return { mode: 'single' }
  }
  if (name === 'strategy' && value['mode'] !== 'fallback' && value['on_status_codes'] !== undefined) {
    context.report(
      'import-not-expressible',
      childPointer(at, 'on_status_codes'),
      `"on_status_codes" has an effect in the mode "fallback" only, and was left out.`,
      'key',
    )
    delete value['on_status_codes']
  }
  if (name === 'cache' && value['mode'] === 'semantic') {
    context.report(
      'import-approximated',
      at,
      'A semantic cache needs cache.semantic of the manifest, which names the provider of embeddings. The simple cache was written; change its mode when there is one.',
    )
    value['mode'] = 'simple'
  }
  return value
}

/** No target could serve a request. */
function withEqualShares(context: ImportContext, targets: readonly JsonObject[], at: Pointer): Json {
  context.report(
    'import-approximated',
    at,
    'Every target has the weight 0, so none could serve a request. The targets have equal shares here.',
  )
  return targets.map(({ weight: _, ...target }) => target)
}

/** Conditions name targets, which the first format let be without a name. */
const nameTargets = (node: Record<string, Json>): JsonObject =>
  asObject(node['strategy'])['mode'] === undefined && asList(node['targets']).length > 1
    ? { strategy: { mode: 'single' }, ...node }
    : node

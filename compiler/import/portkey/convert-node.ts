// A config of the nearest peer, and each of its targets, as one of this gateway.
import {
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { readSecret, variableName } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { withStrategy, withTargetNames } from './names.ts'
import { type PeerProviders, SECRETS } from './providers.ts'

/** Properties that a config has here, too. */
const SHARED =
  /^(?:name|strategy|targets|provider|api_key|virtual_key|custom_host|passthrough|weight|on_status_codes|override_params|request_timeout|retry|cache|cb_config|forward_headers|strict_open_ai_compliance|prompt_id|resource_name|deployment_id|api_version|deployments|anthropic_beta|(?:aws|azure|vertex|openai|cloud[123])_\w+|before_request_hooks|after_request_hooks|input_guardrails|output_guardrails)$/

/** Properties within settings. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  strategy: ['mode', 'conditions', 'default', 'on_status_codes'],
  retry: ['attempts', 'on_status_codes', 'use_retry_after_headers'],
  cache: ['mode', 'max_age'],
  cb_config: ['failure_threshold', 'cooldown_interval', 'failure_status_codes'],
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
    if (!SHARED.test(name)) {
      context.report('import-unknown-property', place, `"${name}" is not known, and was left out.`)
      continue
    }
    const converted = name === 'targets' ? value : convertSetting(context, name, value, place)
    if (converted !== undefined) result[name] = converted
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
    return withoutKeys(context, nameTargets(result), at)
  }
  // A strategy chooses among targets, and this is one.
  const { strategy: _, ...target } = result
  const bound = providers.bind(context, target, at)
  return bound && withoutKeys(context, bound, at)
}

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
  if (/_(?:guardrails|hooks)$/.test(name)) return guardsOf(context, value, at)
  if (name === 'on_status_codes') return codesOf(value)
  if (name === 'request_timeout' || name === 'weight') return numberIn(value)
  if (parts === undefined || !isObject(value)) return value
  const result: Record<string, Json> = {}
  for (const [part, own] of Object.entries(value)) {
    if (parts.includes(part)) result[part] = part.endsWith('status_codes') ? codesOf(own) : own
    else
      context.report(
        'import-unknown-property',
        childPointer(at, part),
        `"${name}.${part}" is not known, and was left out.`,
      )
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
      'A semantic cache needs cache.embeddings of the manifest, which names the provider of embeddings. The simple cache was written; change its mode when there is one.',
    )
    value['mode'] = 'simple'
  }
  return value
}

/** Guardrails with checks of their own; those that are named are not in the config. */
function guardsOf(context: ImportContext, value: Json, at: Pointer): Json | undefined {
  const kept = asList(value).filter((guard, index) => {
    const place = childPointer(at, index)
    const id = typeof guard === 'string' ? guard : asObject(guard)['id']
    if (typeof id === 'string' && checkNames(asObject(guard)).length === 0) {
      context.report(
        'import-not-expressible',
        place,
        `The guardrail "${id}" is not in the config, and was left out. Write it in guardrails of the manifest, and its name here.`,
      )
      return false
    }
    const unknown = checkNames(asObject(guard)).find(name => !context.hasCheck(name))
    if (unknown !== undefined)
      context.report(
        'import-not-expressible',
        place,
        `There is no check "${unknown}" here, so the guardrail was left out. "portolan checks" lists the checks.`,
      )
    return unknown === undefined
  })
  return kept.length === 0 ? undefined : kept
}

const GUARD_PROPERTIES = new Set([
  'id',
  'deny',
  'async',
  'on_fail',
  'on_success',
  'type',
  'sequential',
  'checks',
  'name',
])

const checkNames = (guard: JsonObject): readonly string[] =>
  [
    ...Object.keys(guard).filter(name => !GUARD_PROPERTIES.has(name)),
    ...asList(guard['checks']).flatMap(check => {
      const id = asObject(check)['id']
      return typeof id === 'string' ? [id] : []
    }),
  ].map(name => (name.includes('.') ? name : `default.${name}`))

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

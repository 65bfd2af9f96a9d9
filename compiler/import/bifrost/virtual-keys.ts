// Virtual keys of Bifrost: the keys of clients, each with a config of the providers and models that it may use.
import { asList, asObject, isList, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { addModelCases } from '../config-cases.ts'
import { variableOf } from '../foreign-references.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import { asIdentifier, type ProjectDraft, uniqueName } from '../project-draft.ts'
import { foreignLimits, type OwnLimits } from './limits.ts'
import type { ProviderPool } from './provider-pool.ts'

/** Models of one key that have a case: the last ones, which providers share. */
const MOST_CASES = 2

/** A provider that a key may use. */
interface Grant {
  readonly pool: ProviderPool
  readonly weight: number
  readonly models: readonly string[]
  readonly targetOf: (model: string) => JsonObject | undefined
}

/** `rules`: routes that hold for every key. */
export function addVirtualKeys(
  context: ImportContext,
  pools: readonly ProviderPool[],
  rules: readonly ModelRoute[],
  draft: ProjectDraft,
): void {
  const root = asObject(context.parsed.value)
  const written = asList(asObject(root['governance'])['virtual_keys']).map((value, index) => ({
    key: asObject(value),
    at: childPointer('/governance/virtual_keys', index),
  }))
  const ids = new Map<JsonObject, string>()
  for (const { key, at } of written) {
    const id = String(key['name'] ?? key['id'] ?? 'key')
    if (key['is_active'] === false) {
      context.report('import-not-expressible', at, `The key "${id}" is not active, and was left out.`)
      continue
    }
    const config = uniqueName(asIdentifier(`key-${id}`), taken => draft.configs.has(taken))
    const routes = keyRoutes(context, key, at, pools)
    if (rules.length + routes.length === 0)
      context.report(
        'import-not-expressible',
        at,
        `The file has no model that the key "${id}" may use, so it has no config here.`,
      )
    else draft.configs.set(config, routeByModel([...rules, ...routes], {}, true))
    const hash = hashOf(context, key, at, draft.configs.has(config) ? config : undefined)
    if (hash === undefined) continue
    const limits = foreignLimits(context, { value: key, at }, 'virtual_key_id')
    const apiKeys = asList(draft.manifest['api_keys'])
    draft.manifest['api_keys'] = [
      ...apiKeys,
      {
        id,
        hash: `sha256:${hash}`,
        ...(draft.configs.has(config) && { defaults: { config }, allow_config_override: false }),
        ...(limits.rates.length > 0 && { rate_limits: limits.rates }),
        ...(limits.usages.length > 0 && { usage_limits: limits.usages.slice(0, 1) }),
      },
    ]
    ids.set(key, id)
    for (const { name, target } of routes.slice(-MOST_CASES)) addModelCases(draft, name, target, id)
    addPolicies(draft, { rates: [], usages: limits.usages.slice(1) }, id, [{ key: 'api_key', value: id }])
    for (const [index, value] of asList(key['provider_configs']).entries()) {
      const part = childPointer(childPointer(at, 'provider_configs'), index)
      const provider = String(asObject(value)['provider'])
      const slug = pools.find(({ name }) => name === provider)?.provider ?? provider
      addPolicies(
        draft,
        foreignLimits(context, { value: asObject(value), at: part }, 'provider_config_id'),
        `${id}: calls of ${provider}`,
        [
          { key: 'api_key', value: id },
          { key: 'provider', value: slug },
        ],
      )
    }
  }
  addSharedLimits(context, written, ids, draft)
  shareProfiles(draft)
  if (ids.size > 0 && asObject(root['client'])['enforce_auth_on_inference'] !== true)
    context.report(
      'import-approximated',
      '/governance/virtual_keys',
      'Requests without a key are served in the source, if client.enforce_auth_on_inference is not set. Here every request needs a key once there are api_keys.',
      'key',
    )
}

/** Limits that several keys have are those of a profile, which still counts each key apart. */
function shareProfiles({ manifest }: ProjectDraft): void {
  const written = asList(manifest['api_keys']).map(asObject)
  const byLimits = Map.groupBy(written, key =>
    JSON.stringify([key['rate_limits'] ?? [], key['usage_limits'] ?? []]),
  )
  const profiles: Record<string, JsonObject> = {}
  const profileOf = new Map<JsonObject, string>()
  for (const keys of byLimits.values()) {
    const [{ rate_limits: rates, usage_limits: usages } = {}, ...others] = keys
    if (others.length === 0 || (rates === undefined && usages === undefined)) continue
    const slug = uniqueName('shared-limits', taken => Object.hasOwn(profiles, taken))
    profiles[slug] = {
      ...(rates !== undefined && { rate_limits: rates }),
      ...(usages !== undefined && { usage_limits: usages }),
    }
    for (const key of keys) profileOf.set(key, slug)
  }
  if (profileOf.size === 0) return
  manifest['limit_profiles'] = profiles
  manifest['api_keys'] = written.map(key => {
    const profile = profileOf.get(key)
    if (profile === undefined) return key
    const { rate_limits: _rates, usage_limits: _usages, ...settings } = key
    return { ...settings, limit_profile: profile }
  })
}

/** Budgets of teams and customers, which their keys share. */
function addSharedLimits(
  context: ImportContext,
  written: readonly { readonly key: JsonObject }[],
  ids: ReadonlyMap<JsonObject, string>,
  draft: ProjectDraft,
): void {
  const governance = asObject(asObject(context.parsed.value)['governance'])
  for (const kind of ['teams', 'customers'] as const)
    for (const [index, value] of asList(governance[kind]).entries()) {
      const owner = asObject(value)
      const teams = asList(governance['teams'])
        .map(asObject)
        .filter(team => team['customer_id'] === owner['id'])
      const isOf = (key: JsonObject): boolean =>
        kind === 'teams'
          ? key['team_id'] === owner['id']
          : key['customer_id'] === owner['id'] || teams.some(team => team['id'] === key['team_id'])
      const keys = written.flatMap(({ key }) => (isOf(key) ? (ids.get(key) ?? []) : []))
      const at = childPointer(`/governance/${kind}`, index)
      const limits = foreignLimits(context, { value: owner, at }, kind === 'teams' ? 'team_id' : undefined)
      if (keys.length > 0)
        addPolicies(
          draft,
          limits,
          `${kind === 'teams' ? 'team' : 'customer'} ${String(owner['name'] ?? owner['id'])}`,
          [{ key: 'api_key', value: keys }],
        )
      else if (limits.rates.length + limits.usages.length > 0)
        context.report(
          'import-not-expressible',
          at,
          'No key of the file is of this group, so its limits were left out.',
        )
    }
}

function addPolicies(
  { manifest }: ProjectDraft,
  { rates, usages }: OwnLimits,
  name: string,
  conditions: readonly JsonObject[],
): void {
  if (rates.length + usages.length === 0) return
  const policies = asObject(manifest['policies'])
  const named = (limits: readonly JsonObject[]): readonly Json[] =>
    limits.map((limit, index) => ({
      name: `${name}${limits.length > 1 ? ` ${String(limit['type'])} ${index + 1}` : ''}`,
      ...limit,
      conditions,
    }))
  manifest['policies'] = {
    ...policies,
    ...(rates.length > 0 && { rate_limits: [...asList(policies['rate_limits']), ...named(rates)] }),
    ...(usages.length > 0 && { usage_limits: [...asList(policies['usage_limits']), ...named(usages)] }),
  }
}

/** The hash of the key, which is never written itself. */
function hashOf(
  context: ImportContext,
  key: JsonObject,
  at: Pointer,
  config: string | undefined,
): string | undefined {
  const { value } = key
  const variable = variableOf(value)
  const known = variable === undefined ? value : context.environment[variable]
  const place = value === undefined ? at : childPointer(at, 'value')
  if (typeof known === 'string' && known !== '') {
    if (variable === undefined)
      context.report(
        'import-literal-key',
        place,
        'The key in clear text was not copied, only its hash was. Clients may go on using it; replace it, since it is in a file: portolan key NAME.',
      )
    return context.hash(known)
  }
  const settings =
    config === undefined
      ? 'the limits of the source'
      : `defaults: { config: ${config} } and the limits of the source`
  context.report(
    'import-needs-value',
    place,
    variable === undefined
      ? `The source creates this key, which is in its database. Create one with "portolan key NAME", and give it ${settings}.`
      : `The value of ${variable} is not known, so the hash of the key could not be written. Set it and import again, or create a key with "portolan key NAME" and give it ${settings}.`,
  )
  return undefined
}

/** Routes of provider/model, and of the bare model, which providers share by weight. */
function keyRoutes(
  context: ImportContext,
  key: JsonObject,
  at: Pointer,
  pools: readonly ProviderPool[],
): readonly ModelRoute[] {
  const configs = asList(key['provider_configs'])
  const grants =
    configs.length === 0
      ? pools.map(pool => grantOf(pool, {}))
      : configs.flatMap((value, index) => {
          const config = asObject(value)
          const pool = pools.find(({ name }) => name === config['provider'])
          if (pool === undefined)
            context.report(
              'import-broken-reference',
              childPointer(childPointer(at, 'provider_configs'), index),
              `No provider that was imported has the name "${String(config['provider'])}". It was left out.`,
            )
          return pool === undefined ? [] : [grantOf(pool, config)]
        })
  if (configs.length === 0 && key['allow_all_providers'] !== true)
    context.report(
      'import-approximated',
      at,
      'A key without provider_configs may use every provider until version 1.5 and none from then on. Every provider was taken.',
    )
  const routes = grants.flatMap(({ pool, models, targetOf }) =>
    models.flatMap((model): readonly ModelRoute[] => {
      const target = targetOf(model)
      return target === undefined ? [] : [{ name: `${pool.name}/${model}`, target }]
    }),
  )
  const shared = [...new Set(grants.flatMap(({ models }) => models))].flatMap(
    (model): readonly ModelRoute[] => {
      const target = sharedModel(grants, model)
      return target === undefined || routes.some(({ name }) => name === model)
        ? []
        : [{ name: model, target }]
    },
  )
  return [...routes, ...shared]
}

function grantOf(pool: ProviderPool, config: JsonObject): Grant {
  const names = (name: string): readonly string[] | undefined => {
    const list = config[name]
    const texts = isList(list) ? list.filter(item => typeof item === 'string') : []
    return texts.length === 0 || texts.includes('*') ? undefined : texts
  }
  const denied = names('blacklisted_models') ?? []
  const keys = names('key_ids')
  const isServed = (model: string): boolean =>
    !denied.includes(model) && pool.targetOf(model, keys) !== undefined
  return {
    pool,
    weight: numberIn(config['weight']) ?? 1,
    models: (names('allowed_models') ?? pool.models).filter(isServed),
    targetOf: model => pool.targetOf(model, keys),
  }
}

/** The provider that a draw takes; after its failure the others, those with more weight first. */
function sharedModel(grants: readonly Grant[], model: string): JsonObject | undefined {
  const serving = grants.filter(({ models }) => models.includes(model))
  const targets = serving.flatMap(grant => {
    const target = grant.targetOf(model)
    return target === undefined ? [] : [{ weight: grant.weight, target }]
  })
  const [first] = targets
  if (first === undefined || targets.length === 1) return first?.target
  const isIdle = targets.every(({ weight }) => weight === 0)
  return {
    strategy: { mode: 'loadbalance' },
    targets: targets.map(chosen => ({
      weight: isIdle ? 1 : chosen.weight,
      strategy: { mode: 'fallback' },
      targets: [chosen, ...targets.filter(other => other !== chosen).sort((a, b) => b.weight - a.weight)].map(
        ({ target }) => target,
      ),
    })),
  }
}

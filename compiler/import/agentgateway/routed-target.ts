// Targets of agentgateway: a route with providers as its backends (shares by weight, groups of providers by priority), and a model of the
// section llm.
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import { sharedTarget, type WeightedCall } from '../model-router.ts'
import { addPool } from '../pool-target.ts'
import type { ProjectDraft } from '../project-draft.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { millisecondsOf } from './gateway-policies.ts'
import { guardProperties } from './prompt-guard.ts'
import { providerBinding } from './provider-binding.ts'
import { reportFailover } from './virtual-models.ts'

/** Settings of a provider. */
const SETTINGS = new Set(['model', 'region', 'projectId', 'host', 'apiVersion', 'formats'])

/** Undefined for a route without a provider. */
export function routedTarget(
  context: ImportContext,
  route: JsonObject,
  at: Pointer,
  { slots, draft }: RouteHost,
): JsonObject | undefined {
  const policies = asObject(route['policies'])
  const calls = asList(route['backends']).flatMap((value, index): readonly WeightedCall[] => {
    const backend = asObject(value)
    const place = `${at}/backends/${index}`
    if (!isObject(backend['ai'])) {
      if (backend['mcp'] !== undefined) return []
      context.report(
        'import-not-expressible',
        place,
        'Only backends that are model providers or MCP servers are imported. This one was left out.',
      )
      return []
    }
    const target = backendTarget(
      context,
      backend['ai'],
      { ...policies, ...asObject(backend['policies']), ...asObject(backend['ai']['policies']) },
      `${place}/ai`,
      { slots, draft },
    )
    const own = [
      [asObject(backend['policies'])['ai'], `${place}/policies/ai`],
      [asObject(backend['ai']['policies'])['ai'], `${place}/ai/policies/ai`],
    ] as const
    const guarded =
      target &&
      own.reduce((each, [policy, where]) => withAiPolicy(context, each, policy, where, draft), target)
    return guarded === undefined ? [] : [{ target: guarded, weight: numberIn(backend['weight']) ?? 1 }]
  })
  const shared = sharedTarget(calls)
  const timeout = asObject(policies['timeout'])
  const milliseconds = millisecondsOf(timeout['backendRequestTimeout'] ?? timeout['requestTimeout'])
  const target = shared && {
    ...withAiPolicy(context, shared, policies['ai'], `${at}/policies/ai`, draft),
    ...(milliseconds !== undefined && { request_timeout: milliseconds }),
  }
  const { attempts: written, codes } = asObject(policies['retry'])
  const attempts = numberIn(written)
  const statuses = asList(codes).flatMap(code => numberIn(code) ?? [])
  return target === undefined || attempts === undefined
    ? target
    : {
        ...target,
        retry: {
          attempts: Math.min(5, attempts),
          ...(statuses.length > 0 && { on_status_codes: statuses }),
        },
      }
}

interface RouteHost {
  readonly slots: ProviderSlots
  readonly draft: ProjectDraft
}

/** The target with parameters and guards of a policy. */
function withAiPolicy(
  context: ImportContext,
  target: JsonObject,
  value: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): JsonObject {
  const policy = asObject(value)
  if (policy['defaults'] !== undefined)
    context.report(
      'import-approximated',
      childPointer(at, 'defaults'),
      'The defaults replace parameters of requests here (override_params); in the source a request takes precedence.',
      'key',
    )
  const parameters = { ...asObject(policy['defaults']), ...asObject(policy['overrides']) }
  const override = { ...parameters, ...asObject(target['override_params']) }
  return {
    ...target,
    ...(Object.keys(override).length > 0 && { override_params: override }),
    ...guardProperties(context, policy['promptGuard'], childPointer(at, 'promptGuard'), draft),
  }
}

function backendTarget(
  context: ImportContext,
  ai: JsonObject,
  policies: JsonObject,
  at: Pointer,
  { slots, draft }: RouteHost,
): JsonObject | undefined {
  const groups = asList(ai['groups'])
  if (groups.length === 0) return providerTarget(context, ai, policies, at, slots)
  const calls = groups.flatMap((group, index) =>
    asList(asObject(group)['providers']).flatMap((provider, own) => {
      const place = `${at}/groups/${index}/providers/${own}`
      const target = providerTarget(context, asObject(provider), policies, place, slots)
      return target === undefined ? [] : [{ target, tier: index + 1 }]
    }),
  )
  const [first] = calls
  if (calls.length < 2) return first?.target
  const models = calls.map(({ target }) => asText(asObject(target['override_params'])['model']))
  const isMapped = models.every(model => model !== undefined)
  if (!isMapped && models.some(model => model !== undefined))
    return byPriority(context, calls, `${at}/groups`)
  // The source compares two members by health, latency and pending requests:
  // https://agentgateway.dev/docs/local/latest/llm/providers/multiple-llms
  const name = asText(ai['name']) ?? 'models'
  const slug = addPool(
    draft,
    name,
    calls.map(({ target, tier }, index) => ({
      slug: String(target['provider']).slice(1),
      ...(isMapped && { models: { [name]: models[index] ?? name } }),
      weight: 1,
      tier,
    })),
    { pick: 'latency' },
  )
  return { provider: `@${slug}`, ...(isMapped && { override_params: { model: name } }) }
}

/** Groups of which only some members replace the model of the request: a pool cannot send names of both kinds. */
function byPriority(
  context: ImportContext,
  calls: readonly { readonly target: JsonObject; readonly tier: number }[],
  at: Pointer,
): JsonObject | undefined {
  const targets = [...Map.groupBy(calls, ({ tier }) => tier).values()]
    .map(group => sharedTarget(group.map(({ target }) => ({ target, weight: 1 }))))
    .filter(target => target !== undefined)
  if (targets.length < 2) return targets[0]
  reportFailover(context, at)
  return { strategy: { mode: 'fallback' }, targets }
}

function providerTarget(
  context: ImportContext,
  written: JsonObject,
  policies: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const [[name, value] = [], ...others] = Object.entries(asObject(written['provider']))
  if (name === undefined) return undefined
  for (const [other] of others)
    context.report(
      'import-unknown-property',
      childPointer(`${at}/provider`, other),
      `A provider has one kind, which is "${name}" here; "${other}" was left out.`,
      'key',
    )
  const settings = asObject(value)
  for (const own of Object.keys(settings))
    if (!SETTINGS.has(own))
      context.report(
        'import-unknown-property',
        `${at}/provider/${name}/${own}`,
        `"${own}" is not known, and was left out. The address of a provider is its hostOverride.`,
        'key',
      )
  const own = asObject({ ...policies, ...asObject(written['policies']), ...written }['backendAuth'])['key']
  const binding = providerBinding(
    context,
    name,
    {
      ...settings,
      ...(own !== undefined && { apiKey: own }),
      ...(written['hostOverride'] !== undefined && { hostOverride: written['hostOverride'] }),
      ...('backendTLS' in { ...policies, ...asObject(written['policies']) } && { isTls: true }),
    },
    `${at}/provider/${name}`,
  )
  if (binding === undefined) return undefined
  const model = settings['model']
  return {
    provider: `@${slots.slugOf(binding, String(binding['provider']))}`,
    ...(typeof model === 'string' && { override_params: { model } }),
  }
}

/** A model of the section llm as a target. */
export function llmTarget(
  context: ImportContext,
  model: JsonObject,
  at: Pointer,
  { slots, draft }: RouteHost,
): JsonObject | undefined {
  const params = asObject(model['params'])
  const provider =
    typeof model['provider'] === 'string' ? model['provider'] : Object.keys(asObject(model['provider']))[0]
  const name = String(model['name'])
  const binding =
    provider === undefined
      ? undefined
      : providerBinding(context, provider, params, childPointer(at, 'params'))
  if (binding === undefined) return undefined
  if (model['defaults'] !== undefined)
    context.report(
      'import-approximated',
      childPointer(at, 'defaults'),
      'The defaults replace parameters of requests here (override_params); in the source a request takes precedence.',
      'key',
    )
  const sent = params['model']
  if (name !== '*' && name.endsWith('*') && model['transformation'] !== undefined)
    context.report(
      'import-approximated',
      childPointer(at, 'transformation'),
      `The name is sent as the client wrote it. For models of this provider clients write @${slots.slugOf(binding, String(binding['provider']))}/model.`,
      'key',
    )
  const parameters = {
    ...(typeof sent === 'string' && !sent.includes('*') && { model: sent }),
    ...asObject(model['defaults']),
    ...asObject(model['overrides']),
  }
  return {
    provider: `@${slots.slugOf(binding, String(binding['provider']))}`,
    ...(Object.keys(parameters).length > 0 && { override_params: parameters }),
    ...guardProperties(context, model['guardrails'], childPointer(at, 'guardrails'), draft),
    ...guardProperties(context, model['promptGuard'], childPointer(at, 'promptGuard'), draft),
  }
}

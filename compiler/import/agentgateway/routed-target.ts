// A route with providers as its backends: shares by weight, and groups of providers by priority.
import { asList, asObject, isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import type { ProviderSlots } from '../provider-slots.ts'
import { sharedTarget, type WeightedCall } from '../shared-target.ts'
import { providerBinding } from './provider-binding.ts'

/** Undefined for a route without a provider. */
export function routedTarget(
  context: ImportContext,
  route: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const policies = asObject(route['policies'])
  const calls = asList(route['backends']).flatMap((value, index): readonly WeightedCall[] => {
    const backend = asObject(value)
    const place = `${at}/backends/${index}`
    if (!isObject(backend['ai'])) {
      context.report(
        'import-not-expressible',
        place,
        'Only backends that are model providers are imported. This one was left out; MCP servers are mcp.servers of the manifest.',
      )
      return []
    }
    const target = backendTarget(
      context,
      backend['ai'],
      asObject(backend['policies'] ?? policies),
      `${place}/ai`,
      slots,
    )
    return target === undefined ? [] : [{ target, weight: numberIn(backend['weight']) ?? 1 }]
  })
  for (const name of Object.keys(policies))
    if (name !== 'backendAuth' && name !== 'ai')
      context.report(
        'import-not-expressible',
        childPointer(`${at}/policies`, name),
        `The policy "${name}" was left out. Limits are policies of the manifest, keys of clients api_keys, web pages listen.cors.`,
        'key',
      )
  const target = sharedTarget(calls)
  const attempts = numberIn(asObject(policies['retry'])['attempts'])
  return target === undefined || attempts === undefined
    ? target
    : { ...target, retry: { attempts: Math.min(5, attempts) } }
}

function backendTarget(
  context: ImportContext,
  ai: JsonObject,
  policies: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const groups = asList(ai['groups'])
  if (groups.length === 0) return providerTarget(context, ai, policies, at, slots)
  const targets = groups.flatMap((group, index): JsonObject[] => {
    const calls = asList(asObject(group)['providers']).flatMap((provider, own): readonly WeightedCall[] => {
      const target = providerTarget(
        context,
        asObject(provider),
        policies,
        `${at}/groups/${index}/providers/${own}`,
        slots,
      )
      return target === undefined ? [] : [{ target, weight: 1 }]
    })
    const target = sharedTarget(calls)
    return target === undefined ? [] : [target]
  })
  return targets.length > 1 ? { strategy: { mode: 'fallback' }, targets } : targets[0]
}

function providerTarget(
  context: ImportContext,
  written: JsonObject,
  policies: JsonObject,
  at: Pointer,
  slots: ProviderSlots,
): JsonObject | undefined {
  const [name, value] = Object.entries(asObject(written['provider']))[0] ?? []
  if (name === undefined) return undefined
  const settings = asObject(value)
  const own = asObject(asObject(written['policies'] ?? policies)['backendAuth'])['key']
  const binding = providerBinding(
    context,
    name,
    {
      ...settings,
      ...(own !== undefined && { apiKey: own }),
      ...(written['hostOverride'] !== undefined && { hostOverride: written['hostOverride'] }),
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

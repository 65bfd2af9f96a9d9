// Bifrost's config.json: providers with weighted keys; requests name provider/model.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { addModelCases } from '../config-cases.ts'
import { type ImportContext, numberIn } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { createProviderSlots, type ProviderSlots } from '../provider-slots.ts'
import { sharedTarget } from '../shared-target.ts'
import { keyBinding } from './key-binding.ts'
import { reportSections } from './sections.ts'

const CONFIG = 'models'

/** Cases of one provider at most. */
const MOST_CASES = 3

/** Known models that a key for all models is written out to. */
const MOST_MODELS = 40

export const bifrostFormat: ImportFormat = {
  name: 'bifrost',
  title: 'Bifrost',
  describes: 'config.json',
  recognizes: (value: Json) =>
    isObject(value) &&
    isObject(value['providers']) &&
    (typeof value['$schema'] === 'string' ||
      Object.values(value['providers']).some(
        each => isObject(each) && (each['keys'] !== undefined || each['network_config'] !== undefined),
      )),
  convert,
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  const slots = createProviderSlots(draft)
  const routes: ModelRoute[] = []
  for (const context of contexts) {
    draft.head.push(...(context.comments.get('') ?? []))
    const root = asObject(context.parsed.value)
    for (const [name, value] of Object.entries(asObject(root['providers'])))
      routes.push(...providerRoutes(context, name, asObject(value), slots, draft))
    reportSections(context, root, draft)
  }
  if (routes.length === 0) return
  draft.configs.set(CONFIG, routeByModel(routes, {}))
  draft.manifest['defaults'] = { config: CONFIG }
}

interface ProviderKey {
  readonly slug: string
  readonly weight: number
  /** Names that the key serves; undefined for all. */
  readonly models: readonly string[] | undefined
  readonly deployments: JsonObject
}

function providerRoutes(
  context: ImportContext,
  name: string,
  provider: JsonObject,
  slots: ProviderSlots,
  draft: ProjectDraft,
): readonly ModelRoute[] {
  const at = `/providers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
  const keys = asList(provider['keys']).flatMap((value, index): readonly ProviderKey[] => {
    const key = asObject(value)
    const binding = keyBinding(context, { name, provider, key, at, keyAt: childPointer(`${at}/keys`, index) })
    if (binding === undefined || key['enabled'] === false) return []
    const models = asList(key['models']).filter(each => typeof each === 'string')
    return [
      {
        slug: slots.slugOf(binding, name),
        weight: numberIn(key['weight']) ?? 1,
        models: models.length === 0 || models.includes('*') ? undefined : models,
        deployments: {
          ...asObject(asObject(key['azure_key_config'])['deployments']),
          ...asObject(key['aliases']),
        },
      },
    ]
  })
  const catalogName = String(asObject(asObject(draft.manifest['providers'])[keys[0]?.slug ?? ''])['provider'])
  const listed = keys.flatMap(({ models, deployments }) => [...(models ?? []), ...Object.keys(deployments)])
  const serveAll = keys.some(({ models }) => models === undefined)
  const known = serveAll ? context.modelsOf(catalogName).slice(0, MOST_MODELS) : []
  if (serveAll)
    context.report(
      'import-approximated',
      at,
      `A config cannot take the model out of "${name}/model", so ${known.length === 0 ? 'only the listed models have a route' : `the ${known.length} known models of the provider are written out`}. For others clients write @${keys[0]?.slug}/model.`,
      'key',
    )
  const settings = callSettings(context, asObject(provider['network_config']), `${at}/network_config`)
  return [...new Set([...listed, ...known])].flatMap((model, index) => {
    const serving = keys.filter(
      ({ models, deployments }) => models?.includes(model) !== false || Object.hasOwn(deployments, model),
    )
    const target = sharedTarget(
      serving.map(({ slug, weight, deployments }) => ({
        weight,
        target: {
          provider: `@${slug}`,
          override_params: { model: deployments[model] ?? model },
          ...settings,
        },
      })),
    )
    if (target === undefined) return []
    if (index < MOST_CASES) addModelCases(draft, `${name}/${model}`, target)
    return [{ name: `${name}/${model}`, target }]
  })
}

/** Retries and the timeout of calls. */
function callSettings(context: ImportContext, network: JsonObject, at: string): JsonObject {
  const retries = numberIn(network['max_retries'])
  const seconds = numberIn(network['default_request_timeout_in_seconds'])
  if (retries !== undefined && retries > 5)
    context.report(
      'import-approximated',
      `${at}/max_retries`,
      `A target is called at most 5 times again here, not ${retries} times.`,
    )
  for (const name of ['extra_headers', 'proxy_config', 'insecure_skip_verify', 'ca_cert_pem'])
    if (network[name] !== undefined && network[name] !== null && network[name] !== false)
      context.report(
        'import-not-expressible',
        `${at}/${name}`,
        `"${name}" was left out. outbound of a provider has a proxy and authorities; forward_headers forwards headers of clients.`,
        'key',
      )
  return {
    ...(retries !== undefined && retries > 0 && { retry: { attempts: Math.min(5, retries) } }),
    ...(seconds !== undefined && seconds > 0 && { request_timeout: Math.min(3_600_000, seconds * 1000) }),
  }
}

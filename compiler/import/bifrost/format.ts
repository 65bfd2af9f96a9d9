// Bifrost's config.json: providers with weighted keys; requests name provider/model.
import { asList, asObject, isObject, type Json } from '../../../schemas/values/json.ts'
import { addModelCases } from '../config-cases.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { createProviderSlots } from '../provider-slots.ts'
import { reportUnread } from '../source-shape.ts'
import { createProviderPool, type ProviderPool } from './provider-pool.ts'
import { routingRules } from './routing-rules.ts'
import { applySections } from './sections.ts'
import { BIFROST } from './shape.ts'
import { addVirtualKeys } from './virtual-keys.ts'

const CONFIG = 'models'

/** Sections that only this format has, of a file without providers. */
const OWN_SECTIONS = ['config_store', 'logs_store', 'governance', 'framework', 'client'] as const

/** Cases of one provider at most. */
const MOST_CASES = 3

export const bifrostFormat: ImportFormat = {
  name: 'bifrost',
  title: 'Bifrost',
  describes: 'config.json',
  recognizes: (value: Json) =>
    isObject(value) &&
    (/bifrost/i.test(String(value['$schema'])) ||
      (isObject(value['providers']) &&
        Object.values(value['providers']).some(
          provider =>
            isObject(provider) &&
            (provider['keys'] !== undefined || provider['network_config'] !== undefined),
        )) ||
      asList(value['plugins']).some(plugin => isObject(plugin) && typeof plugin['enabled'] === 'boolean') ||
      OWN_SECTIONS.filter(name => value[name] !== undefined).length >= 2),
  convert,
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  const slots = createProviderSlots(draft)
  const routes: ModelRoute[] = []
  for (const context of contexts) {
    draft.head.push(...(context.comments.get('') ?? []))
    const root = asObject(context.parsed.value)
    const pools = Object.entries(asObject(root['providers'])).map(([name, value]) =>
      createProviderPool(context, name, asObject(value), slots, draft),
    )
    const rules = routingRules(context, root, pools)
    addVirtualKeys(context, pools, rules, draft)
    // Requests of a key reach its own config.
    const hasKeys = draft.manifest['api_keys'] !== undefined
    const all: readonly PoolRoute[] = [
      ...rules.map(rule => ({ ...rule, isCase: true })),
      ...pools.flatMap(routesOf),
    ]
    for (const route of all) {
      if (routes.some(({ name }) => name === route.name)) continue
      if (route.isCase && !hasKeys) addModelCases(draft, route.name, route.target)
      routes.push({ name: route.name, target: route.target })
    }
    reportUnread(context, BIFROST)
    applySections(context, draft)
    if (pools.length === 0)
      context.report(
        'import-not-expressible',
        '',
        'The file lists no providers: the source reads them from its database. Add providers and configs for them.',
      )
  }
  if (routes.length === 0) return
  draft.configs.set(CONFIG, routeByModel(routes, {}))
  draft.manifest['defaults'] = { config: CONFIG }
}

interface PoolRoute extends ModelRoute {
  /** Whether a test is written for it. */
  readonly isCase: boolean
}

const routesOf = ({ name, models, targetOf }: ProviderPool): readonly PoolRoute[] =>
  models.flatMap((model, index) => {
    const target = targetOf(model)
    return target === undefined ? [] : [{ name: `${name}/${model}`, target, isCase: index < MOST_CASES }]
  })

// Bifrost's config.json: providers with weighted keys; requests name provider/model.
import { asObject, isObject, type Json } from '../../../schemas/values/json.ts'
import { addModelCases } from '../config-cases.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import type { ProjectDraft } from '../project-draft.ts'
import { createProviderSlots } from '../provider-slots.ts'
import { createProviderPool, type ProviderPool } from './provider-pool.ts'
import { routingRules } from './routing-rules.ts'
import { reportSections } from './sections.ts'

const CONFIG = 'models'

/** Cases of one provider at most. */
const MOST_CASES = 3

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
    const pools = Object.entries(asObject(root['providers'])).map(([name, value]) =>
      createProviderPool(context, name, asObject(value), slots, draft),
    )
    const rules = routingRules(context, root, pools)
    const all: readonly PoolRoute[] = [
      ...rules.map(rule => ({ ...rule, isCase: true })),
      ...pools.flatMap(routesOf),
    ]
    for (const route of all) {
      if (routes.some(({ name }) => name === route.name)) continue
      if (route.isCase) addModelCases(draft, route.name, route.target)
      routes.push({ name: route.name, target: route.target })
    }
    reportSections(context, root, draft)
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

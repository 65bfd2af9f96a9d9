// Dynamic routes of Cloudflare's AI Gateway: a graph of elements, each route the target of a model name.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { addModelCases } from '../config-cases.ts'
import type { ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import { type ProjectDraft, uniqueName } from '../project-draft.ts'
import { createProviderSlots } from '../provider-slots.ts'
import { each, instead, itemsOf, mapOf, objectOf, reportUnread, type Shape } from '../source-shape.ts'
import { convertRoute } from './convert-route.ts'

export const cloudflareFormat: ImportFormat = {
  name: 'cloudflare',
  title: 'Cloudflare AI Gateway',
  describes: 'dynamic routes in JSON',
  recognizes: (value: Json) => routesIn(value).length > 0,
  convert,
}

/** The config that serves all routes: requests name them as dynamic/NAME. */
const CONFIG = 'routes'

/** Where a reply of the API has routes. */
const CONTAINERS = ['route', 'routes', 'data', 'result']

interface WrittenRoute {
  readonly route: JsonObject
  readonly at: string
}

/** A route, a list of routes, or the reply of the API with some. */
function routesIn(value: Json, at = ''): readonly WrittenRoute[] {
  if (isList(value)) return value.flatMap((item, index) => routesIn(item, childPointer(at, index)))
  if (!isObject(value)) return []
  if (isList(value['elements'])) return [{ route: value, at }]
  return CONTAINERS.flatMap(name => {
    const own = value[name]
    return own === undefined ? [] : routesIn(own, childPointer(at, name))
  })
}

/** Reports what is left out of routes, and of the reply of the API around them. */
function reportLeftOut(context: ImportContext, value: Json = context.parsed.value, at = ''): void {
  if (isList(value)) {
    for (const [index, item] of value.entries()) reportLeftOut(context, item, childPointer(at, index))
    return
  }
  if (!isObject(value)) return
  const isRoute = isList(value['elements'])
  reportUnread(context, isRoute ? ROUTE : ROUTE_REPLY, value, at)
  if (isRoute) return
  for (const name of CONTAINERS) {
    const own = value[name]
    if (own !== undefined) reportLeftOut(context, own, childPointer(at, name))
  }
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  const slots = createProviderSlots(draft)
  const routes: ModelRoute[] = []
  for (const context of contexts) {
    draft.head.push(...(context.comments.get('') ?? []))
    reportLeftOut(context)
    for (const { route, at } of routesIn(context.parsed.value)) {
      const name = typeof route['name'] === 'string' ? route['name'] : 'route'
      const target = convertRoute(context, route, at, slots)
      if (target === undefined) continue
      const model = uniqueName(`dynamic/${name}`, taken => routes.some(each => each.name === taken))
      routes.push({ name: model, target })
      addModelCases(draft, model, target)
    }
  }
  if (routes.length === 0) return
  draft.configs.set(CONFIG, routeByModel(routes, {}))
  draft.manifest['defaults'] = { config: CONFIG }
}

// The properties of dynamic routes, by what becomes of them.

const ELEMENT = objectOf({
  ...each(['id', 'type'], 'read'),
  // Where and how the editor of the source shows it.
  ...each(['name', 'label', 'description', 'position', 'data'], 'unused'),
  outputs: mapOf(objectOf(each(['elementId', 'element_id'], 'read'))),
  properties: objectOf({
    ...each(['provider', 'model', 'retries', 'timeout', 'conditions', 'condition'], 'read'),
    ...each(['limitType', 'limit_type', 'key', 'limit', 'window', 'interval'], 'read'),
    ...each(['technique', 'retry_delay', 'retryDelay', 'backoff'], 'unused'),
    byok_alias: instead('The key of a provider is api_key of a stored provider.'),
  }),
})

const ROUTE: Shape = objectOf({
  name: 'read',
  elements: itemsOf(ELEMENT),
  ...each(
    ['id', 'account_id', 'account_tag', 'gateway_id', 'created_at', 'modified_at', 'enabled', 'description'],
    'unused',
  ),
  ...each(['version', 'version_id', 'active', 'is_valid', 'data', 'comment'], 'unused'),
  ...each(['deployment', 'deployments', 'versions'], 'unused'),
})

/** The reply of the API around a route. */
const ROUTE_REPLY: Shape = objectOf({
  ...each(['route', 'routes', 'data', 'result'], 'read'),
  ...each(['success', 'errors', 'messages', 'result_info', 'order_by', 'page', 'per_page'], 'unused'),
})

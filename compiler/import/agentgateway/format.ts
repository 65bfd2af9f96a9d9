// The configuration of agentgateway: models of the section llm, or routes whose backends are providers.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { addModelCases } from '../config-cases.ts'
import { commentsBelow, type ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import { addComments, type ProjectDraft } from '../project-draft.ts'
import { createProviderSlots, type ProviderSlots } from '../provider-slots.ts'
import { llmTarget } from './llm-target.ts'
import { routedTarget } from './routed-target.ts'

const CONFIG = 'models'

export const agentgatewayFormat: ImportFormat = {
  name: 'agentgateway',
  title: 'agentgateway',
  describes: 'its YAML with llm, routes or binds',
  recognizes: (value: Json) =>
    isObject(value) &&
    (Array.isArray(value['binds']) ||
      Array.isArray(asObject(value['llm'])['models']) ||
      isObject(value['gateways'])),
  convert,
}

function convert(contexts: readonly ImportContext[], draft: ProjectDraft): void {
  const slots = createProviderSlots(draft)
  const routes: ModelRoute[] = []
  for (const context of contexts) {
    draft.head.push(...(context.comments.get('') ?? []))
    const root = asObject(context.parsed.value)
    routes.push(...modelRoutes(context, asObject(root['llm']), slots, draft))
    const written = writtenRoutes(root)
    for (const [index, { route, at }] of written.entries()) {
      const target = routedTarget(context, route, at, slots)
      if (target === undefined) continue
      if (index > 0 || routes.length > 0)
        context.report(
          'import-not-expressible',
          at,
          'Routes by path, host or header have no counterpart: this route is not reached. Make a config of it, which clients name with x-gateway-config.',
        )
      else {
        routes.push({ name: '*', target })
        addComments(draft, target, commentsBelow(context, at))
      }
    }
    for (const name of Object.keys(root))
      if (!['binds', 'llm', 'gateways', 'routes', 'config'].includes(name))
        context.report(
          'import-unknown-property',
          childPointer('', name),
          `"${name}" is not known, and was left out.`,
          'key',
        )
  }
  if (routes.length === 0) return
  for (const { name, target } of routes) addModelCases(draft, name.replaceAll('*', 'any'), target)
  draft.configs.set(CONFIG, routeByModel(routes, {}))
  draft.manifest['defaults'] = { config: CONFIG }
}

/** Models of `llm`; of several with one name the first without conditions counts. */
function modelRoutes(
  context: ImportContext,
  llm: JsonObject,
  slots: ProviderSlots,
  draft: ProjectDraft,
): readonly ModelRoute[] {
  const routes: ModelRoute[] = []
  for (const [index, value] of asList(llm['models']).entries()) {
    const at = `/llm/models/${index}`
    const model = asObject(value)
    const name = typeof model['name'] === 'string' ? model['name'] : '*'
    const target = llmTarget(context, model, at, slots)
    if (target === undefined) continue
    if (model['matches'] !== undefined)
      context.report(
        'import-not-expressible',
        `${at}/matches`,
        'Conditions on headers have no counterpart; conditions of a config read metadata and parameters. The model is used for every request.',
        'key',
      )
    if (routes.some(each => each.name === name)) {
      context.report(
        'import-not-expressible',
        at,
        `Another model has the name "${name}", and is used for all of its requests. This one was left out.`,
      )
      continue
    }
    addComments(draft, target, commentsBelow(context, at))
    routes.push({ name, target })
  }
  for (const name of Object.keys(llm))
    if (!['models', 'port', 'providers'].includes(name))
      context.report(
        'import-not-expressible',
        `/llm/${name}`,
        `"${name}" was left out. Keys of clients are api_keys of the manifest, limits policies, guardrails input_guardrails and output_guardrails.`,
        'key',
      )
  return routes
}

interface WrittenRoute {
  readonly route: JsonObject
  readonly at: Pointer
}

/** Routes with a backend that is a provider, in their order. */
function writtenRoutes(root: JsonObject): readonly WrittenRoute[] {
  const listeners = asList(root['binds']).flatMap((bind, index) =>
    asList(asObject(bind)['listeners']).map((listener, own) => ({
      listener,
      at: `/binds/${index}/listeners/${own}`,
    })),
  )
  return [{ listener: root, at: '' }, ...listeners].flatMap(({ listener, at }) =>
    asList(asObject(listener)['routes']).map((route, index) => ({
      route: asObject(route),
      at: `${at}/routes/${index}`,
    })),
  )
}

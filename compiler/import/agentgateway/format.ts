// The configuration of agentgateway: models of the section llm, or routes whose backends are providers, and MCP servers.
import { asList, asObject, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer } from '../../../schemas/values/pointer.ts'
import { addConfigCases, addModelCases } from '../config-cases.ts'
import { variableOf } from '../foreign-references.ts'
import { commentsBelow, type ImportContext } from '../import-context.ts'
import type { ImportFormat } from '../import-format.ts'
import { addMcpServer, foreignHeaders } from '../mcp-server.ts'
import { type ModelRoute, routeByModel } from '../model-router.ts'
import { addComments, asIdentifier, type ProjectDraft, uniqueName } from '../project-draft.ts'
import { createProviderSlots, type ProviderSlots } from '../provider-slots.ts'
import { reportUnread } from '../source-shape.ts'
import { addClientKeys, addOrigins, addRates } from './gateway-policies.ts'
import { llmTarget, routedTarget } from './routed-target.ts'
import { AGENTGATEWAY } from './shape.ts'
import { virtualRoutes } from './virtual-models.ts'

const CONFIG = 'models'

export const agentgatewayFormat: ImportFormat = {
  name: 'agentgateway',
  title: 'agentgateway',
  describes: 'its YAML with llm, routes or binds',
  recognizes: (value: Json) =>
    isObject(value) &&
    (Array.isArray(value['binds']) ||
      Array.isArray(asObject(value['llm'])['models']) ||
      Array.isArray(asObject(value['mcp'])['targets']) ||
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
    addMcpTargets(context, asObject(root['mcp'])['targets'], '/mcp/targets', draft)
    for (const { route, at } of writtenRoutes(root)) {
      addRoutedServers(context, route, at, draft)
      const target = routedTarget(context, route, at, { slots, draft })
      if (target === undefined) continue
      const isFirst = routes.length === 0
      addComments(draft, target, commentsBelow(context, at))
      if (isFirst) routes.push({ name: '*', target })
      if (isFirst && hasConditions(route['matches']))
        context.report(
          'import-not-expressible',
          `${at}/matches`,
          'Routes by path, host or header have no counterpart. The first route serves every request that names no config.',
          'key',
        )
      const config = isFirst ? CONFIG : addFurtherRoute(context, route, at, target, draft)
      addRates(
        context,
        asObject(route['policies'])['localRateLimit'],
        `${at}/policies/localRateLimit`,
        draft,
        `rate of ${config}`,
        [{ key: 'config', value: config }],
      )
    }
    reportUnread(context, AGENTGATEWAY)
    applyPolicies(context, root, draft)
  }
  if (routes.length === 0) return
  for (const { name, target } of routes) addModelCases(draft, name.replaceAll('*', 'any'), target)
  draft.configs.set(CONFIG, routeByModel(routes, {}))
  draft.manifest['defaults'] = { config: CONFIG }
}

/** A route that is not the first is a config, which clients name. */
function addFurtherRoute(
  context: ImportContext,
  route: JsonObject,
  at: Pointer,
  target: JsonObject,
  draft: ProjectDraft,
): string {
  const wanted = typeof route['name'] === 'string' ? route['name'] : 'route'
  const id = uniqueName(asIdentifier(wanted), taken => taken === CONFIG || draft.configs.has(taken))
  draft.configs.set(id, target)
  addConfigCases(draft, id, target)
  context.report(
    'import-not-expressible',
    at,
    `Routes by path, host or header have no counterpart. The route became the config "${id}", which clients name with x-gateway-config.`,
  )
  return id
}

/** Whether a route is for some paths, hosts or headers only. */
const hasConditions = (matches: Json | undefined): boolean =>
  asList(matches).some(match => {
    const { path, ...others } = asObject(match)
    return Object.keys(others).length > 0 || (path !== undefined && asObject(path)['pathPrefix'] !== '/')
  })

/** Policies of the gateway: keys of clients, rates of all models, web pages. */
function applyPolicies(context: ImportContext, root: JsonObject, draft: ProjectDraft): void {
  const policies = asObject(asObject(root['llm'])['policies'])
  addClientKeys(context, policies['apiKey'], '/llm/policies/apiKey', draft)
  addRates(context, policies['localRateLimit'], '/llm/policies/localRateLimit', draft, 'rate of models', [])
  addOrigins(context, policies['cors'], '/llm/policies/cors', draft)
  addOrigins(context, asObject(asObject(root['mcp'])['policies'])['cors'], '/mcp/policies/cors', draft)
  for (const [name, gateway] of Object.entries(asObject(root['gateways'])))
    addOrigins(context, asObject(gateway)['cors'], `${childPointer('/gateways', name)}/cors`, draft)
  for (const { route, at } of writtenRoutes(root))
    addOrigins(context, asObject(route['policies'])['cors'], `${at}/policies/cors`, draft)
}

/** MCP servers among the backends of a route. */
function addRoutedServers(context: ImportContext, route: JsonObject, at: Pointer, draft: ProjectDraft): void {
  for (const [index, backend] of asList(route['backends']).entries())
    addMcpTargets(
      context,
      asObject(asObject(backend)['mcp'])['targets'],
      `${at}/backends/${index}/mcp/targets`,
      draft,
    )
}

/** Models of `llm`; of several with one name the first without conditions counts. */
function modelRoutes(
  context: ImportContext,
  llm: JsonObject,
  slots: ProviderSlots,
  draft: ProjectDraft,
): readonly ModelRoute[] {
  const routes: (ModelRoute & { readonly isPublic: boolean })[] = []
  for (const [index, value] of asList(llm['models']).entries()) {
    const at = `/llm/models/${index}`
    const model = asObject(value)
    const name = typeof model['name'] === 'string' ? model['name'] : '*'
    const target = llmTarget(context, withReference(context, model, llm['providers'], at), at, {
      slots,
      draft,
    })
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
    routes.push({ name, target, isPublic: model['visibility'] !== 'internal' })
  }
  const virtual = virtualRoutes(
    context,
    llm['virtualModels'],
    name => routes.find(each => each.name === name)?.target,
  )
  return [
    ...virtual,
    ...routes
      .filter(({ name, isPublic }) => isPublic && !virtual.some(each => each.name === name))
      .map(({ name, target }) => ({ name, target })),
  ]
}

/** A model whose provider is a reference, with the provider and its parameters. */
function withReference(
  context: ImportContext,
  model: JsonObject,
  providers: Json | undefined,
  at: Pointer,
): JsonObject {
  const reference = asObject(model['provider'])['reference']
  if (reference === undefined) return model
  const found = asList(providers)
    .map(asObject)
    .find(({ name }) => name === reference)
  if (found === undefined)
    context.report(
      'import-broken-reference',
      `${at}/provider`,
      `No provider has the name "${String(reference)}".`,
    )
  return {
    ...model,
    provider: found?.['provider'] ?? '',
    params: { ...asObject(found?.['params']), ...asObject(model['params']) },
  }
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

/** Adds the MCP servers that are called over HTTP. `at`: the pointer of the list of targets. */
function addMcpTargets(
  context: ImportContext,
  targets: Json | undefined,
  at: Pointer,
  draft: ProjectDraft,
): void {
  for (const [index, value] of asList(targets).entries()) {
    const target = asObject(value)
    const name = String(target['name'] ?? `server-${index + 1}`)
    const place = childPointer(at, index)
    const { host, port, path } = asObject(target['mcp'])
    const isKnown = typeof host === 'string' && variableOf(host) === undefined
    const modifier = `${place}/policies/requestHeaderModifier`
    const { set, add } = asObject(asObject(target['policies'])['requestHeaderModifier'])
    addMcpServer(
      context,
      {
        name,
        url: isKnown ? addressOf(host, port, path) : undefined,
        headers: {
          ...foreignHeaders(context, name, add, `${modifier}/add`),
          ...foreignHeaders(context, name, set, `${modifier}/set`),
        },
      },
      place,
      draft,
    )
  }
}

/** A URL, or a host with its port and path. */
const addressOf = (host: string, port: Json | undefined, path: Json | undefined): string =>
  /^https?:\/\//.test(host)
    ? host
    : `http${String(port) === '443' ? 's' : ''}://${host}${port === undefined || String(port) === '443' ? '' : `:${String(port)}`}${typeof path === 'string' ? path : '/mcp'}`

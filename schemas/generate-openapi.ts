// Schemas → the OpenAPI document: inference, saved prompts and saved resources, in the words that generators of clients know.
import { distinctPaths } from './distinct-paths.ts'
import { INFERENCE_RESPONSES, inferencePaths, VENDOR_ERROR } from './inference-paths.ts'
import { INFERENCE_REPLIES } from './inference-replies.ts'
import { routeQuery } from './page-query.ts'
import { promptPaths } from './prompt-paths.ts'
import {
  type ControlRoute,
  inlineReferences,
  mapObjects,
  readControlResources,
  type Schema,
} from './sources.ts'

/** References between definitions as OpenAPI places them. */
const toComponents = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))

const jsonContent = (name: string, media = 'application/json'): Schema => ({
  [media]: { schema: { $ref: `#/components/schemas/${name}` } },
})

/** Items of a list that is the body: `read-bodies.ts` of the control plane. */
const MOST_ITEMS = 1000

/** The body, or a list of such bodies. */
function bodyContent(name: string, { media, many }: ControlRoute): Schema {
  if (many !== true) return jsonContent(name, media)
  const one = { $ref: `#/components/schemas/${name}` }
  const list = { type: 'array', items: one, minItems: 1, maxItems: MOST_ITEMS }
  return { 'application/json': { schema: { anyOf: [one, list] } } }
}

const FAILURES: Readonly<Record<string, string>> = {
  400: 'The request is invalid.',
  401: 'The key is missing or unknown.',
  403: 'The caller lacks the scope.',
  404: 'It does not exist where the caller may see it.',
  409: 'It conflicts with what exists.',
  412: 'It was changed since the revision of If-Match.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  501: 'The gateway has no store, or not what the route needs.',
  503: 'The store is unavailable.',
}

/** What a route may fail with. `default` stands beside them for failures of the gateway as a whole, such as 429. */
const statusesOf = ({ method, effect, body, failures = [] }: ControlRoute): readonly number[] => {
  const writes = (effect ?? (method === 'GET' ? 'read' : 'change')) !== 'read'
  return [
    ...[400, 401, 403, 404, 501, 503],
    ...(writes ? [409, 412] : []),
    ...(body === undefined ? [] : [413, 415]),
    ...failures,
  ].sort()
}

/** Failures that a resource words itself, as SCIM does, have responses of their own. */
const failureName = ({ error }: Pick<ControlRoute, 'error'>, status: number | string): string =>
  `${error ?? 'Error'}${status === 'default' ? 'Other' : status}`

const responsesOf = (route: Pick<ControlRoute, 'error' | 'media'>): Schema =>
  Object.fromEntries(
    [...Object.entries(FAILURES), ['default', 'Another failure.'] as const].map(([status, description]) => [
      failureName(route, status),
      { description, content: jsonContent(route.error ?? 'Error', route.media) },
    ]),
  )

function operationOf(route: ControlRoute, tag: string, links: Schema): Schema {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const scopes = route.scope === null ? [] : [route.scope].flat()
  const { status = 200 } = route
  return {
    operationId: route.operation,
    tags: [tag],
    summary: route.summary,
    ...(scopes.length > 0 && { description: `Needs the scope ${scopes.join(' or ')}.` }),
    parameters: [
      ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(routeQuery(route)).map(([name, { description, required = false, ...schema }]) => ({
        name,
        in: 'query',
        required,
        description,
        schema: inQuery(withRules(schema)),
      })),
    ],
    ...(route.body && { requestBody: { required: true, content: bodyContent(route.body, route) } }),
    responses: {
      [status]: {
        description: 'The reply.',
        ...(route.reply !== 'Empty' && status !== 204 && { content: replyContent(route) }),
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...(route.accepted && {
        '202': {
          description: 'In effect, and not stored yet.',
          content: jsonContent(route.accepted, route.media),
        },
      }),
      ...Object.fromEntries(
        [...statusesOf(route), 'default'].map(each => [
          each,
          { $ref: `#/components/responses/${failureName(route, each)}` },
        ]),
      ),
    },
  }
}

/** Integers of a query are read exactly, so none is above the largest that a double holds exactly. */
const inQuery = (schema: Schema): Schema =>
  schema['type'] === 'integer' && !('maximum' in schema)
    ? { ...schema, maximum: Number.MAX_SAFE_INTEGER }
    : schema

/** The names of schemas that a body is made of. */
function namesOfBodies(
  definitions: Readonly<Record<string, Schema>>,
  routes: readonly ControlRoute[],
): ReadonlySet<string> {
  const names = new Set(routes.flatMap(({ body }) => body ?? []))
  // What they refer to is added to those that are still to be read.
  for (const name of names)
    for (const [, inner = ''] of JSON.stringify(definitions[name] ?? {}).matchAll(/"#\/\$defs\/(\w+)"/g))
      names.add(inner)
  return names
}

/** With the rules that routes check themselves, in sentences of their own. */
const withRules = (schema: Schema): Schema =>
  mapObjects(schema, ({ 'x-documented': rules, ...object }) => ({
    ...object,
    ...(rules as Schema | undefined),
  })) as Schema

const WITHOUT_NUL = '^[^\\u0000]*$'
const HAS_OWN_RULE = ['pattern', 'format', 'enum', 'const']

/** What is stored has no NUL: strings of a body, and names in objects that take any. */
function withoutNul(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map(each => withoutNul(each))
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([name, each]) => [name, withoutNul(each, name === 'properties' && !isNames)]),
  )
  if (isNames) return inner
  const types = [schema['type']].flat()
  const isFree = types.includes('string') && !HAS_OWN_RULE.some(name => name in schema)
  const takesNames = types.includes('object') && (schema['additionalProperties'] ?? true) !== false
  return {
    ...inner,
    ...(isFree && { pattern: WITHOUT_NUL }),
    ...(takesNames && !('propertyNames' in schema) && { propertyNames: { pattern: WITHOUT_NUL } }),
  }
}

const replyContent = (route: ControlRoute): Schema =>
  route.file === undefined
    ? jsonContent(selectsAttributes(route) ? partOf(route.reply) : route.reply, route.media)
    : { [route.file]: { schema: { type: 'string' } } }

/** Whether the query selects attributes of the reply, so that none is certain. */
const selectsAttributes = ({ query = {} }: ControlRoute): boolean => 'attributes' in query

const partOf = (name: string): string => `${name}Part`

/** The definitions of replies of which a query selects a part, and of those that they contain. */
function partsOf(routes: readonly ControlRoute[], definitions: Readonly<Record<string, Schema>>): Schema {
  const parts: Record<string, Schema> = {}
  const add = (name: string): void => {
    const { required: _, ...definition } = definitions[name] ?? {}
    const text = JSON.stringify(definition)
    parts[partOf(name)] = JSON.parse(
      text.replaceAll(/"#\/\$defs\/(\w+)"/g, (_match, inner: string) => `"#/$defs/${partOf(inner)}"`),
    ) as Schema
    for (const [, inner = ''] of text.matchAll(/"#\/\$defs\/(\w+)"/g))
      if (!(partOf(inner) in parts)) add(inner)
  }
  for (const route of routes) if (selectsAttributes(route)) add(route.reply)
  return parts
}

/** From what a route creates to the routes of the same path and its identifier. */
function linksOf(
  route: ControlRoute,
  routes: readonly ControlRoute[],
  schemas: Readonly<Record<string, Schema>>,
): Schema {
  const shown = schemas[route.reply]?.['properties'] as Schema | undefined
  if (route.method !== 'POST' || shown?.['id'] === undefined) return {}
  const ofOne = new RegExp(`^${route.path.replaceAll(/[{}]/g, '\\$&')}/\\{(\\w+)\\}$`)
  return Object.fromEntries(
    routes.flatMap(({ path, operation }) => {
      const parameter = ofOne.exec(path)?.[1]
      return parameter === undefined
        ? []
        : [[operation, { operationId: operation, parameters: { [parameter]: '$response.body#/id' } }]]
    }),
  )
}

// Generators know one type beside null, and no properties whose names differ only in their spelling.

const KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties', 'propertyNames', 'maxProperties'],
  integer: ['minimum', 'maximum'],
  number: ['minimum', 'maximum'],
}
const TYPED: ReadonlySet<string> = new Set(Object.values(KEYWORDS).flat())

const typeOfValue = (value: unknown): string =>
  value === null ? 'null' : typeof value === 'number' ? 'integer' : typeof value

/** Objects and lists that may contain anything say so. */
function withWhatMayBeIn(schema: Schema): Schema {
  const types = [schema['type']].flat()
  if (types.includes('object') && !('properties' in schema) && !('additionalProperties' in schema))
    return { ...schema, additionalProperties: true }
  return types.includes('array') && !('items' in schema) ? { ...schema, items: {} } : schema
}

/** The schema as alternatives of one type each. */
function inAlternatives(schema: Schema, types: readonly string[]): Schema {
  const shared = Object.fromEntries(
    Object.entries(schema).filter(([name]) => name !== 'type' && name !== 'enum' && !TYPED.has(name)),
  )
  const values = schema['enum'] as readonly unknown[] | undefined
  const alternatives = types.map(type => ({
    type,
    ...Object.fromEntries(
      (KEYWORDS[type] ?? []).flatMap(name => (name in schema ? [[name, schema[name]]] : [])),
    ),
    ...(values !== undefined && { enum: values.filter(value => typeOfValue(value) === type) }),
  }))
  return { ...shared, anyOf: alternatives }
}

/** Generators name types by titles: each schema has its name, and what is within one is named by its place. */
function withOwnTitles(schemas: Readonly<Record<string, Schema>>): Schema {
  const untitled = (value: unknown, isNames: boolean): unknown => {
    if (Array.isArray(value)) return value.map(each => untitled(each, false))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).flatMap(([name, each]) =>
        name === 'title' && !isNames ? [] : [[name, untitled(each, name === 'properties' && !isNames)]],
      ),
    )
  }
  return Object.fromEntries(
    Object.entries(schemas).map(([title, schema]) => [
      title,
      { title, ...(untitled(schema, false) as Schema) },
    ]),
  )
}

function forGenerators(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(forGenerators)
  if (typeof value !== 'object' || value === null) return value
  const schema = value as Schema
  const values = schema['enum']
  const types = Array.isArray(schema['type'])
    ? (schema['type'] as readonly string[])
    : Array.isArray(values) && schema['type'] === undefined
      ? [...new Set(values.map(typeOfValue))]
      : []
  const isMixed = types.filter(type => type !== 'null').length > 1
  const one = isMixed ? inAlternatives(schema, types) : withWhatMayBeIn(schema)
  const converted = Object.entries(one).map(([name, each]) => [
    name,
    forGenerators(name === 'properties' ? withoutSpellings(each as Schema) : each),
  ])
  return isMixed
    ? Object.fromEntries(
        converted.map(([name, each]) => [
          name,
          name === 'anyOf' ? (each as readonly unknown[]).map(forGenerators) : each,
        ]),
      )
    : Object.fromEntries(converted)
}

/** Without the properties that are another one in other letters, as clients of a peer write it. */
const withoutSpellings = (properties: Schema): Schema =>
  Object.fromEntries(
    Object.entries(properties).filter(([name, schema]) => {
      const own = /^Alias of (\w+)\.$/.exec(String((schema as Schema)['description']))?.[1]
      return own === undefined || plain(own) !== plain(name)
    }),
  )

const plain = (name: string): string => name.replaceAll('_', '').toLowerCase()

/** The text of generated/openapi.json: the interface as an OpenAPI document, with the default prefix of headers. */
export function generateOpenApi(): string {
  const resources = readControlResources()
  const all = resources.flatMap(({ routes }) => routes)
  const definitions = Object.assign({}, ...resources.map(({ $defs }) => inlineReferences($defs))) as Record<
    string,
    Schema
  >
  const bodies = namesOfBodies(definitions, all)
  const constrained = Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [
      name,
      bodies.has(name) ? (withoutNul(withRules(schema)) as Schema) : schema,
    ]),
  )
  const paths = { ...inferencePaths(), ...promptPaths(jsonContent('EndpointError')) } as Record<
    string,
    Schema
  >
  for (const { title, routes } of resources)
    for (const route of routes)
      paths[route.path] = {
        ...paths[route.path],
        [route.method.toLowerCase()]: operationOf(route, title, linksOf(route, all, definitions)),
      }
  const wordings = new Map(all.map(({ error, media }) => [error, { error, media }]))
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Portolan',
      version: '1',
      description: 'Inference routes and the saved resources of the gateway.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/v1' }],
    security: [{ gatewayKey: [] }, { bearer: [] }],
    tags: [
      { name: 'Inference', description: "The vendor's routes, served by any provider." },
      ...resources.map(({ title, description }) => ({ name: title, description })),
    ],
    paths: distinctPaths(paths),
    components: {
      securitySchemes: {
        gatewayKey: { type: 'apiKey', in: 'header', name: 'x-gateway-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      responses: Object.assign(
        {},
        INFERENCE_RESPONSES,
        responsesOf({}),
        ...[...wordings.values()].map(each => responsesOf(each as ControlRoute)),
      ),
      schemas: withOwnTitles({
        ...(toComponents({ ...constrained, ...partsOf(all, definitions) }) as Record<string, Schema>),
        ...VENDOR_ERROR,
        ...INFERENCE_REPLIES,
      }),
    },
  }
  return `${JSON.stringify(forGenerators(document), undefined, 1)}\n`
}

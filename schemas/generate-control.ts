// Schemas → the interface of saved resources: its routes, and the OpenAPI document. Each file of schemas/control/ with routes is one
// resource.
import { PAGE_QUERY } from './page-query.ts'
import { promptPaths } from './prompt-paths.ts'
import {
  type ControlRoute,
  inlineReferences,
  readControlResources,
  readFilterQuery,
  readRequestTypes,
  readRoleSettings,
  readRoles,
  readSchema,
  readScopes,
  type Schema,
} from './sources.ts'

const BANNER = '// Generated from schemas/control/ by schemas/generate.ts. Do not edit.\n'

/** The queries of a route, with filters of records and those of pages where it has them. */
const queryOf = ({ query = {}, paged, filtered }: ControlRoute): Readonly<Record<string, Schema>> => ({
  ...(filtered === true && readFilterQuery()),
  ...query,
  ...(paged === true && PAGE_QUERY),
})

/** The text of generated/control-routes.ts. */
export function generateControlRoutes(): string {
  const routes = readControlResources().flatMap(each => each.routes)
  const named = routes.flatMap(route => [
    route,
    ...[route.also ?? []].flat().map(path => ({ ...route, path })),
  ])
  const facts = named.map(route => ({
    operation: route.operation,
    method: route.method,
    path: route.path,
    scope: route.scope,
    ...(route.level && { level: route.level }),
    ...(route.effect && { effect: route.effect }),
    ...(route.loosens && route.loosens !== 'nothing' && { loosens: route.loosens }),
    ...(route.body && { body: route.body }),
    ...(route.paged && { paged: true }),
    ...(route.large && { large: true }),
    ...(route.many && { many: true }),
    ...(route.bulk && { bulk: route.bulk }),
    ...(route.media && { media: route.media }),
    query: Object.fromEntries(
      Object.entries(queryOf(route)).map(([name, { description: _, ...fact }]) => [name, fact]),
    ),
  }))
  const { description: _, ...roles } = readRoles()
  const settings = Object.fromEntries(
    Object.entries(readRoleSettings()).map(
      ([name, { 'x-role': role, 'x-scopes': granted, default: usual }]) => [
        name,
        { role, scopes: granted, default: usual },
      ],
    ),
  )
  return `${BANNER}
import type { BodyName } from './control-bodies.js'

export type OperationId =
${routes.map(({ operation }) => `  | '${operation}'\n`).join('')}
/** A parameter in the query of a route. */
export interface QueryFact {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly default?: string | number | boolean
  readonly required?: boolean
}

export interface ControlRouteFact {
  readonly operation: OperationId
  readonly method: string
  /** Below the base URL, with parameters in braces. */
  readonly path: string
  /** The scope that the caller needs; \`any\` of the scopes where it has several, null for a route that checks it itself. */
  readonly scope: string | readonly string[] | null
  /** \`organisation\`: callers of one workspace may not use it. \`person\`: only people who sign in may. */
  readonly level?: 'organisation' | 'person'
  /** What it does, where its method does not say. */
  readonly effect?: 'read' | 'change'
  /** The restrictions of its caller that it could lift; \`checked\`: its handler decides. Absent if there are none. */
  readonly loosens?: 'all' | 'configs' | 'checked'
  readonly body?: BodyName
  readonly paged?: boolean
  /** The body may have as many bytes as that of a call. */
  readonly large?: boolean
  /** The body may be a list of such bodies. */
  readonly many?: boolean
  /** Each of the body's \`items\` is validated apart, as the body of a request about only that item. */
  readonly bulk?: BodyName
  /** The media type of replies; JSON if absent. */
  readonly media?: string
  readonly query: Readonly<Record<string, QueryFact>>
}

export const controlRoutes: readonly ControlRouteFact[] = ${JSON.stringify(facts, undefined, 2)}

export interface RoleSetting {
  readonly role: string
  readonly scopes: readonly string[]
  readonly default: boolean
}

/** All scopes, as scope.schema.json lists them. */
export const controlScopes: readonly string[] = ${JSON.stringify(readScopes(), undefined, 2)}

/** The scopes of roles by where they hold, and the scopes that a scope includes. */
export const roleFacts: {
  readonly organisation: Readonly<Record<string, readonly string[]>>
  readonly workspace: Readonly<Record<string, readonly string[]>>
  readonly includes: Readonly<Record<string, readonly string[]>>
  /** What settings grant to roles of workspaces while they are true, by their names. */
  readonly settings: Readonly<Record<string, RoleSetting>>
} = ${JSON.stringify({ ...roles, settings }, undefined, 2)}
`
}

/** References between definitions as OpenAPI places them. */
const toComponents = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'))

const jsonContent = (name: string, media = 'application/json'): Schema => ({
  [media]: { schema: { $ref: `#/components/schemas/${name}` } },
})

/** The body, or a list of such bodies. */
function bodyContent(name: string, { media, many }: ControlRoute): Schema {
  if (many !== true) return jsonContent(name, media)
  const one = { $ref: `#/components/schemas/${name}` }
  return { 'application/json': { schema: { anyOf: [one, { type: 'array', items: one }] } } }
}

const ERROR: Schema = {
  title: 'Error',
  type: 'object',
  description: 'Why a request failed, in the format of the vendor.',
  properties: {
    error: {
      type: 'object',
      properties: {
        message: { type: 'string' },
        type: { type: ['string', 'null'] },
        param: { type: ['string', 'null'] },
        code: { type: ['string', 'null'] },
      },
      required: ['message', 'type', 'param', 'code'],
    },
  },
  required: ['error'],
}

function operationOf(route: ControlRoute, tag: string): Schema {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const scopes = route.scope === null ? [] : [route.scope].flat()
  return {
    operationId: route.operation,
    tags: [tag],
    summary: route.summary,
    ...(scopes.length > 0 && { description: `Needs the scope ${scopes.join(' or ')}.` }),
    parameters: [
      ...names.map(name => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...Object.entries(queryOf(route)).map(([name, { description, required = false, ...schema }]) => ({
        name,
        in: 'query',
        required,
        description,
        schema,
      })),
    ],
    ...(route.body && { requestBody: { required: true, content: bodyContent(route.body, route) } }),
    responses: {
      '200': {
        description: 'The reply.',
        ...(route.reply !== 'Empty' && { content: jsonContent(route.reply, route.media) }),
      },
      ...(route.accepted && {
        '202': {
          description: 'In effect, and not stored yet.',
          content: jsonContent(route.accepted, route.media),
        },
      }),
      default: { description: 'A failure.', content: jsonContent(route.error ?? 'Error', route.media) },
    },
  }
}

/** Routes of inference: their bodies are the vendor's, which the interface does not repeat. */
function inferencePaths(): Schema {
  const routes = Object.keys(
    (readSchema('provider') as { properties: { routes: { properties: Schema } } }).properties.routes
      .properties,
  )
  const { streamed } = readRequestTypes()
  return Object.fromEntries(
    routes.map(route => [
      `/${route}`,
      {
        post: {
          operationId: `call ${route}`.replaceAll(/[^a-zA-Z0-9]+(.)/g, (_, letter: string) =>
            letter.toUpperCase(),
          ),
          tags: ['Inference'],
          summary: `Calls ${route} of the provider that the config selects.`,
          responses: {
            '200': {
              description: streamed.includes(route)
                ? "The vendor's reply, or a stream of events where the request asks for one."
                : "The vendor's reply.",
            },
            default: { description: 'A failure.', content: jsonContent('Error') },
          },
        },
      },
    ]),
  )
}

/** The text of generated/openapi.json: the interface as an OpenAPI document, with the default prefix of headers. */
export function generateOpenApi(): string {
  const resources = readControlResources()
  const paths = { ...inferencePaths(), ...promptPaths(jsonContent('Error')) } as Record<string, Schema>
  for (const { title, routes } of resources)
    for (const route of routes)
      paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, title) }
  const definitions = Object.assign({}, ...resources.map(({ $defs }) => inlineReferences($defs))) as Schema
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
    paths,
    components: {
      securitySchemes: {
        gatewayKey: { type: 'apiKey', in: 'header', name: 'x-gateway-api-key' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ...(toComponents(definitions) as Schema), Error: ERROR },
    },
  }
  return `${JSON.stringify(document, undefined, 1)}\n`
}

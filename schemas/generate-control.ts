// Schemas → the routes of saved resources. Each file of schemas/control/ with routes is one resource.
import { routeQuery } from './page-query.ts'
import { readControlResources, readRoleSettings, readRoles, readScopes } from './sources.ts'

const BANNER = '// Generated from schemas/control/ by schemas/generate.ts. Do not edit.\n'

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
      Object.entries(routeQuery(route)).map(([name, { description: _, 'x-documented': _rules, ...fact }]) => [
        name,
        fact,
      ]),
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

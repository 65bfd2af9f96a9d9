// Lints the files of saved resources: operations and definitions are distinct, scopes and bodies exist.
import { LOOSENS, readControlResources, readRoleSettings, readRoles, readScopes } from './sources.ts'

export function lintControl(): readonly string[] {
  const resources = readControlResources()
  const scopes = new Set(readScopes())
  const routes = resources.flatMap(({ title, routes: own, $defs }) =>
    own.map(route => ({ ...route, at: `control/ ${title}, ${route.operation}`, $defs })),
  )
  const definitions = resources.flatMap(({ $defs }) => Object.keys($defs))
  const operations = routes.map(({ operation }) => operation)
  const places = routes.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  return [
    ...repeated(operations).map(name => `control/: The operation ${name} is repeated.`),
    ...repeated(places).map(place => `control/: ${place} is repeated.`),
    ...repeated(definitions).map(name => `control/: The definition ${name} is repeated.`),
    ...routes.flatMap(({ at, method, effect, loosens, scope, body, bulk, reply, accepted, summary }) => [
      ...(writes(method, effect) === (loosens !== undefined)
        ? []
        : [`${at}: Routes that write, and no others, say what they could loosen.`]),
      ...(loosens === undefined || LOOSENS.includes(loosens)
        ? []
        : [`${at}: loosens must be one of ${LOOSENS.join(', ')}.`]),
      ...[scope ?? []]
        .flat()
        .filter(each => !scopes.has(each))
        .map(each => `${at}: "${each}" is not a scope.`),
      ...[body ?? [], bulk ?? [], reply === 'Empty' ? [] : reply, accepted ?? []]
        .flat()
        .filter(name => !definitions.includes(name))
        .map(name => `${at}: "${name}" is not defined.`),
      ...(/^[A-Z].*[^.]\.$/s.test(summary) ? [] : [`${at}: A summary is a sentence.`]),
    ]),
    ...lintRoles(scopes),
    ...Object.entries(readRoleSettings()).flatMap(([name, { 'x-role': role, 'x-scopes': granted }]) =>
      typeof role === 'string' &&
      Object.hasOwn(readRoles().workspace, role) &&
      Array.isArray(granted) &&
      granted.every(scope => scopes.has(scope))
        ? []
        : [`control/settings.json: ${name} must name a role of workspaces and its scopes.`],
    ),
  ]
}

const writes = (method: string, effect: 'read' | 'change' | undefined): boolean =>
  effect === undefined ? method !== 'GET' : effect === 'change'

function lintRoles(scopes: ReadonlySet<string>): readonly string[] {
  const { organisation, workspace, includes } = readRoles()
  const names = [
    ...Object.values(organisation),
    ...Object.values(workspace),
    ...Object.values(includes),
  ].flat()
  return [...names, ...Object.keys(includes)]
    .filter(name => name !== '*' && !scopes.has(name) && !hasResource(name, scopes))
    .map(name => `control/roles.json: "${name}" is not a scope.`)
}

const hasResource = (name: string, scopes: ReadonlySet<string>): boolean =>
  name.endsWith('.*') && scopes.values().some(scope => scope.startsWith(name.slice(0, -1)))

const repeated = (names: readonly string[]): readonly string[] =>
  names.filter((name, index) => names.indexOf(name) !== index)

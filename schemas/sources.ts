// Reads the schemas and provider specs, and inlines references between files, so that generators see one document
// each.
import { readdirSync, readFileSync } from 'node:fs'
import type { FailureAdvice, FailureEntry, ProviderErrorEntry } from './failure-entry.ts'
import type { Schema } from './schema.ts'

export type { Schema } from './schema.ts'

const FOLDER = new URL('.', import.meta.url)

const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'))

/** The file names of a kind, sorted: `config` is `config.schema.json`. */
export const SCHEMA_NAMES = [
  'config',
  'manifest',
  'prompt',
  'partial',
  'config-test',
  'traffic',
  'log-record',
  'plan',
  'provider',
  'family',
  'schema-language',
  'coding-agent',
  'client-library',
] as const
export type SchemaName = (typeof SCHEMA_NAMES)[number]

/** How errors of each kind are written for the clients of each dialect. */
export const readErrorForms = (): unknown => readJson('error-kinds.json')

/** The bodies that the interface constrains, by the file names in `api/`. */
export const REQUEST_NAMES = ['batch', 'completion', 'fine-tuning-job', 'run'] as const
export type RequestName = (typeof REQUEST_NAMES)[number]

/** The schema of a request's body. */
export const readRequestSchema = (name: RequestName): Schema => readJson(`api/${name}.schema.json`) as Schema

/** Parameters of requests that no file of a route lists. */
export const readKnownParameters = (): Schema => readJson('api/parameters.schema.json') as Schema

/** A path that belongs to the gateway, as `api/gateway-resources.json` reserves it. */
export interface ReservedResource {
  readonly pattern: string
  /** Absent: every method. */
  readonly methods?: readonly string[]
  readonly description: string
  readonly unserved?: UnservedMethods
}

/** Methods of the peer's packages, and why they are not served. */
export interface UnservedMethods {
  readonly reason: string
  /** Of portkey-ai for Node, and for Python. */
  readonly node: readonly string[]
  readonly python: readonly string[]
}

/** All methods of the peer's packages that are not served, with the paths that are answered with 501. */
export function readUnserved(): readonly (UnservedMethods & Partial<ReservedResource>)[] {
  const { methods } = readJson('api/gateway-resources.json') as {
    readonly methods: readonly UnservedMethods[]
  }
  return [
    ...readReservedResources().flatMap(each => (each.unserved ? [{ ...each, ...each.unserved }] : [])),
    ...methods,
  ]
}

/** The part of a pattern that is reserved completely: its first segment, after the version of the interface if there is one. */
export const reservedRoot = (pattern: string): string =>
  `${/^(\/v\d+)?\/[a-z0-9-]+/.exec(pattern)?.[0] ?? pattern}/...`

/** The resources of the interface that are never forwarded, in the order in which they are matched: saved resources are among them. */
export function readReservedResources(): readonly ReservedResource[] {
  const { resources } = readJson('api/gateway-resources.json') as {
    readonly resources: readonly ReservedResource[]
  }
  const listed = new Set(resources.map(({ pattern }) => pattern))
  const saved = new Map(
    readControlResources().flatMap(({ description, routes }) =>
      routes.flatMap(({ path, also }) =>
        [path, also ?? []].flat().map(each => [reservedRoot(each), description]),
      ),
    ),
  )
  return [
    ...resources,
    ...Array.from(saved, ([pattern = '', description = '']) => ({ pattern, description })).filter(
      ({ pattern }) => !listed.has(pattern),
    ),
  ]
}

/**
 * What a route that writes could lift of the restrictions of its caller: `all` of them, those by which a key uses no other `configs`
 * or hosts, or `nothing`. `checked`: its handler compares what was with what would be.
 */
export const LOOSENS = ['all', 'configs', 'checked', 'nothing'] as const

/** One route of a saved resource. */
export interface ControlRoute {
  readonly operation: string
  readonly method: string
  /** Below the base URL, with parameters in braces. */
  readonly path: string
  /** The same route by other names, which Portkey clients use. */
  readonly also?: string | readonly string[]
  /** The scope that callers need, or several of which one is enough; null for a route that checks it itself. */
  readonly scope: string | readonly string[] | null
  /** Callers of one workspace may not use it; or keys may not, only people who sign in. */
  readonly level?: 'organisation' | 'person'
  readonly summary: string
  /** What it does, where its method does not say: GET reads, POST adds, PUT and PATCH change, DELETE removes. */
  readonly effect?: 'read' | 'change'
  readonly loosens?: (typeof LOOSENS)[number]
  readonly query?: Readonly<Record<string, Schema>>
  /** The route replies with pages. */
  readonly paged?: true
  /** The query has the filters of `control/log-filter.json`. */
  readonly filtered?: true
  /** The body may be a list of such bodies. */
  readonly many?: true
  /** The definition of each of the body's `items`, which are validated apart. */
  readonly bulk?: string
  /** The body may have as many bytes as that of a call. */
  readonly large?: true
  /** The definition of the body. */
  readonly body?: string
  /** The definition of the reply; `Empty` is an empty object. */
  readonly reply: string
  /** The definition of the reply with the status 202, if there is one. */
  readonly accepted?: string
  /** The status of replies; 200 if absent. */
  readonly status?: number
  /** Statuses of failures besides those of every such route. */
  readonly failures?: readonly number[]
  /** The media type of a reply that is a download. */
  readonly file?: string
  /** The media type of replies, and the definition of failures, where the resource has its own. */
  readonly media?: string
  readonly error?: string
}

/** A saved resource, as a file of `control/` describes it. */
export interface ControlResource {
  readonly title: string
  readonly description: string
  /** What holds for all of its routes. */
  readonly media?: string
  readonly error?: string
  readonly routes: readonly ControlRoute[]
  readonly $defs: Readonly<Record<string, Schema>>
}

/** The files of `control/` that do not define a resource. */
const CONTROL_LISTS = new Set(['roles.json', 'scope.schema.json', 'log-filter.json'])

/** The saved resources, sorted by the names of their files. */
/** What a definition has of the one that `x-extends` names comes first. */
const withExtended = ($defs: Readonly<Record<string, Schema>>): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    Object.entries($defs).map(([name, { 'x-extends': base, ...own }]) => {
      const extended = typeof base === 'string' ? $defs[base] : undefined
      if (extended === undefined) return [name, own]
      const properties = { ...(extended['properties'] as Schema), ...(own['properties'] as Schema) }
      const required = [extended, own].flatMap(each => (each['required'] ?? []) as readonly string[])
      return [name, { ...own, properties, required }]
    }),
  )

export const readControlResources = (): readonly ControlResource[] =>
  readdirSync(new URL('control/', FOLDER))
    .filter(file => file.endsWith('.json') && !CONTROL_LISTS.has(file))
    .sort()
    .map(file => readJson(`control/${file}`) as ControlResource)
    .map(({ media, error, $defs, ...resource }) => ({
      ...resource,
      $defs: withExtended($defs),
      routes: resource.routes.map(route => ({ ...route, ...(media && { media }), ...(error && { error }) })),
    }))

/** The filters of records of requests, as parameters of a query. */
export const readFilterQuery = (): Readonly<Record<string, Schema>> =>
  (readJson('control/log-filter.json') as { readonly properties: ReturnType<typeof readFilterQuery> })
    .properties

/** The scopes of roles. */
export const readRoles = (): {
  readonly description: string
  readonly organisation: Readonly<Record<string, readonly string[]>>
  readonly workspace: Readonly<Record<string, readonly string[]>>
  readonly includes: Readonly<Record<string, readonly string[]>>
} => readJson('control/roles.json') as ReturnType<typeof readRoles>

/** The settings that grant scopes to roles, as control/settings.json defines them. */
export const readRoleSettings = (): Readonly<Record<string, Schema>> =>
  (
    readJson('control/settings.json') as {
      readonly $defs: { readonly RoleSettings: { readonly properties: Readonly<Record<string, Schema>> } }
    }
  ).$defs.RoleSettings.properties

/** The scopes of keys. */
export const readScopes = (): readonly string[] =>
  (readJson('control/scope.schema.json') as { readonly enum: readonly string[] }).enum

/** Fields that a reply may have: true for a value of any kind, an object for the fields in it. */
interface ReplyFields {
  readonly [name: string]: true | ReplyFields
}

/** The fields of the vendor's replies by endpoint; without `chunk`, chunks have those of whole replies. */
export const readReplyFields = (): Readonly<
  Record<string, { readonly reply: ReplyFields; readonly chunk?: ReplyFields }>
> =>
  (readJson('api/reply-fields.json') as { readonly endpoints: ReturnType<typeof readReplyFields> }).endpoints

/** The names that the ecosystem gives to endpoints, and to every request that is passed through. */
export const readRequestTypes = (): {
  readonly types: Readonly<Record<string, string>>
  /** Endpoints with JSON requests that can reply with a stream. */
  readonly streamed: readonly string[]
  readonly passThrough: string
  /** Types of passed-through requests: the method and the path, in which `*` is one segment. */
  readonly passThroughTypes: Readonly<Record<string, string>>
} => readJson('api/request-types.json') as ReturnType<typeof readRequestTypes>

/** A header of the gateway without its prefix. */
export interface GatewayHeader {
  readonly name: string
  /** What the value may be, for readers. */
  readonly value: string
  readonly description: string
}

/** The headers of the gateway that are not settings of a config. */
export const readGatewayHeaders = (): {
  readonly request: readonly GatewayHeader[]
  readonly response: readonly GatewayHeader[]
} => readJson('api/gateway-headers.json') as ReturnType<typeof readGatewayHeaders>

/** Paths besides the routes of the interface and its reserved resources. */
export const readOtherPaths = (): readonly { readonly path: string; readonly description: string }[] =>
  (readJson('api/other-paths.json') as { readonly paths: ReturnType<typeof readOtherPaths> }).paths

/** Entrances that do not follow from the catalogue, and the forms of errors. */
export const readEntrances = (): {
  readonly entrances: Readonly<
    Record<
      string,
      {
        readonly providers: readonly string[]
        readonly errors?: string
        /** The path below which its endpoints are, where the catalogue has no base URL. */
        readonly base?: string
        readonly clients: readonly object[]
      }
    >
  >
  /** The form of errors by dialect, where it is not that of OpenAI. */
  readonly dialects: Readonly<Record<string, string>>
  readonly errors: Readonly<Record<string, { readonly body: Schema }>>
} => readJson('entrances.json') as ReturnType<typeof readEntrances>

/** What stays with its provider, by the field that names it. */
export const readProviderState = (): readonly {
  readonly api: string
  readonly field: string
  readonly state: string
  readonly elsewhere: 'refused' | 'left out'
  readonly how: string
}[] =>
  (readJson('api/provider-state.json') as { readonly fields: ReturnType<typeof readProviderState> }).fields

/** Resources at providers, and the keys of their identifiers. */
export const readStoredState = (): {
  readonly resources: readonly {
    readonly path: string
    readonly state: string
    readonly listed?: true
    readonly source: string
  }[]
  readonly stateless: readonly string[]
  readonly identifiers: Readonly<Record<string, readonly string[]>>
} => readJson('api/provider-state.json') as ReturnType<typeof readStoredState>

/** A failure that the gateway itself replies with. */
/** The failures of the gateway, errors of providers by their status, and the causes of failed calls to a provider. */
export const readFailures = (): {
  readonly failures: readonly FailureEntry[]
  readonly providerErrors: readonly ProviderErrorEntry[]
  readonly causes: readonly (FailureAdvice & { readonly cause: string })[]
} => readJson('api/failures.json') as ReturnType<typeof readFailures>

/** A schema as it is written in its file. */
export const readSchema = (name: SchemaName): Schema => readJson(`${name}.schema.json`) as Schema

/** The files of a folder, sorted by name. */
export const readFolder = (folder: string): readonly Schema[] =>
  readdirSync(new URL(`${folder}/`, FOLDER))
    .filter(file => file.endsWith('.json'))
    .sort()
    .map(file => readJson(`${folder}/${file}`) as Schema)

/** The provider specs of the catalog, sorted by identifier. */
export const readProviderSpecs = (): readonly Schema[] => readFolder('providers')

/** The languages of schemas that models accept, sorted by identifier. */
export const readSchemaLanguages = (): readonly Schema[] => readFolder('schema-languages')

/** The coding agents that can be set up, sorted by identifier. */
export const readCodingAgents = (): readonly Schema[] => readFolder('coding-agents')

/** The SDKs and frameworks whose lines are shown, sorted by identifier. */
export const readClientLibraries = (): readonly Schema[] => readFolder('client-libraries')

/** The model families, sorted by identifier. */
export const readFamilies = (): readonly Schema[] => readFolder('families')

const CHECK_FILE = '.schema.json'

/** The identifiers of checks, which are the names of their files, sorted. */
export const checkIds = (): readonly string[] =>
  readdirSync(new URL('checks/', FOLDER))
    .filter(file => file.endsWith(CHECK_FILE))
    .map(file => file.slice(0, -CHECK_FILE.length))
    .sort()

/** The schema of a check, as it is written in its file. */
export const readCheckSchema = (id: string): Schema => readJson(`checks/${id}${CHECK_FILE}`) as Schema

/** The parameters that checks share, by name. */
export const readSharedParameters = (): Readonly<Record<string, Schema>> =>
  (readJson('check.schema.json') as { readonly properties: Readonly<Record<string, Schema>> }).properties

/** What a local or cross-file reference names. */
export function resolve(reference: string, root: Schema): Schema {
  const [file = '', path = ''] = reference.split('#')
  const document = file === '' ? root : (readJson(file) as Schema)
  const steps = path.split('/').slice(1)
  return steps.reduce<Schema>((at, step) => at[step] as Schema, document)
}

/** The same value with every object in it rewritten, innermost first. */
export function mapObjects(value: unknown, change: (object: Schema) => Schema): unknown {
  if (Array.isArray(value)) return value.map(item => mapObjects(item, change))
  if (typeof value !== 'object' || value === null) return value
  return change(
    Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])),
  )
}

/** The schema without references into other files. */
export function inlineReferences(schema: Schema): Schema {
  const change = (object: Schema): Schema => {
    const reference = object['$ref']
    if (typeof reference !== 'string' || reference.startsWith('#')) return object
    return inlineReferences(withLocalDefinitions(reference))
  }
  return mapObjects(schema, change) as Schema
}

/** A property of another file; references to definitions there are resolved too. */
function withLocalDefinitions(reference: string): Schema {
  const file = reference.split('#')[0] ?? ''
  const target = resolve(reference, {})
  return mapObjects(target, object => {
    const inner = object['$ref']
    return typeof inner === 'string' && inner.startsWith('#') ? resolve(`${file}${inner}`, {}) : object
  }) as Schema
}

/** Without the rules that routes check themselves, which only the OpenAPI document states. */
export const withoutRules = (schema: Schema): Schema =>
  mapObjects(schema, ({ 'x-documented': _rules, ...object }) => object) as Schema

/** The schema without what rules report instead: property groups and conditional requirements. */
export function structureOnly(schema: Schema): Schema {
  const { anyOf: _groups, ...root } = schema
  const withoutCondition = ({ if: _if, then: _then, ...object }: Schema): Schema => object
  // A map of properties may hold a property named `then`; the keyword appears only next to `if`.
  return mapObjects(root, object => ('if' in object ? withoutCondition(object) : object)) as Schema
}

// Schemas → facts: what the compiler needs to know about properties beyond their types, as data.
import {
  inlineReferences,
  mapObjects,
  readProviderSpecs,
  readReplyFields,
  readRequestTypes,
  readReservedResources,
  readSchema,
  resolve,
  type Schema,
} from './sources.ts'

export const BANNER = '// Generated from schemas/ by schemas/generate.ts. Do not edit.\n'

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A property's own schema, through its reference. */
const dereference = (property: Schema, root: Schema): Schema =>
  typeof property['$ref'] === 'string' ? resolve(property['$ref'], root) : property

/** The defaults of a schema as one nested value; properties without one are left out. */
function defaultsOf(schema: Schema, root: Schema, seen: readonly Schema[] = []): Schema {
  const entries = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>).flatMap(
    ([name, property]) => {
      const inner = dereference(property, root)
      if ('default' in inner) return [[name, inner['default']]]
      if (seen.includes(inner) || !isObject(inner['properties']) || inner === root) return []
      const nested = defaultsOf(inner, root, [...seen, inner])
      return Object.keys(nested).length === 0 ? [] : [[name, nested]]
    },
  )
  return Object.fromEntries(entries)
}

function factOf(property: Schema, root: Schema): Schema {
  const inner = dereference(property, root)
  const marks = Object.entries({ ...inner, ...property }).filter(([key]) =>
    /^x-(secret|rotates|machine|binding|inherit|header|peer|aliases|unsupported)$/.test(key),
  )
  // Of a value that is written in several ways, the first is the one of headers.
  const [first] = (inner['anyOf'] ?? []) as readonly Schema[]
  const type = inner['type'] ?? first?.['type'] ?? 'object'
  return {
    type,
    description: inner['description'],
    ...Object.fromEntries(marks.map(([key, value]) => [key.slice(2), value])),
  }
}

/** The kind of the objects below a property: the title of their schema, in a list for arrays and maps; null for others. */
function childKinds(
  schema: Schema,
  root: Schema,
  shapes: Map<string, Schema>,
): string | readonly string[] | null {
  const inner = dereference(schema, root)
  const item =
    inner['items'] ?? (isObject(inner['additionalProperties']) ? inner['additionalProperties'] : undefined)
  if (isObject(inner['properties'])) {
    addShape(inner, root, shapes)
    return String(inner['title'])
  }
  if (!isObject(item)) {
    const object = ((inner['anyOf'] ?? []) as readonly Schema[])
      .map(branch => dereference(branch, root))
      .find(branch => isObject(branch['properties']))
    return object === undefined ? null : childKinds(object, root, shapes)
  }
  const branches = Array.isArray(item['anyOf']) ? (item['anyOf'] as Schema[]) : [item]
  const titles = branches
    .map(branch => childKinds(branch, root, shapes))
    .filter(title => typeof title === 'string')
  return titles.length === 0 ? null : titles
}

function addShape(schema: Schema, root: Schema, shapes: Map<string, Schema>): void {
  const title = String(schema['title'])
  if (shapes.has(title)) return
  const shape: Schema = {}
  shapes.set(title, shape)
  for (const [name, property] of Object.entries(schema['properties'] as Record<string, Schema>))
    shape[name] = childKinds(property, root, shapes)
}

/** The properties of every kind of object, by the titles of their schemas. */
function shapesOf(...roots: readonly Schema[]): Schema {
  const shapes = new Map<string, Schema>()
  for (const root of roots) addShape(root, root, shapes)
  return Object.fromEntries(shapes)
}

/** The units of numbers, taken from their descriptions: by the kind of the object, then by the property. */
function unitsOf(...roots: readonly Schema[]): Schema {
  const units: Record<string, Record<string, string>> = {}
  for (const root of roots)
    mapObjects(root, object => {
      for (const [name, property] of Object.entries(
        isObject(object['properties']) ? object['properties'] : {},
      )) {
        const unit = /\b(?:milliseconds|seconds|bytes)\b/i.exec(
          String((property as Schema)['description']),
        )?.[0]
        if (unit === undefined || !/^(?:integer|number)$/.test(String((property as Schema)['type']))) continue
        const kind = String(object['title'])
        units[kind] = { ...units[kind], [name]: unit.toLowerCase() }
      }
      return object
    })
  return units
}

const routeNames = (): readonly string[] =>
  Object.keys(
    (readSchema('provider') as { properties: { routes: { properties: Schema } } }).properties.routes
      .properties,
  )

export const constant = (name: string, comment: string, value: unknown, type = ''): string =>
  `/** ${comment} */\nexport const ${name}${type} = ${JSON.stringify(value, null, 2)}${type === '' ? ' as const' : ''}\n`

/** The text of generated/facts.ts. */
export function generateFacts(): string {
  const config = readSchema('config')
  const manifest = inlineReferences(readSchema('manifest'))
  const tests = readSchema('config-test')
  const prompt = readSchema('prompt')
  const partial = readSchema('partial')
  const traffic = inlineReferences(readSchema('traffic'))
  const properties = config['properties'] as Record<string, Schema>
  const facts = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, factOf(property, config)]),
  )
  const manifestFacts = Object.fromEntries(
    Object.entries(manifest['properties'] as Record<string, Schema>).map(([name, property]) => [
      name,
      factOf(property, manifest),
    ]),
  )
  const definitions = manifest['$defs'] as Record<string, Schema>
  const authFacts = Object.fromEntries(
    Object.entries((definitions['SecretAuth']?.['properties'] ?? {}) as Record<string, Schema>).map(
      ([name, property]) => [name, factOf(property, manifest)],
    ),
  )
  const groups = (config['anyOf'] as { required: string[]; properties?: object }[]).map(group =>
    group.properties === undefined
      ? { properties: group.required }
      : { properties: group.required, slug: true },
  )
  const condition = (config['$defs'] as Record<string, Schema>)['Condition'] ?? {}
  const query = (condition['properties'] as Record<string, Schema>)['query'] ?? {}
  return [
    BANNER,
    `export interface PropertyFact {
  readonly type: string | readonly string[]
  readonly description: string
  /** Holds a credential. */
  readonly secret?: true
  /** A secret that its source rotates: a file that contains it is read again. */
  readonly rotates?: true
  /** Names an identity of the gateway host: a credential that contains no secret and that clients may not use. */
  readonly machine?: true
  /** Belongs to the provider's binding and is never inherited. */
  readonly binding?: true
  /** How a parent's value reaches its targets: per key, or whole; absent, it does not. */
  readonly inherit?: 'join' | 'merge' | 'replace'
  /** The request header that sets the property, without the prefix. */
  readonly header?: string
  /** Names that Portkey uses, read if the spelling in the manifest is peer. */
  readonly peer?: readonly string[]
  /** Other names that are always read, with a warning. */
  readonly aliases?: readonly string[]
  /** Why this version rejects the property. */
  readonly unsupported?: string
}
`,
    constant(
      'configFacts',
      'Each property of a config.',
      facts,
      ': { readonly [property: string]: PropertyFact }',
    ),
    constant(
      'manifestFacts',
      'Each property of a manifest.',
      manifestFacts,
      ': { readonly [property: string]: PropertyFact }',
    ),
    constant(
      'secretAuthFacts',
      'Each property of auth_config of a secret reference.',
      authFacts,
      ': { readonly [property: string]: PropertyFact }',
    ),
    constant(
      'propertyGroups',
      'The sets of properties, at least one of which a config must have completely; with `slug`, the property must name a slug.',
      groups,
      ': readonly { readonly properties: readonly string[]; readonly slug?: boolean }[]',
    ),
    constant(
      'shapes',
      'The properties of every kind of object, each with the kind of the objects below it: a title, a list of titles for arrays and maps, or null.',
      shapesOf(config, manifest, prompt, partial, tests, traffic),
      ': { readonly [kind: string]: { readonly [property: string]: string | readonly string[] | null } }',
    ),
    constant(
      'units',
      'The units of numbers, by the kind of the object and the property.',
      unitsOf(config, manifest, tests, traffic),
      ': { readonly [kind: string]: { readonly [property: string]: string } }',
    ),
    constant('queryContexts', 'The contexts that the keys of a query may begin with.', query['x-contexts']),
    constant('queryOperators', 'The operators of a query.', query['x-operators']),
    constant(
      'reservedResources',
      'Paths that are reserved for the gateway and never forwarded; the first match counts.',
      readReservedResources().map(({ pattern, methods, unserved }) => ({
        pattern,
        methods,
        ...(unserved && { reason: unserved.reason }),
      })),
      ': readonly { readonly pattern: string; readonly methods?: readonly string[]; readonly reason?: string }[]',
    ),
    constant(
      'streamedEndpoints',
      'The endpoints with JSON requests that can reply with a stream.',
      readRequestTypes().streamed,
      ': readonly string[]',
    ),
    constant('requestTypes', "The ecosystem's names of endpoints.", readRequestTypes().types),
    constant(
      'passThroughType',
      'The type of every request that is passed through.',
      readRequestTypes().passThrough,
    ),
    constant(
      'passThroughTypes',
      "The ecosystem's names of passed-through requests: method and path, in which * is one segment.",
      readRequestTypes().passThroughTypes,
      ': Readonly<Record<string, string>>',
    ),
    constant('routeNames', 'The endpoints of the gateway.', routeNames(), ': readonly string[]'),
    constant('configDefaults', 'The defaults of a config.', defaultsOf(config, config)),
    constant('manifestDefaults', 'The defaults of a manifest.', defaultsOf(manifest, manifest)),
    constant(
      'secretReferenceDefaults',
      'The defaults of a secret reference.',
      defaultsOf(definitions['SecretReference'] ?? {}, manifest),
    ),
    constant(
      'consoleDefaults',
      'The defaults of the console.',
      defaultsOf(definitions['Console'] ?? {}, manifest),
    ),
  ].join('\n')
}

/** The text of generated/catalogue.ts. */
export function generateCatalog(): string {
  const specs = readProviderSpecs()
  return `${BANNER}import type { ProviderSpec } from './types.ts'\n\n${constant('catalogue', 'The specs of the provider catalog, sorted by identifier.', specs, ': readonly ProviderSpec[]')}`
}

/** The text of generated/reply-fields.ts. */
export const generateReplyFields = (): string =>
  [
    BANNER,
    `/** Fields that a reply may have: true for a value of any kind, an object for the fields in it. */
export interface ReplyFields {
  readonly [name: string]: true | ReplyFields
}
`,
    constant(
      'replyFields',
      "The fields of the vendor's replies by endpoint; without `chunk`, chunks have those of whole replies.",
      readReplyFields(),
      ': { readonly [endpoint: string]: { readonly reply: ReplyFields; readonly chunk?: ReplyFields } }',
    ),
  ].join('\n')

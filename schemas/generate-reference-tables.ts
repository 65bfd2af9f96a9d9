// Schemas → Markdown tables: one section for each object, with the type, range, default and description of its
// properties.
import { resolve, type Schema } from './sources.ts'

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = (schema: Schema): Readonly<Record<string, Schema>> =>
  (schema['properties'] ?? {}) as Record<string, Schema>

/** A table, or nothing where it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const line = (cells: readonly string[]): string =>
    `| ${cells.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`
}

export const code = (text: string): string => `\`${text}\``

const value = (json: unknown): string => code(JSON.stringify(json))

/** The link to the section of an object with a title. */
const link = (title: unknown): string => `[${String(title)}](#${String(title).toLowerCase()})`

const dereference = (schema: Schema, root: Schema): Schema =>
  typeof schema['$ref'] === 'string' ? resolve(schema['$ref'], root) : schema

/** What a value may be, as a phrase. */
function typeOf(property: Schema, root: Schema): string {
  const schema = dereference(property, root)
  const { type, items, additionalProperties: others } = schema
  if (Array.isArray(schema['anyOf']) && type === undefined)
    return (schema['anyOf'] as Schema[]).map(branch => typeOf(branch, root)).join(' or ')
  if (type === 'array') return isObject(items) ? `array of ${typeOf(items, root)}` : 'array'
  if (schema['title'] !== undefined && isObject(schema['properties'])) return link(schema['title'])
  if (type === 'object' && isObject(others) && Object.keys(others).length > 0)
    return `map of ${typeOf(others, root)}`
  return Array.isArray(type) ? type.join(' or ') : String(type ?? 'any')
}

/** The range, the known values, the lengths or the pattern. */
function valuesOf(property: Schema, root: Schema): string {
  const schema = dereference(property, root)
  const { minimum, maximum, minLength, minItems, maxItems, pattern, items, additionalProperties } = schema
  if (schema['const'] !== undefined) return value(schema['const'])
  if (Array.isArray(schema['enum'])) return schema['enum'].map(value).join(', ')
  const parts = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : '',
    minimum !== undefined && maximum === undefined ? `at least ${minimum}` : '',
    minimum === undefined && maximum !== undefined ? `at most ${maximum}` : '',
    minLength !== undefined ? 'not empty' : '',
    minItems !== undefined ? `at least ${minItems} items` : '',
    maxItems !== undefined ? `at most ${maxItems} items` : '',
    typeof pattern === 'string' ? code(pattern) : '',
  ].filter(part => part !== '')
  const inner = [items, additionalProperties].find(isObject)
  if (inner !== undefined && inner['$ref'] === undefined && inner['properties'] === undefined) {
    const each = valuesOf(inner, root)
    if (each !== '') parts.push(`each: ${each}`)
  }
  return parts.join('; ')
}

const INHERITED: Readonly<Record<string, string>> = {
  join: 'Inherited, the list of the parent first.',
  merge: 'Inherited, merged by key.',
  replace: 'Inherited.',
}

const listOf = (label: string, names: unknown): string =>
  Array.isArray(names) ? `${label} ${names.map(name => code(String(name))).join(', ')}.` : ''

/** The description, and what the marks of the schema mean for an author. */
function notesOf(property: Schema, root: Schema, required: boolean): string {
  const schema: Schema = { ...dereference(property, root), ...property }
  // Other objects take config properties by reference, but neither inherit them nor read their headers.
  const isConfig = root['title'] === 'Config'
  const header = isConfig ? schema['x-header'] : undefined
  const unsupported = schema['x-unsupported']
  return [
    required ? '**Required.**' : '',
    String(schema['description'] ?? ''),
    listOf('Keys begin with', schema['x-contexts']),
    listOf('Operators:', schema['x-operators']),
    typeof unsupported === 'string' ? `Rejected: ${unsupported}` : '',
    schema['x-secret'] === true ? 'Secret.' : '',
    isConfig ? (INHERITED[String(schema['x-inherit'])] ?? '') : '',
    isConfig ? listOf('With `spelling: peer` also', schema['x-peer']) : '',
    isConfig ? listOf('Also read, with a warning:', schema['x-aliases']) : '',
    typeof header === 'string' ? `Header: ${code(`x-gateway-${header}`)}.` : '',
  ]
    .filter(part => part !== '')
    .join(' ')
}

const defaultOf = (property: Schema, root: Schema): string => {
  const { default: assumed } = dereference(property, root)
  return assumed === undefined ? '' : value(assumed)
}

/** The properties of one object. */
export function propertyTable(schema: Schema, root: Schema): string {
  const required = (schema['required'] ?? []) as readonly string[]
  return table(
    ['Property', 'Type', 'Values', 'Default', 'Description'],
    Object.entries(propertiesOf(schema)).map(([name, property]) => [
      code(name),
      typeOf(property, root),
      valuesOf(property, root),
      defaultOf(property, root),
      notesOf(property, root, required.includes(name)),
    ]),
  )
}

/** Every object with a title below a schema, itself first, each once. */
function titledObjects(root: Schema): ReadonlyMap<string, Schema> {
  const found = new Map<string, Schema>()
  const visit = (schema: Schema): void => {
    const inner = dereference(schema, root)
    const title = inner['title']
    if (typeof title === 'string' && isObject(inner['properties'])) {
      if (found.has(title)) return
      found.set(title, inner)
    }
    const branches = inner === root ? [] : ((inner['anyOf'] ?? []) as Schema[])
    const below = [...Object.values(propertiesOf(inner)), inner['items'], inner['additionalProperties']]
    for (const each of [...below, ...branches].filter(isObject)) visit(each)
  }
  visit(root)
  return found
}

/** A section for every object of a schema without references into other files. */
export function objectSections(root: Schema): string {
  return [...titledObjects(root)]
    .map(([title, schema]) => {
      const others = isObject(schema['additionalProperties'])
        ? `\nOther properties: ${typeOf(schema['additionalProperties'], root)}.\n`
        : ''
      return `## ${title}\n\n${String(schema['description'] ?? '')}\n\n${propertyTable(schema, root)}${others}`
    })
    .join('\n')
}

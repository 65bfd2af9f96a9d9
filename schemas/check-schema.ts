// The schema of a check → what is known of it before it runs. Pure, since checks of one's own come when the gateway
// starts. A schema says only what is particular to its check; each gets the shared parameters that mean something to it.
import type { CheckDeclaration } from './generated/checks.ts'
import type { Schema } from './schema.ts'

export type Properties = Readonly<Record<string, Schema>>

const propertiesOf = (schema: Schema): Properties => (schema['properties'] ?? {}) as Properties

const namesWith = (properties: Properties, mark: string): readonly string[] =>
  Object.keys(properties).filter(name => properties[name]?.[mark] === true)

const readsTexts = (schema: Schema): boolean => schema['x-input'] !== 'request'

/** Whether the check waits for somebody: a service, or a model. */
const asks = (schema: Schema): boolean => schema['x-address'] !== undefined || schema['x-asks'] === true

/** The parameter that bounds the time of a check, under a name of its own or the shared one. */
const timeLimit = (properties: Properties): string | undefined =>
  namesWith(properties, 'x-timeout')[0] ?? ('timeout' in properties ? 'timeout' : undefined)

/** The shared parameters that a check takes. */
function sharedOf(schema: Schema, shared: Properties): Properties {
  const takes: Readonly<Record<string, boolean>> = {
    failOnError: true,
    scope: readsTexts(schema),
    timeout: asks(schema) && timeLimit(propertiesOf(schema)) === undefined,
  }
  return Object.fromEntries(Object.entries(shared).filter(([name]) => takes[name] === true))
}

/** The schema of all parameters of a check, without what is said of the check itself. */
export function parametersOf(schema: Schema, shared: Properties): Schema {
  const { additionalProperties = false, required = [] } = schema
  const properties = { ...propertiesOf(schema), ...sharedOf(schema, shared) }
  return { type: 'object', additionalProperties, properties, required }
}

/** The schema of what a check is linked with: what it is given beside or the runtime does for it is left out. */
export function linkedParameters(schema: Schema): Schema {
  const own = propertiesOf(schema)
  const kept = Object.entries(own).filter(
    ([name, property]) => property['x-secret'] !== true && name !== timeLimit(own),
  )
  return { ...schema, properties: Object.fromEntries(kept) }
}

/** What a check says of itself. `shared` are the parameters of check.schema.json. */
export function checkDeclaration(id: string, schema: Schema, shared: Properties): CheckDeclaration {
  const parameters = parametersOf(schema, shared)
  const limit = timeLimit(propertiesOf(parameters))
  const address = schema['x-address']
  return {
    id,
    title: String(schema['title']),
    description: String(schema['description']),
    sides: (schema['x-hooks'] ?? ['request', 'reply']) as CheckDeclaration['sides'],
    readsTexts: readsTexts(schema),
    rewrites: schema['x-rewrites'] === true,
    windows: schema['x-streaming'] === true,
    ...(typeof address === 'string' ? { address } : {}),
    ...(limit === undefined ? {} : { timeLimit: limit }),
    secrets: namesWith(propertiesOf(parameters), 'x-secret'),
    slugs: namesWith(propertiesOf(parameters), 'x-slug'),
    parameters,
  }
}

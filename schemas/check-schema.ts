// Derives the facts of a check from its schema. Pure, since custom checks are loaded at startup. A schema contains
// only what is specific to its check; each gets the shared parameters that apply to it.
import type { CheckDeclaration } from './generated/checks.ts'
import type { Schema } from './schema.ts'

export type Properties = Readonly<Record<string, Schema>>

const propertiesOf = (schema: Schema): Properties => (schema['properties'] ?? {}) as Properties

const namesWith = (properties: Properties, mark: string): readonly string[] =>
  Object.keys(properties).filter(name => properties[name]?.[mark] === true)

const readsTexts = (schema: Schema): boolean => schema['x-input'] !== 'request'

/** Whether the check waits for a service or a model. */
const callsService = (schema: Schema): boolean =>
  schema['x-address'] !== undefined || schema['x-calls-service'] === true

/** The parameter that limits the time of a check, under its own name or the shared one. */
const timeLimit = (properties: Properties): string | undefined =>
  namesWith(properties, 'x-timeout')[0] ?? ('timeout' in properties ? 'timeout' : undefined)

/** The shared parameters that a check takes. */
function sharedOf(schema: Schema, shared: Properties): Properties {
  const isTaken: Readonly<Record<string, boolean>> = {
    failOnError: true,
    scope: readsTexts(schema),
    timeout: callsService(schema) && timeLimit(propertiesOf(schema)) === undefined,
  }
  return Object.fromEntries(Object.entries(shared).filter(([name]) => isTaken[name] === true))
}

/** Keywords about the properties of an object that are copied to parameters. */
const OBJECT_MARKS = ['x-at-least-one', 'x-ordered', 'x-disjoint', 'x-requires-one']

/** The schema of all parameters of a check, without the keywords about the check itself. */
export function parametersOf(schema: Schema, shared: Properties): Schema {
  const { additionalProperties = false, required = [] } = schema
  const properties = { ...propertiesOf(schema), ...sharedOf(schema, shared) }
  const marks = Object.entries(schema).filter(([name]) => OBJECT_MARKS.includes(name))
  return { type: 'object', additionalProperties, properties, required, ...Object.fromEntries(marks) }
}

/**
 * The schema of the parameters a check is linked with: without secrets, which are passed separately, and the time
 * limit, which the runtime enforces.
 */
export function linkedParameters(schema: Schema): Schema {
  const checkProperties = propertiesOf(schema)
  const linked = Object.entries(checkProperties).filter(
    ([name, property]) => property['x-secret'] !== true && name !== timeLimit(checkProperties),
  )
  return { ...schema, properties: Object.fromEntries(linked) }
}

/** The facts of a check. `shared` are the parameters of check.schema.json. */
export function checkDeclaration(id: string, schema: Schema, shared: Properties): CheckDeclaration {
  const parameters = parametersOf(schema, shared)
  const limit = timeLimit(propertiesOf(parameters))
  const address = schema['x-address']
  const rewritesWhen = schema['x-rewrites-when'] as CheckDeclaration['rewritesWhen']
  const streamingWhen = schema['x-streaming-when'] as CheckDeclaration['streamingWhen']
  const rewritesInWindows = schema['x-rewrites-in-windows'] as CheckDeclaration['rewritesInWindows']
  return {
    id,
    title: String(schema['title']),
    description: String(schema['description']),
    hooks: (schema['x-hooks'] ?? ['request', 'reply']) as CheckDeclaration['hooks'],
    readsTexts: readsTexts(schema),
    rewrites: schema['x-rewrites'] === true,
    ...(rewritesWhen === undefined ? {} : { rewritesWhen }),
    streaming: schema['x-streaming'] === true,
    ...(streamingWhen === undefined ? {} : { streamingWhen }),
    ...(rewritesInWindows === undefined ? {} : { rewritesInWindows }),
    ...(typeof address === 'string' ? { address } : {}),
    ...(limit === undefined ? {} : { timeLimit: limit }),
    secrets: namesWith(propertiesOf(parameters), 'x-secret'),
    slugs: namesWith(propertiesOf(parameters), 'x-slug'),
    parameters,
  }
}

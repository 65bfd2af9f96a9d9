// The operations of the interface as definitions of MCP tools: the same names, sentences and schemas as in the OpenAPI document.
import { type ControlRouteFact, controlRoutes } from '../../../schemas/generated/control-routes.ts'
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
} from '../../../schemas/values/json.ts'
import type { ToolDefinition } from '../../mcp/catalogue/mcp-server.ts'

/** An operation as a tool. */
export interface ControlTool {
  readonly fact: ControlRouteFact
  readonly definition: ToolDefinition
  /** Names of arguments that are parts of the path. */
  readonly inPath: readonly string[]
}

/** The argument with the body of the request. */
export const BODY_ARGUMENT = 'body'
/** The argument with the ETag of the resource as it was read. */
export const IF_MATCH_ARGUMENT = 'if_match'

/** All tools of the OpenAPI document by their names, which are those of the operations. */
export function describeTools(openApi: JsonObject): ReadonlyMap<string, ControlTool> {
  const paths = asObject(openApi['paths'])
  const schemas = asObject(asObject(openApi['components'])['schemas'])
  const tools = new Map<string, ControlTool>()
  for (const fact of controlRoutes) {
    const operation = asObject(paths[fact.path])[fact.method.toLowerCase()]
    // Another path of an operation that is a tool already.
    if (!isObject(operation) || tools.has(fact.operation)) continue
    const parameters = asList(operation['parameters']).filter(isObject)
    tools.set(fact.operation, {
      fact,
      definition: {
        name: fact.operation,
        title: titleOf(fact.operation),
        description: describe(operation),
        inputSchema: inputSchema(fact, operation, parameters, schemas),
        annotations: annotationsOf(fact),
      },
      inPath: parameters.filter(each => each['in'] === 'path').map(each => String(each['name'])),
    })
  }
  return tools
}

/** `readApiKey` → `Read api key`. */
const titleOf = (operation: string): string =>
  operation
    .replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .replace(/^./, letter => letter.toUpperCase())

const describe = ({ summary, description }: JsonObject): string =>
  [summary, description].filter(text => typeof text === 'string').join(' ')

function inputSchema(
  { method }: ControlRouteFact,
  operation: JsonObject,
  parameters: readonly JsonObject[],
  schemas: JsonObject,
): JsonObject {
  const body = asObject(operation['requestBody'])
  const [content] = Object.values(asObject(body['content']))
  const bodySchema = content === undefined ? undefined : asObject(content)['schema']
  const used = new Map<string, Json>()
  const own = bodySchema === undefined ? undefined : withDefinitions(bodySchema, schemas, used)
  const required = [
    ...parameters.filter(each => each['required'] === true).map(each => String(each['name'])),
    ...(own !== undefined && needsBody(own, used) ? [BODY_ARGUMENT] : []),
  ]
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        parameters.map(({ name, schema, description }) => [
          String(name),
          { ...asObject(schema), ...(description !== undefined && { description }) },
        ]),
      ),
      ...(own !== undefined && { [BODY_ARGUMENT]: own }),
      ...((method === 'PUT' || method === 'DELETE' || method === 'PATCH') && {
        [IF_MATCH_ARGUMENT]: IF_MATCH,
      }),
    },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...(used.size > 0 && { $defs: Object.fromEntries(used) }),
  }
}

const IF_MATCH: JsonObject = {
  type: 'string',
  description: 'The ETag of the resource as it was read: the change fails if it has changed since.',
}

/** Whether no body is not as good as an empty one. */
function needsBody(schema: Json, used: ReadonlyMap<string, Json>): boolean {
  const { $ref, required, anyOf } = asObject(schema)
  const name = asText($ref)?.slice(DEFINITIONS.length)
  if (name !== undefined) return needsBody(used.get(name) ?? {}, used)
  return asList(required).length > 0 || asList(anyOf).some(each => needsBody(each, used))
}

const COMPONENTS = '#/components/schemas/'
const DEFINITIONS = '#/$defs/'

/** The schema with references to definitions of its own, which are collected in `used`. */
function withDefinitions(value: Json, schemas: JsonObject, used: Map<string, Json>): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withDefinitions(item, schemas, used))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      if (name !== '$ref' || typeof inner !== 'string' || !inner.startsWith(COMPONENTS))
        return [name, withDefinitions(inner, schemas, used)]
      const definition = inner.slice(COMPONENTS.length)
      if (!used.has(definition)) {
        // Before what it refers to, which may be itself.
        used.set(definition, {})
        used.set(definition, withDefinitions(schemas[definition] ?? {}, schemas, used))
      }
      return [name, DEFINITIONS + definition]
    }),
  )
}

function annotationsOf({ method, effect }: ControlRouteFact): JsonObject {
  const reads = effect === 'read' || method === 'GET'
  return {
    readOnlyHint: reads,
    ...(!reads && {
      destructiveHint: effect === 'change' || method !== 'POST',
      idempotentHint: method === 'PUT' || method === 'DELETE',
    }),
    openWorldHint: false,
  }
}

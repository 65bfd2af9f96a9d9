// Replies held to the OpenAPI document: each has a status that its operation lists, and the body that it describes for it.
import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'

interface Content {
  readonly [media: string]: { readonly schema: object }
}
interface Documented {
  readonly $ref?: string
  readonly content?: Content
}
interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly responses: Readonly<Record<string, Documented>>
}

const DOCUMENT = JSON.parse(
  readFileSync(new URL('../../schemas/generated/openapi.json', import.meta.url), 'utf8'),
) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>
    readonly responses: Readonly<Record<string, Documented>>
  }
}

/** What a document describes of a reply is all that it has: a field that it does not know is a fault. */
function closed(value: unknown, isNames = false): unknown {
  if (Array.isArray(value)) return value.map(each => closed(each))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, closed(each, name === 'properties' && !isNames)]),
  )
  return !isNames && 'properties' in value && 'type' in value && !('additionalProperties' in value)
    ? { ...inner, additionalProperties: false }
    : inner
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
// Errors may have further fields, such as diagnostics.
const schemas = Object.entries(DOCUMENT.components.schemas).map(
  ([name, schema]) => [name, name.endsWith('Error') ? schema : closed(schema)] as const,
)
ajv.addSchema({
  $id: 'document',
  components: { ...DOCUMENT.components, schemas: Object.fromEntries(schemas) },
})
const validators = new Map<string, ValidateFunction>()

/** `key` names the schema, which is compiled once. */
function validatorOf(key: string, schema: object): ValidateFunction {
  const known = validators.get(key)
  if (known !== undefined) return known
  const placed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'))
  const made = ajv.compile(placed)
  validators.set(key, made)
  return made
}

const ROUTES = Object.entries(DOCUMENT.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    operation,
    method: method.toUpperCase(),
    names: path.split('/').filter(part => part.startsWith('{')).length,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
)

/** The operation that serves a request; of several patterns the one with the fewest parameters. */
const operationOf = (method: string, pathname: string): Operation | undefined =>
  ROUTES.filter(route => route.method === method && route.pattern.test(pathname)).sort(
    (left, right) => left.names - right.names,
  )[0]?.operation

export interface SentReply {
  readonly status: number
  /** Its content type. */
  readonly media: string
  readonly text: string
}

/** Throws if the document does not describe the reply. Paths without an operation pass. */
export function expectDocumented(
  method: string,
  pathname: string,
  reply: SentReply,
  kind: 'any' | 'inference' = 'any',
): void {
  const operation = operationOf(method, pathname.replace(/^\/v1(?=\/)/, ''))
  if (operation === undefined || (kind === 'inference' && !isInference(operation))) return
  const faults = undescribed(operation, reply)
  if (faults.length > 0)
    throw new Error(`${method} ${pathname} is not as /openapi.json describes it:\n${faults.join('\n')}`)
}

const isInference = ({ tags }: Pick<Operation, 'tags'>): boolean => tags.includes('Inference')

/** What the operation does not describe of a reply. */
function undescribed(
  { operationId: id, tags, responses }: Operation,
  { status, media, text }: SentReply,
): readonly string[] {
  // A provider may have any status.
  const ofProvider = isInference({ tags }) ? responses[status < 300 ? '200' : 'default'] : undefined
  const given = responses[String(status)] ?? ofProvider
  if (given === undefined) return [`${id} lists no status ${status}.`]
  const named = given.$ref?.split('/').at(-1)
  const { content } = named === undefined ? given : (DOCUMENT.components.responses[named] ?? {})
  if (content === undefined) return text === '' || text === '{}' ? [] : [`${id} has no body with ${status}.`]
  const [type = ''] = media.split(';')
  const listed = content[type]?.schema
  const schema = listed ?? content['*/*']?.schema
  if (schema === undefined) return [`${id} lists no ${type} with ${status}.`]
  const validate = validatorOf(named ?? `${id} ${status} ${type}`, schema)
  return validate(listed !== undefined && /[/+]json$/.test(type) ? JSON.parse(text) : text)
    ? []
    : (validate.errors ?? []).map(
        ({ instancePath, message = '', params }) =>
          `${id}, ${status}${instancePath}: ${message} ${JSON.stringify(params)}`,
      )
}

// Inference in the OpenAPI document: the endpoints, the objects of files, batches, training jobs and runs, and the list of models. Bodies are
// the vendor's: what the interface constrains of them is in schemas/api/, and other fields pass.
import { readRequestSchema, readRequestTypes, type Schema } from './sources.ts'

const ANY: Schema = { type: 'object', additionalProperties: true }

const json = (schema: Schema): Schema => ({ 'application/json': { schema } })

/** Endpoints whose requests are forms, or either. */
const FORMS: Readonly<Record<string, 'form' | 'any'>> = {
  'audio/transcriptions': 'form',
  'audio/translations': 'form',
  'images/edits': 'any',
  'images/variations': 'form',
  files: 'form',
}

/** Endpoints whose replies are files or text. */
const FILES: Readonly<Record<string, Schema>> = {
  'audio/speech': { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  'audio/transcriptions': { ...json(ANY), 'text/plain': { schema: { type: 'string' } } },
  'audio/translations': { ...json(ANY), 'text/plain': { schema: { type: 'string' } } },
  'files/content': { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}

/** Bodies that the interface constrains, by the path of what they create. */
const BODIES = {
  completions: 'completion',
  batches: 'batch',
  'fine_tuning/jobs': 'fine-tuning-job',
  'threads/runs': 'run',
  'threads/{threadId}/runs': 'run',
} as const

const MODEL: Schema = {
  type: 'object',
  properties: {
    model: { type: 'string', description: 'The model, as @slug/model, an alias, or a name of the provider.' },
  },
  additionalProperties: true,
}

/** Errors in the words of the vendor, and of Anthropic's clients. */
export const VENDOR_ERROR: Readonly<Record<string, Schema>> = {
  Error: {
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
  },
  MessagesError: {
    title: 'MessagesError',
    type: 'object',
    description: 'Why a request of an Anthropic client failed, in the format of that vendor.',
    properties: {
      type: { const: 'error' },
      error: {
        type: 'object',
        properties: { type: { type: 'string' }, message: { type: 'string' } },
        required: ['type', 'message'],
      },
      request_id: { type: ['string', 'null'] },
    },
    required: ['type', 'error'],
  },
}

function requestBody(path: string): Schema {
  const constrained = BODIES[path as keyof typeof BODIES]
  const schema = constrained === undefined ? MODEL : bodySchema(constrained)
  const form = { 'multipart/form-data': { schema: ANY } }
  const kind = FORMS[path]
  return {
    required: true,
    content: kind === 'form' ? form : kind === 'any' ? { ...json(schema), ...form } : json(schema),
  }
}

/** Without what is not of the body itself. */
function bodySchema(name: (typeof BODIES)[keyof typeof BODIES]): Schema {
  const { $schema: _, $id: __, title: ___, ...schema } = readRequestSchema(name)
  return schema
}

const failure = (path: string): Schema => ({
  description: 'A failure.',
  content: json({ $ref: `#/components/schemas/${path.startsWith('messages') ? 'MessagesError' : 'Error'}` }),
})

/** Statuses of the gateway itself; those of a provider are its own. */
const STATUSES = [400, 401, 403, 404, 429, 500, 502, 503]

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly isStreamed?: boolean
}

function operation({ id, method, path, isStreamed = false }: Operation): Schema {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const kind = path.replaceAll(/\/\{\w+\}/g, '')
  return {
    operationId: id,
    tags: ['Inference'],
    summary: `Calls ${path} of the provider that the config selects.`,
    ...(parameters.length > 0 && { parameters }),
    ...(method === 'POST' && !path.endsWith('/cancel') && { requestBody: requestBody(path) }),
    responses: {
      200: {
        description: isStreamed
          ? "The vendor's reply, or a stream of events where the request asks for one."
          : "The vendor's reply.",
        content: {
          ...(FILES[kind] ?? json(ANY)),
          ...(isStreamed && { 'text/event-stream': { schema: { type: 'string' } } }),
        },
      },
      ...Object.fromEntries([...STATUSES, 'default'].map(status => [status, failure(path)])),
    },
  }
}

const camelCase = (path: string): string =>
  `call ${path}`.replaceAll(/[^a-zA-Z0-9]+(.)/g, (_, letter: string) => letter.toUpperCase())

/** Named segments in the place of stars: of `files/*` the identifier of a file. */
const withNames = (path: string): string =>
  path.replace(/([a-z]+?)(?:es|s)?\/\*/, (match, name: string) => match.replace('*', `{${name}Id}`))

export function inferencePaths(): Schema {
  const { types, streamed, passThroughTypes } = readRequestTypes()
  const operations: readonly Operation[] = [
    ...Object.values(types).map(path => ({
      id: camelCase(path),
      method: 'POST',
      path,
      isStreamed: streamed.includes(path),
    })),
    ...Object.entries(passThroughTypes).map(([id, type]) => {
      const [method = '', path = ''] = type.split(' ')
      return { id, method, path: withNames(path) }
    }),
    { id: 'createThreadAndRun', method: 'POST', path: 'threads/runs', isStreamed: true },
    { id: 'createRun', method: 'POST', path: 'threads/{threadId}/runs', isStreamed: true },
    { id: 'listModels', method: 'GET', path: 'models' },
    { id: 'retrieveModel', method: 'GET', path: 'models/{model}' },
  ]
  const paths: Record<string, Schema> = {}
  for (const each of operations)
    paths[`/${each.path}`] = { ...paths[`/${each.path}`], [each.method.toLowerCase()]: operation(each) }
  return paths
}

// Inference in the OpenAPI document: the endpoints, the objects of files, batches, training jobs and runs, and the list of models. Bodies are
// the vendor's: what the interface constrains of them is in schemas/api/, and other fields pass.
import { REPLY_NAMES } from './inference-replies.ts'
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

const BYTES: Schema = { schema: { type: 'string', format: 'binary' } }

/** Endpoints whose replies are files or text. */
const FILES: Readonly<Record<string, Schema>> = {
  'audio/speech': Object.fromEntries(
    ['mpeg', 'opus', 'aac', 'flac', 'wav', 'pcm'].map(format => [`audio/${format}`, BYTES]),
  ),
  'audio/transcriptions': { ...json(ANY), 'text/plain': { schema: { type: 'string' } } },
  'audio/translations': { ...json(ANY), 'text/plain': { schema: { type: 'string' } } },
  'files/content': { 'application/octet-stream': BYTES, '*/*': BYTES },
  'batches/output': { 'application/octet-stream': BYTES, 'application/jsonl': BYTES, '*/*': BYTES },
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

const ERROR_FIELDS: Schema = {
  message: { type: 'string' },
  type: { type: ['string', 'null'] },
  param: { type: ['string', 'null'] },
  code: { type: ['string', 'null'] },
}

/** Errors of a provider pass as they came, with what it has of the fields. */
const FAILED_CALL: Schema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        ...ERROR_FIELDS,
        code: { description: 'A name, or a number of the provider.' },
      },
      additionalProperties: true,
    },
    provider: { type: 'string', description: 'The provider that was called.' },
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
        properties: ERROR_FIELDS,
        required: ['message', 'type', 'param', 'code'],
      },
    },
    required: ['error'],
  },
  EndpointError: {
    ...FAILED_CALL,
    title: 'EndpointError',
    description:
      'Why a call of a model failed: in the words of the gateway with all fields, or in those of the provider.',
    required: ['error'],
  },
  ProviderError: {
    ...FAILED_CALL,
    title: 'ProviderError',
    description:
      'Why a call failed that passes as it is: in the words of the gateway, or the reply of the provider.',
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

/** Responses that operations share: what a call that fails gets, by the form of its route. */
export const INFERENCE_RESPONSES: Readonly<Record<string, Schema>> = Object.fromEntries(
  ['EndpointError', 'ProviderError', 'MessagesError'].map(name => [
    name,
    { description: 'A failure.', content: json({ $ref: `#/components/schemas/${name}` }) },
  ]),
)

/** Statuses of the gateway itself; those of a provider are its own. */
const STATUSES = [400, 401, 403, 404, 405, 408, 412, 413, 415, 429, 446, 500, 501, 502, 503]

/** Where a guardrail has failed that does not deny, the reply has this status in place of 200. */
const GUARDED = 246

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly isStreamed?: boolean
  /** Bodies of the provider pass as they are. */
  readonly isPassed?: boolean
}

function operation({ id, method, path, isStreamed = false, isPassed = false }: Operation): Schema {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const kind = path.replaceAll(/\/\{\w+\}/g, '')
  const reply = REPLY_NAMES[path] ?? REPLY_NAMES[id]
  const content = {
    ...(FILES[kind] ?? json(reply === undefined ? ANY : { $ref: `#/components/schemas/${reply}` })),
    ...(isStreamed && { 'text/event-stream': { schema: { type: 'string' } } }),
  }
  const failure = path.startsWith('messages') ? 'MessagesError' : isPassed ? 'ProviderError' : 'EndpointError'
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
        content,
      },
      ...(!isPassed && {
        [GUARDED]: { description: 'The reply, of which a guardrail that does not deny has failed.', content },
      }),
      ...Object.fromEntries(
        [...STATUSES, 'default'].map(status => [status, { $ref: `#/components/responses/${failure}` }]),
      ),
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
      return { id, method, path: withNames(path), isPassed: true }
    }),
    { id: 'createThreadAndRun', method: 'POST', path: 'threads/runs', isStreamed: true, isPassed: true },
    { id: 'createRun', method: 'POST', path: 'threads/{threadId}/runs', isStreamed: true, isPassed: true },
    { id: 'listModels', method: 'GET', path: 'models', isPassed: true },
    { id: 'retrieveModel', method: 'GET', path: 'models/{model}', isPassed: true },
  ]
  const paths: Record<string, Schema> = {}
  for (const each of operations)
    paths[`/${each.path}`] = { ...paths[`/${each.path}`], [each.method.toLowerCase()]: operation(each) }
  return paths
}

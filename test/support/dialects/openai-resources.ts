// OpenAI endpoints besides chats and responses, by method and path: embeddings, images, audio, files, batches.
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import type { ExtraRoutes, ProviderRequest } from './serve.ts'

interface StubReply {
  readonly type?: string
  readonly body: object | Buffer | string
}

const VECTOR = [0.25, -0.5, 1]
const FILE = { id: 'file-1', object: 'file', bytes: 5, created_at: 1, filename: 'a.jsonl', purpose: 'batch' }
const BATCH = {
  id: 'batch_1',
  object: 'batch',
  endpoint: '/v1/chat/completions',
  input_file_id: 'file-1',
  completion_window: '24h',
  status: 'in_progress',
  created_at: 1,
}
export const AUDIO = Buffer.from([0xff, 0xfb, 0x90, 0x00, 0x0a, 0x0d, 0x80])
export const LINES = '{"custom_id":"a"}\n{"custom_id":"b"}\n'

const listOf = (...data: readonly object[]): StubReply => ({
  body: { object: 'list', data, has_more: false, first_id: null, last_id: null },
})

/** The form as text, for tests that look for a field in it. */
const form = ({ bytes }: ProviderRequest): string => bytes.toString('latin1')

const embeddings = ({ body }: ProviderRequest): StubReply => {
  const packed = Buffer.from(Float32Array.from(VECTOR).buffer).toString('base64')
  const texts = asText(body['input']) === undefined ? asList(body['input']) : [body['input']]
  return {
    body: {
      object: 'list',
      model: asText(body['model']) ?? '',
      data: texts.map((_, index) => ({
        object: 'embedding',
        index,
        embedding: body['encoding_format'] === 'base64' ? packed : VECTOR,
      })),
      usage: { prompt_tokens: 2, total_tokens: 2 },
    },
  }
}

const ROUTES: Readonly<Record<string, (request: ProviderRequest) => StubReply>> = {
  'POST /v1/embeddings': embeddings,
  'POST /v1/images/generations': ({ body }) => ({
    body: { created: 1, data: [{ b64_json: 'AAEC', revised_prompt: asText(body['prompt']) ?? '' }] },
  }),
  'POST /v1/audio/speech': () => ({ type: 'audio/mpeg', body: AUDIO }),
  'POST /v1/audio/transcriptions': request => ({
    body: { text: `heard ${/name="model"\r\n\r\n([^\r]*)/.exec(form(request))?.[1]}` },
  }),
  'POST /v1/moderations': ({ body }) => ({
    body: {
      id: 'modr-1',
      model: asText(body['model']) ?? '',
      results: [{ flagged: asText(body['input']) === 'bad', categories: {}, category_scores: {} }],
    },
  }),
  'POST /v1/files': request => ({ body: { ...FILE, bytes: form(request).includes('hello') ? 5 : 0 } }),
  'GET /v1/files': () => listOf(FILE),
  'GET /v1/files/file-1': () => ({ body: FILE }),
  'GET /v1/files/file-1/content': () => ({ type: 'application/octet-stream', body: LINES }),
  'DELETE /v1/files/file-1': () => ({ body: { id: 'file-1', object: 'file', deleted: true } }),
  'POST /v1/batches': ({ body }) => ({
    body: { ...BATCH, input_file_id: asText(body['input_file_id']) ?? '' },
  }),
  'GET /v1/batches': () => listOf(BATCH),
  'GET /v1/batches/batch_1': () => ({ body: BATCH }),
  'POST /v1/batches/batch_1/cancel': () => ({ body: { ...BATCH, status: 'cancelling' } }),
  'GET /v1/fine_tuning/jobs': () => listOf({ id: 'ftjob-1', object: 'fine_tuning.job', status: 'running' }),
  'GET /v1/models': () => listOf({ id: 'gpt-5', object: 'model', created: 1, owned_by: 'openai' }),
}

/** Serves known routes, if the key is OpenAI's. */
export const openaiResources: ExtraRoutes = (request, response) => {
  const [path = ''] = request.path.split('?', 1)
  const serve = ROUTES[`${request.method} ${path}`]
  if (serve === undefined) return false
  if (request.headers.authorization !== 'Bearer openai-key') {
    const error = { message: 'Incorrect API key provided.', type: 'invalid_request_error', param: null }
    response.writeHead(401, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { ...error, code: 'invalid_api_key' } }))
    return true
  }
  const { type = 'application/json', body } = serve(request)
  response.writeHead(200, { 'content-type': type, 'x-request-id': 'req_1' })
  response.end(Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(asObject(body)))
  return true
}

// Replies of endpoints and of the vendor's objects in the OpenAPI document, with the fields that the interface lists, and those that strict
// compliance retains. Providers leave fields
// out and add others, so only what every reply has is required, and further fields pass.
import type { ReplyFields } from './generated/reply-fields.ts'
import type { Schema } from './schema.ts'
import { readReplyFields } from './sources.ts'

const TEXT: Schema = { type: 'string' }
const COUNT: Schema = { type: 'integer' }
const NUMBER: Schema = { type: 'number' }
const ANY: Schema = { type: 'object', additionalProperties: true }
const orNull = (type: string): Schema => ({ type: [type, 'null'] })
const MAYBE_TEXT = orNull('string')
const MAYBE_COUNT = orNull('integer')
const MAYBE_OBJECT: Schema = { type: ['object', 'null'], additionalProperties: true }

const open = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: true,
})
const list = (items: Schema): Schema => ({ type: 'array', items })
const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })
const named = (title: string, description: string, schema: Schema): Schema => ({
  title,
  description,
  ...schema,
})
const page = (of: string): Schema =>
  open({
    object: TEXT,
    data: list(reference(of)),
    has_more: { type: 'boolean' },
    first_id: MAYBE_TEXT,
    last_id: MAYBE_TEXT,
  })

/** The types of the fields that strict compliance retains, by their names; a field without one may be anything. */
const TYPES: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(
    ['id', 'object', 'model', 'role', 'type', 'name', 'arguments', 'text', 'title', 'url', 'input'].map(
      name => [name, TEXT],
    ),
  ),
  ...Object.fromEntries(
    ['created', 'index', 'prompt_tokens', 'completion_tokens', 'total_tokens'].map(name => [name, COUNT]),
  ),
  ...Object.fromEntries(
    ['finish_reason', 'refusal', 'service_tier', 'system_fingerprint'].map(name => [name, MAYBE_TEXT]),
  ),
  content: {
    type: ['string', 'array', 'null'],
    items: ANY,
    description: 'The text; at some providers its parts.',
  },
}
const LISTS: ReadonlySet<string> = new Set(['choices', 'data', 'tool_calls', 'annotations'])
/** A provider may leave them out, or send null. */
const NULLABLE: ReadonlySet<string> = new Set([
  ...['tool_calls', 'annotations', 'audio', 'function_call', 'custom'],
  ...['usage', 'prompt_tokens_details', 'completion_tokens_details'],
])

/** The fields with their types: those of `x_tokens` beside others are counts, and of log probabilities providers send what they like. */
const typed = (fields: ReplyFields): Schema =>
  open(
    Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => {
        if (name === 'logprobs') return [name, MAYBE_OBJECT]
        if (inner === true) return [name, TYPES[name] ?? (name.endsWith('_tokens') ? MAYBE_COUNT : {})]
        const schema = LISTS.has(name) ? list(typed(inner)) : typed(inner)
        return [name, NULLABLE.has(name) ? { ...schema, type: [schema['type'], 'null'] } : schema]
      }),
    ),
  )

const FIELDS = readReplyFields()

const retained = (title: string, endpoint: string, description: string, required: string): Schema =>
  named(title, description, { ...typed(FIELDS[endpoint]?.reply ?? {}), required: [required] })

const UNIX = { ...MAYBE_COUNT, description: 'Seconds since 1970.' }
const METADATA: Schema = MAYBE_OBJECT

/** The schemas by name. */
export const INFERENCE_REPLIES: Readonly<Record<string, Schema>> = {
  ChatCompletion: retained('ChatCompletion', 'chat/completions', 'The reply to a chat.', 'choices'),
  TextCompletion: retained('TextCompletion', 'completions', 'The reply to a text completion.', 'choices'),
  EmbeddingList: retained(
    'EmbeddingList',
    'embeddings',
    'Embeddings of the input; base64 where the request asks for it.',
    'data',
  ),
  RerankReply: named(
    'RerankReply',
    'Documents by relevance, the most relevant one first.',
    open(
      {
        object: TEXT,
        id: TEXT,
        model: TEXT,
        provider: TEXT,
        results: list(
          open({ index: COUNT, relevance_score: NUMBER, document: { ...ANY, properties: { text: TEXT } } }),
        ),
        usage: ANY,
      },
      ['results'],
    ),
  ),
  File: named(
    'File',
    'A file at a provider.',
    open({
      id: TEXT,
      object: TEXT,
      bytes: MAYBE_COUNT,
      created_at: UNIX,
      filename: MAYBE_TEXT,
      purpose: MAYBE_TEXT,
    }),
  ),
  FileList: named('FileList', 'A page of files.', page('File')),
  Batch: named(
    'Batch',
    'A batch of requests.',
    open({
      id: TEXT,
      object: TEXT,
      endpoint: MAYBE_TEXT,
      input_file_id: MAYBE_TEXT,
      completion_window: MAYBE_TEXT,
      status: TEXT,
      output_file_id: MAYBE_TEXT,
      error_file_id: MAYBE_TEXT,
      errors: MAYBE_OBJECT,
      created_at: UNIX,
      in_progress_at: UNIX,
      expires_at: UNIX,
      finalizing_at: UNIX,
      completed_at: UNIX,
      failed_at: UNIX,
      expired_at: UNIX,
      cancelling_at: UNIX,
      cancelled_at: UNIX,
      request_counts: { ...MAYBE_OBJECT, properties: { total: COUNT, completed: COUNT, failed: COUNT } },
      metadata: METADATA,
    }),
  ),
  BatchList: named('BatchList', 'A page of batches.', page('Batch')),
  FineTuningJob: named(
    'FineTuningJob',
    'A job that trains a model.',
    open({
      id: TEXT,
      object: TEXT,
      model: MAYBE_TEXT,
      status: TEXT,
      created_at: UNIX,
      finished_at: UNIX,
      estimated_finish: UNIX,
      fine_tuned_model: MAYBE_TEXT,
      organization_id: MAYBE_TEXT,
      training_file: MAYBE_TEXT,
      validation_file: MAYBE_TEXT,
      result_files: list(TEXT),
      trained_tokens: MAYBE_COUNT,
      seed: MAYBE_COUNT,
      hyperparameters: MAYBE_OBJECT,
      integrations: { type: ['array', 'null'], items: ANY },
      error: MAYBE_OBJECT,
    }),
  ),
  FineTuningJobList: named('FineTuningJobList', 'A page of jobs.', page('FineTuningJob')),
  Run: named(
    'Run',
    'A run of a thread.',
    open({
      id: TEXT,
      object: TEXT,
      thread_id: TEXT,
      assistant_id: MAYBE_TEXT,
      status: TEXT,
      model: MAYBE_TEXT,
      instructions: MAYBE_TEXT,
      created_at: UNIX,
      required_action: MAYBE_OBJECT,
      last_error: MAYBE_OBJECT,
      incomplete_details: MAYBE_OBJECT,
      usage: MAYBE_OBJECT,
      metadata: METADATA,
    }),
  ),
}

/** The reply of an operation: by the path of an endpoint, else by the operation. */
export const REPLY_NAMES: Readonly<Record<string, string>> = {
  'chat/completions': 'ChatCompletion',
  completions: 'TextCompletion',
  embeddings: 'EmbeddingList',
  rerank: 'RerankReply',
  uploadFile: 'File',
  retrieveFile: 'File',
  listFiles: 'FileList',
  createBatch: 'Batch',
  retrieveBatch: 'Batch',
  cancelBatch: 'Batch',
  listBatches: 'BatchList',
  createFinetune: 'FineTuningJob',
  retrieveFinetune: 'FineTuningJob',
  cancelFinetune: 'FineTuningJob',
  listFinetunes: 'FineTuningJobList',
  createThreadAndRun: 'Run',
  createRun: 'Run',
}

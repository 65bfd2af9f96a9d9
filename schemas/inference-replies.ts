// Replies of endpoints and of the vendor's objects in the OpenAPI document, with the fields that the interface lists. Providers leave fields
// out and add others, so only what every reply has is required, and further fields pass.
import type { Schema } from './schema.ts'

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

const USAGE: Schema = {
  ...MAYBE_OBJECT,
  description: 'Tokens of the call.',
  properties: {
    prompt_tokens: COUNT,
    completion_tokens: COUNT,
    total_tokens: COUNT,
    prompt_tokens_details: { ...MAYBE_OBJECT, properties: { cached_tokens: MAYBE_COUNT } },
    completion_tokens_details: {
      ...MAYBE_OBJECT,
      properties: {
        reasoning_tokens: MAYBE_COUNT,
        accepted_prediction_tokens: MAYBE_COUNT,
        rejected_prediction_tokens: MAYBE_COUNT,
      },
    },
  },
}

const FUNCTION = open({ name: TEXT, arguments: TEXT })

const MESSAGE = open({
  role: TEXT,
  content: {
    type: ['string', 'array', 'null'],
    items: ANY,
    description: 'The text; at some providers its parts.',
  },
  tool_calls: { type: ['array', 'null'], items: open({ id: TEXT, type: TEXT, function: FUNCTION }) },
  content_blocks: list(ANY),
})

const UNIX = { ...MAYBE_COUNT, description: 'Seconds since 1970.' }
const METADATA: Schema = MAYBE_OBJECT

/** The schemas by name. */
export const INFERENCE_REPLIES: Readonly<Record<string, Schema>> = {
  ChatCompletion: named(
    'ChatCompletion',
    'The reply to a chat.',
    open(
      {
        id: TEXT,
        object: TEXT,
        created: COUNT,
        model: TEXT,
        choices: list(
          open({ index: COUNT, finish_reason: MAYBE_TEXT, message: MESSAGE, logprobs: MAYBE_OBJECT }),
        ),
        system_fingerprint: MAYBE_TEXT,
        usage: USAGE,
      },
      ['choices'],
    ),
  ),
  TextCompletion: named(
    'TextCompletion',
    'The reply to a text completion.',
    open(
      {
        id: TEXT,
        object: TEXT,
        created: COUNT,
        model: TEXT,
        choices: list(open({ index: COUNT, finish_reason: MAYBE_TEXT, text: TEXT, logprobs: MAYBE_OBJECT })),
        system_fingerprint: MAYBE_TEXT,
        usage: USAGE,
      },
      ['choices'],
    ),
  ),
  EmbeddingList: named(
    'EmbeddingList',
    'Embeddings of the input; base64 where the request asks for it.',
    open(
      {
        object: TEXT,
        model: TEXT,
        data: list(open({ index: COUNT, object: TEXT, embedding: {} })),
        usage: open({ prompt_tokens: COUNT, total_tokens: COUNT }),
      },
      ['data'],
    ),
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

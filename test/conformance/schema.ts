// OpenAI's OpenAPI description as validators, relaxed as OpenAI's own traffic requires (wire.md, "Traps", point 8):
// any property may be null, five keys may be absent, embeddings may be base64. What the gateway writes itself is
// validated more strictly: no key may be absent.
import type { ValidateFunction } from 'ajv'
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject } from '../../schemas/values/json.ts'
import { vendorValidators } from '../runtime/inbound/vendor-schema.ts'

export type SchemaName =
  | 'Batch'
  | 'CreateChatCompletionResponse'
  | 'CreateChatCompletionStreamResponse'
  | 'CreateCompletionResponse'
  | 'CreateEmbeddingResponse'
  | 'CreateModerationResponse'
  | 'DeleteFileResponse'
  | 'ErrorResponse'
  | 'FineTuningJob'
  | 'ImagesResponse'
  | 'ListBatchesResponse'
  | 'ListFilesResponse'
  | 'Model'
  | 'OpenAIFile'
  | 'Response'
  | 'ResponseStreamEvent'

const ABSENT = {
  CreateChatCompletionResponse: ['logprobs'],
  CreateChatCompletionStreamResponse: ['logprobs'],
  CreateCompletionResponse: ['logprobs'],
  ChatCompletionResponseMessage: ['refusal'],
  ResponseUsage: ['cache_write_tokens'],
  ResponseFunctionCallArgumentsDoneEvent: ['name'],
  Error: ['code'],
}

const validators = new Map<string, ValidateFunction>()

/** Compiled lazily: the description is long. */
function validatorOf(name: SchemaName, ours: boolean): ValidateFunction {
  const key = `${name} ${ours}`
  const validate = validators.get(key) ?? vendorValidators([name], ours ? {} : ABSENT)[name]
  validators.set(key, validate)
  return validate
}

/** The validation errors of a value, undefined when valid. `ours`: written by the gateway. */
export function violationsOf(name: SchemaName, value: JsonObject, ours: boolean): string | undefined {
  const validate = validatorOf(name, ours)
  if (validate(name === 'CreateEmbeddingResponse' ? decoded(value) : value)) return undefined
  const messages = (validate.errors ?? []).slice(-3).map(error => `${error.instancePath} ${error.message}`)
  return `${messages.join('; ')} in ${JSON.stringify(value).slice(0, 300)}`
}

/** Base64 vectors as lists. */
const decoded = (body: JsonObject): JsonObject => ({
  ...body,
  data: asList(body['data'])
    .map(asObject)
    .map(each => (typeof each['embedding'] === 'string' ? { ...each, embedding: [0] } : each)),
})

// The vectors of an embeddings reply, in any maker's shape, in OpenAI's. Only one maker counts tokens in the
// body; the others do so in a header.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asObject } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { embeddingReply } from '../../wire/embeddings.ts'
import { readVectors } from '../../wire/vectors.ts'
import { inputTokens } from './token-counts.ts'

export function convertEmbeddingReply(
  body: unknown,
  context: AdapterContext,
  headers?: Headers,
): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined)
    return failure('invalid_upstream_reply', 'The provider returned no vectors.', { cause: 'decode' })
  const prompt = asCount(reply['inputTextTokenCount']) ?? inputTokens(headers) ?? 0
  return embeddingReply(context.model, vectors, prompt, context.base64Vectors ?? false)
}

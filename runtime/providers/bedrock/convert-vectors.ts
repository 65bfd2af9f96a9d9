// The vectors of a reply, in whichever shape the model's maker writes them, in the vendor's. Only one of them counts
// its tokens in the body; the others do so in a header, which no adapter sees.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type Failure, failure } from '../../failures.ts'
import type { AdapterContext } from '../adapter.ts'
import { embeddingReply } from '../wire/embeddings.ts'
import { asCount, asObject, isList, isObject } from '../wire/json.ts'

export function convertVectors(body: unknown, context: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = vectorsOf(reply)?.map(asVector)
  if (vectors === undefined || vectors.length === 0 || !vectors.every(vector => vector !== undefined))
    return failure('invalid_upstream_reply', 'The provider answered without vectors.', { cause: 'decode' })
  const prompt = asCount(reply['inputTextTokenCount']) ?? 0
  return embeddingReply(context.model, vectors, prompt, context.base64Vectors ?? false)
}

/** One vector, or a list of them: bare, as objects that hold one, or by their type. */
function vectorsOf({ embedding, embeddings }: JsonObject): readonly Json[] | undefined {
  if (isList(embedding)) return [embedding]
  if (isList(embeddings)) return embeddings.map(each => (isObject(each) ? (each['embedding'] ?? null) : each))
  const { float } = asObject(embeddings)
  return isList(float) ? float : undefined
}

const asVector = (value: Json): readonly number[] | undefined =>
  isList(value) && value.every(each => typeof each === 'number') ? value : undefined

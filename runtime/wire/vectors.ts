// The vectors in a provider's reply, in any of the usual shapes.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../schemas/values/json.ts'

/** Undefined where there are none, or one is not a list of numbers. */
export function readVectors(reply: JsonObject): readonly (readonly number[])[] | undefined {
  const vectors = vectorsOf(reply)?.map(asVector)
  return vectors !== undefined && vectors.length > 0 && vectors.every(vector => vector !== undefined)
    ? vectors
    : undefined
}

/** One vector, or a list of them: bare, as objects that contain one, or keyed by type. */
function vectorsOf({ embedding, embeddings }: JsonObject): readonly Json[] | undefined {
  if (isList(embedding)) return [embedding]
  if (isList(embeddings)) return embeddings.map(each => (isObject(each) ? (each['embedding'] ?? null) : each))
  const { float } = asObject(embeddings)
  return isList(float) ? float : undefined
}

const asVector = (value: Json): readonly number[] | undefined =>
  isList(value) && value.every(each => typeof each === 'number') ? value : undefined

// Embedding requests and replies of the vendor's embeddings route.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'

/** The request for the embedding of one text. */
export const embeddingRequest = (
  text: string,
  model: string,
  dimensions: number | undefined,
): JsonObject => ({
  model,
  input: text,
  encoding_format: 'float',
  ...(dimensions === undefined ? {} : { dimensions }),
})

/** Replies with more dimensions are rejected: the largest models have 4,096. */
const MAX_DIMENSIONS = 16_000

/** The vector in the reply; undefined if it has none. */
export function readEmbedding({ data }: JsonObject): Float32Array | undefined {
  const [first] = Array.isArray(data) ? (data as readonly Json[]) : []
  const values =
    typeof first === 'object' && first !== null && 'embedding' in first ? first['embedding'] : null
  if (!Array.isArray(values) || values.length === 0 || values.length > MAX_DIMENSIONS) return undefined
  const numbers = values as readonly Json[]
  return numbers.every(value => typeof value === 'number')
    ? Float32Array.from(numbers as readonly number[])
    : undefined
}

// The embedding of a text in a reply of the vendor's embeddings route.
import type { Json, JsonObject } from '../../../compiler/source.ts'

/** The request for one text's embedding. */
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

/** Dimensions above which nobody's reply is taken: the largest models have 4,096. */
const MOST_DIMENSIONS = 16_000

/** The vector in the reply, or undefined where it holds none. */
export function readEmbedding({ data }: JsonObject): Float32Array | undefined {
  const [first] = Array.isArray(data) ? (data as readonly Json[]) : []
  const values =
    typeof first === 'object' && first !== null && 'embedding' in first ? first['embedding'] : null
  if (!Array.isArray(values) || values.length === 0 || values.length > MOST_DIMENSIONS) return undefined
  const numbers = values as readonly Json[]
  return numbers.every(value => typeof value === 'number')
    ? Float32Array.from(numbers as readonly number[])
    : undefined
}

// Embeddings in the vendor's shape. Vectors come from providers as numbers; a client may have asked for base64, which
// is the vendor's own packing: 32-bit floats, least significant byte first.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { toBase64 } from './base64.ts'

/** `prompt` is 0 where the provider does not count. */
export const embeddingReply = (
  model: string,
  vectors: readonly (readonly number[])[],
  prompt: number,
  inBase64: boolean,
): JsonObject => ({
  object: 'list',
  data: vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: inBase64 ? packVector(vector) : vector,
  })),
  model,
  usage: { prompt_tokens: prompt, total_tokens: prompt },
})

/** The vector in the vendor's base64. */
export function packVector(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true)
  return toBase64(new Uint8Array(view.buffer))
}

/** The texts of an `input`: one, or a list. Undefined for anything else, such as lists of token numbers. */
export function inputTexts(input: Json | undefined): readonly string[] | undefined {
  const list = typeof input === 'string' ? [input] : input
  if (!Array.isArray(list) || list.length === 0) return undefined
  return list.every((text): text is string => typeof text === 'string') ? list : undefined
}

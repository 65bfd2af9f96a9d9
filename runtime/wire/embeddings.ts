// Embeddings in the OpenAI schema. Providers return vectors as numbers; a client may request base64, which is
// OpenAI's packing: 32-bit floats, little-endian.
import { toBase64 } from '../../schemas/values/base64.ts'
import {
  asCount,
  asList,
  asObject,
  isList,
  isObject,
  type Json,
  type JsonObject,
} from '../../schemas/values/json.ts'
import type { AdapterContext } from '../values/adapter.ts'
import { type Failure, failure } from '../values/failures.ts'
import type { ReportConversionError } from './conversion-errors.ts'

/** `prompt` is 0 if the provider does not count tokens. */
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

/** The vector in OpenAI's base64 packing. */
export function packVector(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true)
  return toBase64(new Uint8Array(view.buffer))
}

/** One reply with the vectors of several in their order, with new indexes and summed tokens. */
export function joinEmbeddings(replies: readonly JsonObject[]): JsonObject {
  const total = (name: string): number =>
    replies.reduce((sum, { usage }) => sum + (asCount(asObject(usage)[name]) ?? 0), 0)
  return {
    ...replies[0],
    data: replies.flatMap(({ data }) => asList(data)).map((each, index) => ({ ...asObject(each), index })),
    usage: { prompt_tokens: total('prompt_tokens'), total_tokens: total('total_tokens') },
  }
}

/** The strings of an `input`: one, or a list. Undefined for anything else, such as lists of token ids. */
export function inputTexts(input: Json | undefined): readonly string[] | undefined {
  const list = typeof input === 'string' ? [input] : input
  if (!Array.isArray(list) || list.length === 0) return undefined
  return list.every((text): text is string => typeof text === 'string') ? list : undefined
}

/** The strings to embed; anything else is reported. */
export function readInputTexts(
  input: Json | undefined,
  report: ReportConversionError,
): readonly string[] | undefined {
  const texts = inputTexts(input)
  if (texts === undefined) report(hasTokenIds(input) ? TOKEN_IDS : NOT_TEXT, 'input')
  return texts
}

/** Maximum inputs of one request, if the family of the model is known. */
export const maxInputs = ({ facts }: Pick<AdapterContext, 'facts'>): number | undefined =>
  facts?.embeddings?.inputs

/** The reason why token ids are rejected, if models of the family only take strings. */
export const refuseTokenIds = (
  input: Json | undefined,
  { facts }: Pick<AdapterContext, 'facts'>,
): Failure | undefined =>
  facts?.embeddings?.tokenArrays === false && hasTokenIds(input)
    ? failure('invalid_request', TOKEN_IDS, { param: 'input' })
    : undefined

const NOT_TEXT = 'input must be a string or an array of strings for this provider.'
const TOKEN_IDS =
  'input must be a string or an array of strings for this provider: it contains token ids, which only the models with the same tokenizer understand.'

/** Whether an input is a list of token ids, or has one. */
const hasTokenIds = (input: Json | undefined): boolean =>
  asList(input).some(each => typeof each === 'number' || typeof asList(each)[0] === 'number')

/**
 * The vectors in a provider's reply, in any of the usual shapes; undefined without any, or if one is not a
 * list of numbers.
 */
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

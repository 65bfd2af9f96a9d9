// The mock's embeddings: numbers derived from the words of the text, as a list or in base64 (the default of
// OpenAI's SDK). Inputs with the same words in any order, case and punctuation have equal unit vectors, and the more
// words two inputs share the closer they are: enough to try semantic search.
import { asCount, type JsonObject } from '../../../schemas/values/json.ts'
import { fingerprint } from './fingerprint.ts'
import { jsonReply, type MockReply } from './mock-reply.ts'
import { invalidTextsParameter, type MockRequest, promptTexts } from './mock-request.ts'
import { countWords } from './words.ts'

const DIMENSIONS = 8
const MAX_DIMENSIONS = 4096

const encoder = new TextEncoder()

export function embedding({ body, model }: MockRequest): MockReply {
  const inputs = promptTexts(body['input'])
  const dimensions = Math.min(asCount(body['dimensions']) ?? DIMENSIONS, MAX_DIMENSIONS)
  const encode = body['encoding_format'] === 'base64' ? base64 : (vector: readonly number[]) => vector
  const tokens = inputs.map(countWords).reduce((sum, count) => sum + count, 0)
  return jsonReply(200, {
    object: 'list',
    data: inputs.map((input, index) => ({
      object: 'embedding',
      index,
      embedding: encode(vectorOf(input, dimensions)),
    })),
    model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  })
}

/** Words that are considered; the remainder of a longer text is ignored. */
const MAX_WORDS = 64

function vectorOf(text: string, dimensions: number): readonly number[] {
  const words = text
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
    ?.slice(0, MAX_WORDS) ?? [text]
  const raw = Array.from({ length: dimensions }, () => 0)
  for (const word of new Set(words))
    for (const index of raw.keys()) {
      const digits = fingerprint(encoder.encode(`${index} ${word}`)).slice(0, 6)
      raw[index] = (raw[index] ?? 0) + Number.parseInt(digits, 16) / 0xffffff - 0.5
    }
  const length = Math.hypot(...raw) || 1
  return raw.map(value => Math.fround(value / length))
}

/** Little-endian 32-bit floats. */
function base64(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  vector.forEach((value, index) => {
    view.setFloat32(index * 4, value, true)
  })
  return btoa(Array.from(new Uint8Array(view.buffer), byte => String.fromCharCode(byte)).join(''))
}

/** `input` where it is missing or malformed, undefined for a valid one. */
export const invalidEmbeddingParameter = (body: JsonObject): string | undefined =>
  invalidTextsParameter(body, 'input')

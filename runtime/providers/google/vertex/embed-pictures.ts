// Embeddings of Vertex AI's model for text and pictures: one input in a request, and a vector for each kind in it.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asList, asObject, isList, present } from '../../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { readEmbeddingInputs } from '../../../wire/embedding-inputs.ts'
import { embeddingReply } from '../../../wire/embeddings.ts'
import { readValueVectors, unreadableEmbeddings } from '../value-vectors.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

export const takesPictures = (model: string): boolean => /(^|\/)multimodalembedding(@|$)/.test(model)

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format'])

export function pictureRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const endpoint = vertexModelPath('google', context)
  if (isFailure(endpoint)) return endpoint
  const { report, failure } = collectConversionErrors()
  const [{ text, image } = {}, ...more] = readEmbeddingInputs(body['input'], report) ?? []
  if (more.length > 0) report('input must contain one entry for this model of Vertex AI.', 'input')
  if (text !== undefined && image !== undefined)
    report('input must contain either text or an image: this model has a vector for each.', 'input')
  const dimensions = body['dimensions'] ?? null
  const instance = present({
    text,
    image: image && { bytesBase64Encoded: image.base64, mimeType: image.mediaType },
  })
  return (
    failure() ?? {
      body: present({
        instances: [instance],
        parameters: dimensions === null ? undefined : { dimension: dimensions },
      }),
      dropped: Object.keys(body)
        .filter(name => !KNOWN.has(name) && body[name] !== null)
        .sort(),
      path: `${endpoint.path}:predict`,
    }
  )
}

/** The model does not count tokens. */
export function pictureReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const predictions = asList(asObject(body)['predictions']).map(asObject)
  const values = predictions.map(({ textEmbedding, imageEmbedding }) =>
    [textEmbedding, imageEmbedding].find(isList),
  )
  const vectors = readValueVectors(values.map(each => ({ values: each ?? null })))
  return vectors === undefined
    ? unreadableEmbeddings(body)
    : embeddingReply(model, vectors, 0, base64Vectors === true)
}

// Embeddings of Vertex AI: `predict` takes a list of strings. The Gemini models take one string at a time, from the
// second generation on at `embedContent`. The model for text and pictures takes one input in a request, and returns a
// vector for each kind in it.
import {
  asCount,
  asList,
  asObject,
  isList,
  type JsonObject,
  present,
} from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { readEmbeddingInputs } from '../../../wire/embedding-inputs.ts'
import { embeddingReply, maxInputs } from '../../../wire/embeddings.ts'
import {
  type EmbeddingRequest,
  readEmbeddingRequest,
  readValueVectors,
  unreadableEmbeddings,
} from '../embed.ts'
import { vertexModelPath } from './vertex-endpoint.ts'

export const embed: EndpointAdapter = {
  request: (body, context) =>
    takesPictures(context.model) ? pictureRequest(body, context) : convertRequest(body, context),
  reply: (body, context) =>
    takesPictures(context.model) ? pictureReply(body, context) : convertReply(body, context),
  maxInputs,
}

const takesOneText = (model: string): boolean => /(^|\/)gemini-embedding-(?!001)/.test(model)

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const endpoint = vertexModelPath('google', context)
  if (isFailure(endpoint)) return endpoint
  const { report, failure } = collectConversionErrors()
  const request = readEmbeddingRequest(body, report)
  const takesSingle = takesOneText(context.model)
  if (takesSingle && request.texts.length > 1)
    report('input must contain one text for this model of Vertex AI.', 'input')
  return (
    failure() ?? {
      body: takesSingle ? contentOf(request) : instancesOf(request),
      dropped: request.dropped,
      path: `${endpoint.path}:${takesSingle ? 'embedContent' : 'predict'}`,
    }
  )
}

function instancesOf({ texts, taskType, title, dimensions, autoTruncate }: EmbeddingRequest): JsonObject {
  const parameters = present({ outputDimensionality: dimensions, autoTruncate })
  return present({
    instances: texts.map(content => present({ content, task_type: taskType, title })),
    parameters: Object.keys(parameters).length === 0 ? undefined : parameters,
  })
}

function contentOf({ texts, taskType, title, dimensions, autoTruncate }: EmbeddingRequest): JsonObject {
  const parts = texts.map(text => ({ text }))
  return present({ content: { parts }, taskType, title, outputDimensionality: dimensions, autoTruncate })
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const { predictions, embedding, usageMetadata } = asObject(body)
  const embeddings = isList(predictions)
    ? predictions.map(prediction => asObject(prediction)['embeddings'] ?? null)
    : asList(embedding === undefined ? [] : [embedding])
  const vectors = readValueVectors(embeddings)
  if (vectors === undefined) return unreadableEmbeddings(body)
  const counts = embeddings.map(each => asCount(asObject(asObject(each)['statistics'])['token_count']) ?? 0)
  const prompt =
    asCount(asObject(usageMetadata)['promptTokenCount']) ?? counts.reduce((sum, count) => sum + count, 0)
  return embeddingReply(model, vectors, prompt, base64Vectors === true)
}

const takesPictures = (model: string): boolean => /(^|\/)multimodalembedding(@|$)/.test(model)

const KNOWN = new Set(['model', 'input', 'dimensions', 'encoding_format'])

function pictureRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
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
function pictureReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const predictions = asList(asObject(body)['predictions']).map(asObject)
  const values = predictions.map(({ textEmbedding, imageEmbedding }) =>
    [textEmbedding, imageEmbedding].find(isList),
  )
  const vectors = readValueVectors(values.map(each => ({ values: each ?? null })))
  return vectors === undefined
    ? unreadableEmbeddings(body)
    : embeddingReply(model, vectors, 0, base64Vectors === true)
}

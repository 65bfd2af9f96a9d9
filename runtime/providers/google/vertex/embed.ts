// Embeddings of Vertex AI: `predict` takes a list of strings. The Gemini models take one string at a
// time, from the second generation on at `embedContent`.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asList, asObject, isList, present } from '../../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../../values/adapter.ts'
import { type Failure, isFailure } from '../../../values/failures.ts'
import { collectConversionErrors } from '../../../wire/conversion-errors.ts'
import { embeddingReply, maxInputs } from '../../../wire/embeddings.ts'
import { type EmbeddingRequest, readEmbeddingRequest } from '../embedding-request.ts'
import { readValueVectors, unreadableEmbeddings } from '../value-vectors.ts'
import { pictureReply, pictureRequest, takesPictures } from './embed-pictures.ts'
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

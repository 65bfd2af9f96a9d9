// Embeddings of Vertex AI: `predict` takes a list of texts. Models of the second generation take one text at a
// time, at `embedContent`.
import type { JsonObject } from '../../../../compiler/source.ts'
import { type Failure, isFailure } from '../../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../adapter.ts'
import { embeddingReply } from '../../wire/embeddings.ts'
import { asCount, asList, asObject, isList, present } from '../../wire/json.ts'
import { collectProblems } from '../../wire/report.ts'
import { type EmbeddingRequest, readEmbeddingRequest } from '../embedding-request.ts'
import { misunderstoodEmbeddings, readVectors } from '../read-vectors.ts'
import { modelAddress } from './place.ts'

export const embed: EndpointAdapter = { request: convertRequest, reply: convertReply }

const takesOneText = (model: string): boolean => /(^|\/)gemini-embedding-(?!001)/.test(model)

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const address = modelAddress('google', context)
  if (isFailure(address)) return address
  const { report, failure } = collectProblems()
  const asked = readEmbeddingRequest(body, report)
  const one = takesOneText(context.model)
  if (one && asked.texts.length > 1)
    report('input must contain one text for this model of Vertex AI.', 'input')
  return (
    failure() ?? {
      body: one ? contentOf(asked) : instancesOf(asked),
      dropped: asked.dropped,
      path: `${address.path}:${one ? 'embedContent' : 'predict'}`,
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
  const vectors = readVectors(embeddings)
  if (vectors === undefined) return misunderstoodEmbeddings(body)
  const counts = embeddings.map(each => asCount(asObject(asObject(each)['statistics'])['token_count']) ?? 0)
  const prompt =
    asCount(asObject(usageMetadata)['promptTokenCount']) ?? counts.reduce((sum, count) => sum + count, 0)
  return embeddingReply(model, vectors, prompt, base64Vectors === true)
}

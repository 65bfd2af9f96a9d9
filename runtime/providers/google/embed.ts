// Embeddings of the Gemini API: many inputs in one request, each with its own settings. The API counts no tokens for
// most models; usage is 0 then.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { embeddingReply, maxInputs } from '../../wire/embeddings.ts'
import { readEmbeddingRequest } from './embedding-request.ts'
import { modelPath } from './model-name.ts'
import { readValueVectors, unreadableEmbeddings } from './value-vectors.ts'

export const embed: EndpointAdapter = {
  request: convertRequest,
  reply: convertReply,
  maxInputs,
}

function convertRequest(body: JsonObject, { model }: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const { texts, dimensions, taskType, title, autoTruncate, dropped } = readEmbeddingRequest(body, report)
  const path = modelPath(model)
  const requests = texts.map(text =>
    present({
      model: path,
      content: { parts: [{ text }] },
      taskType,
      title,
      outputDimensionality: dimensions,
      autoTruncate,
    }),
  )
  return failure() ?? { body: { requests }, dropped, path: `/${path}:batchEmbedContents` }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const { embeddings, usageMetadata } = asObject(body)
  const vectors = readValueVectors(asList(embeddings))
  if (vectors === undefined) return unreadableEmbeddings(body)
  const prompt = asCount(asObject(usageMetadata)['promptTokenCount']) ?? 0
  return embeddingReply(model, vectors, prompt, base64Vectors === true)
}

// Embeddings of Nomic: `texts` instead of `input`, and bare vectors in the reply.
import { asCount, asObject, type JsonObject } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { positiveInteger, toField } from '../../wire/conversions.ts'
import { embeddingReply, readInputTexts, readVectors } from '../../wire/embeddings.ts'
import { vendorError } from '../../wire/error.ts'
import { handledElsewhere, parameterConverter, unchanged } from '../../wire/parameters.ts'

const nomicEmbeddings: EndpointAdapter = { request: convertRequest, reply: convertReply }

export const nomic: ProviderAdapter = { endpoints: { embeddings: nomicEmbeddings } }

const convertParameters = parameterConverter([
  ['model input encoding_format', handledElsewhere],
  ['dimensions', positiveInteger(toField('dimensionality'))],
  ['task_type long_text_mode max_tokens_per_text dimensionality', unchanged],
])

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const texts = readInputTexts(body['input'], report) ?? []
  const { parameters, dropped } = convertParameters(body, report, context)
  return failure() ?? { body: { model: context.model, texts, ...parameters }, dropped }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined) return unreadableReply(vendorError(body, 200).message)
  const prompt = asCount(asObject(reply['usage'])['prompt_tokens']) ?? 0
  return embeddingReply(model, vectors, prompt, base64Vectors === true)
}

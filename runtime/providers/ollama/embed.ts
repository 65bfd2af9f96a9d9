// Embeddings: one text or several in one request.
import { asCount, asObject, asText, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { positiveInteger, toField } from '../../wire/conversions.ts'
import { embeddingReply, readInputTexts, readVectors } from '../../wire/embeddings.ts'
import { vendorError } from '../../wire/error.ts'
import { handledElsewhere, parameterConverter, unchanged } from '../../wire/parameters.ts'

export const embed: EndpointAdapter = { request: convertRequest, reply: convertReply }

const convertParameters = parameterConverter([
  ['model input encoding_format', handledElsewhere],
  ['dimensions', positiveInteger(toField('dimensions'))],
  ['truncate keep_alive options', unchanged],
])

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const input = readInputTexts(body['input'], report)
  const { parameters, dropped } = convertParameters(body, report, context)
  return failure() ?? { body: present({ model: context.model, input, ...parameters }), dropped }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined)
    return unreadableReply(
      reply['error'] === undefined ? 'The provider returned no vectors.' : vendorError(body, 200).message,
    )
  const prompt = asCount(reply['prompt_eval_count']) ?? 0
  return embeddingReply(asText(reply['model']) ?? model, vectors, prompt, base64Vectors === true)
}

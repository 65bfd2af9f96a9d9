// Embeddings: strings with an input type, which is required. Vectors are requested as numbers; base64 is packed here.
import { asCount, asObject, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../../values/adapter.ts'
import type { Failure } from '../../values/failures.ts'
import { unreadableReply } from '../../wire/chat-completion.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { positiveInteger, toField } from '../../wire/conversions.ts'
import { embeddingReply, maxInputs, readInputTexts, readVectors } from '../../wire/embeddings.ts'
import { vendorError } from '../../wire/error.ts'
import { handledElsewhere, ignoredWhen, parameterConverter, unchanged } from '../../wire/parameters.ts'

export const embed: EndpointAdapter = {
  request: convertRequest,
  reply: convertReply,
  maxInputs,
}

const convertParameters = parameterConverter([
  ['model input encoding_format', handledElsewhere],
  ['dimensions', positiveInteger(toField('output_dimension'))],
  ['embedding_types', ignoredWhen(['float'])],
  ['input_type truncate max_tokens output_dimension priority', unchanged],
])

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const texts = readInputTexts(body['input'], report)
  const { parameters, dropped } = convertParameters(body, report, context)
  const converted = present({
    model: context.model,
    texts,
    input_type: context.defaults['input_type'],
    embedding_types: ['float'],
    ...parameters,
  })
  return failure() ?? { body: converted, dropped }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined)
    return unreadableReply(
      typeof reply['message'] === 'string'
        ? vendorError(body, 200).message
        : 'The provider returned no vectors.',
    )
  const billed = asObject(asObject(reply['meta'])['billed_units'])
  return embeddingReply(model, vectors, asCount(billed['input_tokens']) ?? 0, base64Vectors === true)
}

// Embeddings: texts with an input type, which is required. Vectors are requested as numbers; base64 is packed here.
import type { JsonObject } from '../../../compiler/source.ts'
import type { Failure } from '../../failures.ts'
import type { AdapterContext, EndpointAdapter, ProviderBody } from '../adapter.ts'
import { misunderstood } from '../wire/answer.ts'
import { as, positiveInteger } from '../wire/conversions.ts'
import { embeddingReply, inputTexts } from '../wire/embeddings.ts'
import { vendorError } from '../wire/error.ts'
import { asCount, asObject, present } from '../wire/json.ts'
import { elsewhere, parameterConverter, silentWhen, unchanged } from '../wire/parameters.ts'
import { collectProblems } from '../wire/report.ts'
import { readVectors } from '../wire/vectors.ts'

export const embed: EndpointAdapter = { request: convertRequest, reply: convertReply }

const convertParameters = parameterConverter([
  ['model input encoding_format', elsewhere],
  ['dimensions', positiveInteger(as('output_dimension'))],
  ['embedding_types', silentWhen(['float'])],
  ['input_type truncate max_tokens output_dimension priority', unchanged],
])

function convertRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectProblems()
  const texts = inputTexts(body['input'])
  if (texts === undefined) report('input must be a string or an array of strings.', 'input')
  const { parameters, dropped } = convertParameters(body, report, context)
  const asked = present({
    model: context.model,
    texts,
    input_type: context.defaults['input_type'],
    embedding_types: ['float'],
    ...parameters,
  })
  return failure() ?? { body: asked, dropped }
}

function convertReply(body: unknown, { model, base64Vectors }: AdapterContext): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined)
    return misunderstood(
      typeof reply['message'] === 'string'
        ? vendorError(body, 200).message
        : 'The provider returned no vectors.',
    )
  const billed = asObject(asObject(reply['meta'])['billed_units'])
  return embeddingReply(model, vectors, asCount(billed['input_tokens']) ?? 0, base64Vectors === true)
}

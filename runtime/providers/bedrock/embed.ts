// Embeddings through `invoke`: every maker has its own body. How many inputs a request may have is a fact of the
// family of the model.
import { asCount, asObject, type JsonObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext, ProviderBody } from '../../values/adapter.ts'
import { type Failure, failure } from '../../values/failures.ts'
import type { Headers } from '../../values/headers.ts'
import { collectConversionErrors } from '../../wire/conversion-errors.ts'
import { type EmbeddingInput, readEmbeddingInputs } from '../../wire/embedding-inputs.ts'
import { embeddingReply, readInputTexts, readVectors } from '../../wire/embeddings.ts'
import {
  type Conversion,
  type ConvertParameters,
  handledElsewhere,
  joinFields,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'
import { amazonModel, factsOfModel, foundationModel, makerOf, modelPath } from './model.ts'
import { inputTokens } from './token-counts.ts'

export function convertEmbeddingRequest(body: JsonObject, context: AdapterContext): ProviderBody | Failure {
  const { report, failure } = collectConversionErrors()
  const path = modelPath(context, 'invoke', report)
  const model = embeddingModel(foundationModel(context))
  if (model === undefined) report('model does not support embeddings here.', 'model')
  if (model?.pictureBody !== undefined) {
    const [input = {}, ...more] = readEmbeddingInputs(body['input'], report) ?? []
    if (more.length > 0) report('input must contain at most 1 entry for this model.', 'input')
    const { parameters, dropped } = model.parameters(body, report, context)
    return failure() ?? { body: joinFields(model.pictureBody(input), parameters), dropped, path }
  }
  const texts = readInputTexts(body['input'], report)
  const limit = maxTexts(context)
  if (model !== undefined && texts !== undefined && texts.length > limit)
    report(
      `input must contain at most ${limit} ${limit === 1 ? 'text' : 'texts'} for this model, not ${texts.length}.`,
      'input',
    )
  if (model === undefined || texts === undefined) return failure() ?? { body: {}, dropped: [], path }
  const { parameters, dropped } = model.parameters(body, report, context)
  return failure() ?? { body: joinFields(model.body(texts, context.defaults), parameters), dropped, path }
}

/** Inputs of one request: one, unless the family of the model has another number. */
export const maxTexts = (context: AdapterContext): number => factsOfModel(context)?.embeddings?.inputs ?? 1

/**
 * The vectors of an embeddings reply, in any maker's shape, in OpenAI's. Only one maker counts tokens in the
 * body; the others do so in a header.
 */
export function convertEmbeddingReply(
  body: unknown,
  context: AdapterContext,
  headers?: Headers,
): JsonObject | Failure {
  const reply = asObject(body)
  const vectors = readVectors(reply)
  if (vectors === undefined)
    return failure('invalid_upstream_reply', 'The provider returned no vectors.', { cause: 'decode' })
  const prompt = asCount(reply['inputTextTokenCount']) ?? inputTokens(headers) ?? 0
  return embeddingReply(context.model, vectors, prompt, context.base64Vectors ?? false)
}

/** A model, and how its maker expects a request. */
interface EmbeddingModel {
  /** The body with these inputs and no parameters. `defaults` are those of the provider spec. */
  readonly body: (texts: readonly string[], defaults: JsonObject) => JsonObject
  /** The body for an input that may be a picture; absent for models of text. */
  readonly pictureBody?: (input: EmbeddingInput) => JsonObject
  /** Parameters other than the input; the result is merged into the body. */
  readonly parameters: ConvertParameters
}

const nativeField =
  (native: string): Conversion =>
  value => ({ fields: { [native]: value } })

const single =
  (native: string): Conversion =>
  value => ({ fields: { singleEmbeddingParams: { [native]: value } } })

const noDimensions: Conversion = (_, report) =>
  refuse(report, 'dimensions', 'dimensions is not supported by this model.')

const parametersOf = (...table: ParameterTable): ConvertParameters =>
  parameterConverter([['input model encoding_format', handledElsewhere], ...table])

const titanText = ([text = '']: readonly string[]): JsonObject => ({ inputText: text })

const titan1: EmbeddingModel = {
  body: titanText,
  parameters: parametersOf(['dimensions', noDimensions]),
}

const titan2: EmbeddingModel = {
  body: titanText,
  parameters: parametersOf(['dimensions normalize', unchanged]),
}

/** Text and a picture together have one vector. */
const titanImage: EmbeddingModel = {
  body: titanText,
  pictureBody: ({ text, image }) => present({ inputText: text, inputImage: image?.base64 }),
  parameters: parametersOf([
    'dimensions',
    outputEmbeddingLength => ({ fields: { embeddingConfig: { outputEmbeddingLength } } }),
  ]),
}

const cohereBody = (texts: readonly string[], defaults: JsonObject): JsonObject =>
  present({ texts, input_type: defaults['input_type'] })

const cohere3: EmbeddingModel = {
  body: cohereBody,
  parameters: parametersOf(['dimensions', noDimensions], ['input_type truncate', unchanged]),
}

const cohere4: EmbeddingModel = {
  body: cohereBody,
  parameters: parametersOf(
    ['dimensions', nativeField('output_dimension')],
    ['input_type truncate max_tokens', unchanged],
  ),
}

const nova: EmbeddingModel = {
  body: ([text = ''], defaults) => ({
    taskType: 'SINGLE_EMBEDDING',
    singleEmbeddingParams: present({
      embeddingPurpose: defaults['embedding_purpose'],
      text: present({ truncationMode: defaults['truncation_mode'], value: text }),
    }),
  }),
  parameters: parametersOf(
    ['dimensions', single('embeddingDimension')],
    ['embedding_purpose', single('embeddingPurpose')],
  ),
}

const amazonModels: readonly (readonly [name: RegExp, model: EmbeddingModel])[] = [
  [/^titan-embed-text-v2\b/, titan2],
  [/^titan-embed-image-v1\b/, titanImage],
  [/^titan-embed-(text-v1|g1-text)\b/, titan1],
  [/^nova-2-multimodal-embeddings\b/, nova],
]

/** Undefined for a model without text embeddings, or with an unknown name. */
function embeddingModel(model: string): EmbeddingModel | undefined {
  if (makerOf(model) === 'cohere') {
    const version = /cohere\.embed-(?:[a-z]+-)*v(\d+)/.exec(model)?.[1]
    return version === undefined ? undefined : Number(version) < 4 ? cohere3 : cohere4
  }
  const name = amazonModel(model)
  return amazonModels.find(([pattern]) => pattern.test(name))?.[1]
}

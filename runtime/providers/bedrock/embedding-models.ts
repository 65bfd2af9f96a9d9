// The embedding models with their requests: every maker has its own body. How many
// inputs a request may have is a fact of the family.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { present } from '../../../schemas/values/json.ts'
import type { EmbeddingInput } from '../../wire/embedding-inputs.ts'
import {
  type Conversion,
  type ConvertParameters,
  handledElsewhere,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'
import { amazonModel, makerOf } from './model.ts'

export interface EmbeddingModel {
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
export function embeddingModel(model: string): EmbeddingModel | undefined {
  if (makerOf(model) === 'cohere') {
    const version = /cohere\.embed-(?:[a-z]+-)*v(\d+)/.exec(model)?.[1]
    return version === undefined ? undefined : Number(version) < 4 ? cohere3 : cohere4
  }
  const name = amazonModel(model)
  return amazonModels.find(([pattern]) => pattern.test(name))?.[1]
}

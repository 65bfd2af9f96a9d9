// The text completion models with their requests: every maker has its own `invoke` body.
import {
  between,
  copyTo,
  type FieldWriter,
  numeric,
  positiveInteger,
  singleChoice,
  stopSequences,
  toField,
} from '../../../wire/conversions.ts'
import {
  type Conversion,
  type ConvertParameters,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
} from '../../../wire/parameters.ts'
import { amazonModel, makerOf } from '../model.ts'

export interface TextModel {
  /** The property of the prompt. */
  readonly prompt: string
  readonly parameters: ConvertParameters
  /** False if the model does not support streams. */
  readonly streams: boolean
}

/** Parameters that no maker supports, ignored at their neutral value. */
const silent: ParameterTable = [
  ['model prompt stream stream_options', handledElsewhere],
  ['echo', ignoredWhen(false)],
  ['best_of', ignoredWhen(1)],
  ['logit_bias', ignoredWhen({})],
]

const model = (prompt: string, table: ParameterTable, streams = true): TextModel => ({
  ...{ prompt, streams },
  parameters: parameterConverter([...silent, ...table]),
})

const fraction = (write: FieldWriter): Conversion => between(0, 1, write)
const noPenalties: ParameterTable = [['frequency_penalty presence_penalty', ignoredWhen(0)]]

const inObject =
  (property: string) =>
  (name: string): FieldWriter =>
  value => ({ [property]: { [name]: value } })
const titanConfig = inObject('textGenerationConfig')

const titan = model('inputText', [
  ...noPenalties,
  ['n', singleChoice],
  ['max_tokens', positiveInteger(titanConfig('maxTokenCount'))],
  ['stop', stopSequences(titanConfig('stopSequences'))],
  ['temperature', fraction(titanConfig('temperature'))],
  ['top_p', fraction(titanConfig('topP'))],
  ['textGenerationConfig', copyTo(toField('textGenerationConfig'))],
])

const penalty =
  (name: string): FieldWriter =>
  scale => ({ [name]: { scale } })

const jurassic = model(
  'prompt',
  [
    ['n', positiveInteger(toField('numResults'))],
    ['max_tokens', positiveInteger(toField('maxTokens'))],
    ['stop', stopSequences(toField('stopSequences'))],
    ['temperature', fraction(toField('temperature'))],
    ['top_p', fraction(toField('topP'))],
    ['frequency_penalty', numeric(penalty('frequencyPenalty'))],
    ['presence_penalty', numeric(penalty('presencePenalty'))],
    ['countPenalty minTokens', (value, _, name) => ({ fields: { [name]: value } })],
  ],
  false,
)

const command = (prompt: string, choices: Conversion): TextModel =>
  model(prompt, [
    ...noPenalties,
    ['n', choices],
    ['max_tokens', positiveInteger(toField('max_tokens'))],
    ['stop', stopSequences(toField('stop_sequences'))],
    ['temperature', numeric(toField('temperature'))],
    ['top_p', fraction(toField('p'))],
    ['top_k', numeric(toField('k'))],
    ['seed', numeric(toField('seed'))],
  ])
/** The older ones complete a prompt; those of the R family answer a message. */
const commandText = command('prompt', positiveInteger(toField('num_generations')))
const commandChat = command('message', singleChoice)

const llama = model('prompt', [
  ...noPenalties,
  ['n', singleChoice],
  ['max_tokens', positiveInteger(toField('max_gen_len'))],
  ['temperature', fraction(toField('temperature'))],
  ['top_p', fraction(toField('top_p'))],
])

/** Mistral's older models, DeepSeek's, and imported ones: OpenAI's names. */
const vendorStyle = model('prompt', [
  ...noPenalties,
  ['n', singleChoice],
  ['max_tokens', positiveInteger(toField('max_tokens'))],
  ['stop', stopSequences(toField('stop'))],
  ['temperature', fraction(toField('temperature'))],
  ['top_p', fraction(toField('top_p'))],
  ['top_k', numeric(toField('top_k'))],
])

const byName: readonly (readonly [name: RegExp, model: TextModel])[] = [
  [/ai21\.j2-/, jurassic],
  [/cohere\.command-r/, commandChat],
  [/cohere\.command-(light-)?text/, commandText],
  [/meta\.llama/, llama],
  [/mistral\.(mistral|mixtral)-/, vendorStyle],
  [/deepseek\.r1/, vendorStyle],
  [/^arn:[^/]*:(imported-model\/|endpoint\b)/, vendorStyle],
]

/** Undefined for a model without text completions, or with an unknown maker. */
export function textModel(name: string): TextModel | undefined {
  if (makerOf(name) === 'amazon') return /^titan-(text|tg1)-/.test(amazonModel(name)) ? titan : undefined
  return byName.find(([pattern]) => pattern.test(name))?.[1]
}

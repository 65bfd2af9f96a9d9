// The text completion models with their requests: every maker has its own `invoke` body.
import {
  as,
  between,
  numeric,
  oneChoice,
  type Place,
  placed,
  positiveInteger,
  stopSequences,
} from '../../wire/conversions.ts'
import {
  type Conversion,
  type ConvertParameters,
  elsewhere,
  type ParameterTable,
  parameterConverter,
  silentWhen,
} from '../../wire/parameters.ts'
import { amazonModel, makerOf } from '../model.ts'

export interface TextModel {
  /** The property of the prompt. */
  readonly prompt: string
  readonly parameters: ConvertParameters
  /** False where the model does not support streams. */
  readonly streams: boolean
}

/** Parameters that no maker supports, ignored at their neutral value. */
const silent: ParameterTable = [
  ['model prompt stream stream_options', elsewhere],
  ['echo', silentWhen(false)],
  ['best_of', silentWhen(1)],
  ['logit_bias', silentWhen({})],
]

const model = (prompt: string, table: ParameterTable, streams = true): TextModel => ({
  ...{ prompt, streams },
  parameters: parameterConverter([...silent, ...table]),
})

const share = (place: Place): Conversion => between(0, 1, place)
const noPenalties: ParameterTable = [['frequency_penalty presence_penalty', silentWhen(0)]]

const within =
  (property: string) =>
  (name: string): Place =>
  value => ({ [property]: { [name]: value } })
const titanConfig = within('textGenerationConfig')

const titan = model('inputText', [
  ...noPenalties,
  ['n', oneChoice],
  ['max_tokens', positiveInteger(titanConfig('maxTokenCount'))],
  ['stop', stopSequences(titanConfig('stopSequences'))],
  ['temperature', share(titanConfig('temperature'))],
  ['top_p', share(titanConfig('topP'))],
  ['textGenerationConfig', placed(as('textGenerationConfig'))],
])

const penalty =
  (name: string): Place =>
  scale => ({ [name]: { scale } })

const jurassic = model(
  'prompt',
  [
    ['n', positiveInteger(as('numResults'))],
    ['max_tokens', positiveInteger(as('maxTokens'))],
    ['stop', stopSequences(as('stopSequences'))],
    ['temperature', share(as('temperature'))],
    ['top_p', share(as('topP'))],
    ['frequency_penalty', numeric(penalty('frequencyPenalty'))],
    ['presence_penalty', numeric(penalty('presencePenalty'))],
    ['countPenalty minTokens', (value, _, name) => ({ becomes: { [name]: value } })],
  ],
  false,
)

const command = (prompt: string, choices: Conversion): TextModel =>
  model(prompt, [
    ...noPenalties,
    ['n', choices],
    ['max_tokens', positiveInteger(as('max_tokens'))],
    ['stop', stopSequences(as('stop_sequences'))],
    ['temperature', numeric(as('temperature'))],
    ['top_p', share(as('p'))],
    ['top_k', numeric(as('k'))],
    ['seed', numeric(as('seed'))],
  ])
/** The older ones complete a prompt; those of the R family answer a message. */
const commandText = command('prompt', positiveInteger(as('num_generations')))
const commandChat = command('message', oneChoice)

const llama = model('prompt', [
  ...noPenalties,
  ['n', oneChoice],
  ['max_tokens', positiveInteger(as('max_gen_len'))],
  ['temperature', share(as('temperature'))],
  ['top_p', share(as('top_p'))],
])

/** Mistral's older models, DeepSeek's, and imported ones: OpenAI's names. */
const plain = model('prompt', [
  ...noPenalties,
  ['n', oneChoice],
  ['max_tokens', positiveInteger(as('max_tokens'))],
  ['stop', stopSequences(as('stop'))],
  ['temperature', share(as('temperature'))],
  ['top_p', share(as('top_p'))],
  ['top_k', numeric(as('top_k'))],
])

const byName: readonly (readonly [name: RegExp, model: TextModel])[] = [
  [/ai21\.j2-/, jurassic],
  [/cohere\.command-r/, commandChat],
  [/cohere\.command-(light-)?text/, commandText],
  [/meta\.llama/, llama],
  [/mistral\.(mistral|mixtral)-/, plain],
  [/deepseek\.r1/, plain],
  [/^arn:[^/]*:(imported-model\/|endpoint\b)/, plain],
]

/** Undefined for a model without text completions, or with an unknown maker. */
export function textModel(name: string): TextModel | undefined {
  if (makerOf(name) === 'amazon') return /^titan-(text|tg1)-/.test(amazonModel(name)) ? titan : undefined
  return byName.find(([pattern]) => pattern.test(name))?.[1]
}

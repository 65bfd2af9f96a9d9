// Request parameters beside messages and tools, one line each (wire/parameters.ts handles all others). Most of them
// belong to the dialect's `generationConfig`.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { as, outputLimit, type Place, placed, stopSequences } from '../wire/conversions.ts'
import { asList, asObject, isObject } from '../wire/json.ts'
import {
  type Conversion,
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  silentWhen,
} from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'
import { convertEffort, convertThinking } from './thinking.ts'

const generation = (settings: JsonObject): Outcome => ({ becomes: { generationConfig: settings } })

/** A native property of the body, unchanged. */
const named = (name: string): Conversion => placed(as(name))

/** A property of `generationConfig`. */
const setting =
  (name: string): Place =>
  value => ({ generationConfig: { [name]: value } })

/** A number in an inclusive range, under the dialect's name. */
const number =
  (native: string, low: number, high: number, whole = false): Conversion =>
  (value, report, name) => {
    const fits = typeof value === 'number' && value >= low && value <= high
    if (fits && (!whole || Number.isInteger(value))) return generation({ [native]: value })
    const kind = whole ? 'an integer' : 'a number'
    return refuse(report, name, `${name} must be ${kind} between ${low} and ${high} for this provider.`)
  }

const anyStopSequences = stopSequences(setting('stopSequences'))

const fewStopSequences: Conversion = (value, report, ...rest) => {
  const outcome = anyStopSequences(value, report, ...rest)
  const sequences = asList(asObject(outcome.becomes?.['generationConfig'])['stopSequences'])
  return sequences.length > 5
    ? refuse(report, 'stop', 'stop must not contain more than five sequences for this provider.')
    : outcome
}

const LARGEST = 2 ** 31 - 1

/** Native parameters, in the dialect's spelling and in that of its OpenAI-compatible API. */
const ownWords: ParameterTable = [
  ['safety_settings safetySettings', named('safetySettings')],
  ['cached_content cachedContent', named('cachedContent')],
  ['labels', named('labels')],
  ['generation_config generationConfig', named('generationConfig')],
  ['thinking_config thinkingConfig', placed(setting('thinkingConfig'))],
]
const convertOwnWords = parameterConverter(ownWords)

const table: ParameterTable = [
  ['model messages stream stream_options', elsewhere],
  ['tools tool_choice', elsewhere],
  ...outputLimit(setting('maxOutputTokens')),
  ['temperature', number('temperature', 0, 2)],
  ['top_p', number('topP', 0, 1)],
  ['top_k', number('topK', 1, LARGEST, true)],
  ['n', number('candidateCount', 1, 8, true)],
  ['seed', number('seed', -LARGEST, LARGEST, true)],
  ['presence_penalty', number('presencePenalty', -2, 2)],
  ['frequency_penalty', number('frequencyPenalty', -2, 2)],
  ['logprobs', value => (value === false ? {} : generation({ responseLogprobs: value }))],
  ['top_logprobs', value => (value === 0 ? {} : generation({ logprobs: value }))],
  ['stop', fewStopSequences],
  ['response_format', responseFormat],
  ['modalities', modalities],
  ['parallel_tool_calls', silentWhen(true)],
  ['store', silentWhen(false)],
  ['logit_bias', silentWhen({})],
  ['service_tier', value => (value === 'auto' || value === 'default' ? {} : lost)],
  ['reasoning_effort', convertEffort],
  ['thinking', convertThinking],
  ['extra_body', extraBody],
  // Last, so that native parameters take precedence over converted ones.
  ...ownWords,
]

export const convertParameters = parameterConverter(table)

const JSON_REPLY = { responseMimeType: 'application/json' }

/** The dialect takes JSON schemas unchanged; name and description of OpenAI's wrapper have no equivalent. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return generation(JSON_REPLY)
  const schema = asObject(described)['schema']
  if (type !== 'json_schema') return lost
  return generation(isObject(schema) ? { ...JSON_REPLY, responseJsonSchema: schema } : JSON_REPLY)
}

function modalities(value: Json): Outcome {
  const asked = asList(value)
  if (asked.some(each => each !== 'text' && each !== 'image')) return lost
  if (!asked.includes('image')) return {}
  return generation({ responseModalities: asked.map(each => String(each).toUpperCase()) })
}

/** Where clients of the provider's OpenAI-compatible API put native parameters. */
function extraBody(value: Json, report: Report, _: string, context: Parameters<Conversion>[3]): Outcome {
  const { google, ...others } = asObject(value)
  const { parameters, dropped } = convertOwnWords(asObject(google), report, context)
  return { becomes: parameters, loses: Object.keys(others).length > 0 || dropped.length > 0 }
}

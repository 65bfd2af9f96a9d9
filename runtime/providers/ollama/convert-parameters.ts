// Request parameters other than messages and tools, one line each (wire/parameters.ts handles all others). Model
// parameters are in `options`; a client may send each option at the top level too.
import type { Json } from '../../../schemas/values/json.ts'
import { asObject, isObject } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  between,
  copyTo,
  type FieldWriter,
  numeric,
  outputLimit,
  singleChoice,
  stopSequences,
  toField,
  vendorOnlyParameters,
} from '../../wire/conversions.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  ignoredWhen,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'

const option =
  (name: string): FieldWriter =>
  value => ({ options: { [name]: value } })

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', handledElsewhere],
  ...outputLimit(option('num_predict')),
  ['temperature', between(0, 2, option('temperature'))],
  ['top_p', between(0, 1, option('top_p'))],
  ['seed', numeric(option('seed'))],
  ['stop', stopSequences(option('stop'))],
  ['frequency_penalty', between(-2, 2, option('frequency_penalty'))],
  ['presence_penalty', between(-2, 2, option('presence_penalty'))],
  ...[
    ...[
      'top_k',
      'min_p',
      'typical_p',
      'repeat_penalty',
      'repeat_last_n',
      'num_predict',
      'num_ctx',
      'num_keep',
    ],
    ...[
      'num_batch',
      'num_gpu',
      'main_gpu',
      'num_thread',
      'use_mmap',
      'mirostat',
      'mirostat_eta',
      'mirostat_tau',
    ],
  ].map(name => [name, copyTo(option(name))] as const),
  ['n', singleChoice],
  ['response_format', responseFormat],
  ['reasoning_effort', effort],
  ...vendorOnlyParameters,
  ['parallel_tool_calls', ignoredWhen(true)],
  ['service_tier', ignoredWhen('auto')],
  // Last, so that native parameters take precedence over converted ones.
  ['options format keep_alive think truncate shift', unchanged],
]

/** A schema replaces a schema as a whole. */
export const convertParameters = parameterConverter(table, new Set(['format']))

/** The name and description of a schema have no equivalent. */
function responseFormat(value: Json): ConversionResult {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return { fields: toField('format')('json') }
  const { schema } = asObject(described)
  return type === 'json_schema' && isObject(schema) ? { fields: toField('format')(schema) } : DROPPED
}

const efforts: ReadonlyMap<Json, Json> = new Map<Json, Json>([
  ['none', false],
  ['minimal', 'low'],
  ['low', 'low'],
  ['medium', 'medium'],
  ['high', 'high'],
  ['xhigh', 'max'],
  ['max', 'max'],
])

function effort(value: Json, report: ReportConversionError, name: string): ConversionResult {
  const think = efforts.get(value)
  return think === undefined
    ? refuse(report, name, `${name} must be one of ${[...efforts.keys()].join(', ')}.`)
    : { fields: { think } }
}

// Request parameters beside messages and tools, one line each (wire/parameters.ts handles all others). Model
// parameters are in `options`; a client may send each option at the top level too.
import type { Json } from '../../../compiler/source.ts'
import {
  as,
  between,
  numeric,
  oneChoice,
  outputLimit,
  type Place,
  placed,
  stopSequences,
  vendorOnly,
} from '../wire/conversions.ts'
import { asObject, isObject } from '../wire/json.ts'
import {
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  silentWhen,
  unchanged,
} from '../wire/parameters.ts'
import type { Report } from '../wire/report.ts'

const option =
  (name: string): Place =>
  value => ({ options: { [name]: value } })

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', elsewhere],
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
  ].map(name => [name, placed(option(name))] as const),
  ['n', oneChoice],
  ['response_format', responseFormat],
  ['reasoning_effort', effort],
  ...vendorOnly,
  ['parallel_tool_calls', silentWhen(true)],
  ['service_tier', silentWhen('auto')],
  // Last, so that native parameters take precedence over converted ones.
  ['options format keep_alive think truncate shift', unchanged],
]

/** A schema replaces a schema as a whole. */
export const convertParameters = parameterConverter(table, new Set(['format']))

/** The name and description of a schema have no equivalent. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return { becomes: as('format')('json') }
  const { schema } = asObject(described)
  return type === 'json_schema' && isObject(schema) ? { becomes: as('format')(schema) } : lost
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

function effort(value: Json, report: Report, name: string): Outcome {
  const think = efforts.get(value)
  return think === undefined
    ? refuse(report, name, `${name} must be one of ${[...efforts.keys()].join(', ')}.`)
    : { becomes: { think } }
}

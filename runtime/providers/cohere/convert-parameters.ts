// Request parameters beside messages and tools, one line each (wire/parameters.ts handles all others).
import type { Json } from '../../../compiler/source.ts'
import {
  as,
  between,
  oneChoice,
  outputLimit,
  placed,
  stopSequences,
  vendorOnly,
} from '../wire/conversions.ts'
import { asObject, isObject, present } from '../wire/json.ts'
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

const table: ParameterTable = [
  ['model messages stream stream_options tools tool_choice', elsewhere],
  ...outputLimit(as('max_tokens')),
  ['temperature', between(0, 2, as('temperature'))],
  ['top_p', between(0, 1, as('p'))],
  ['top_k', placed(as('k'))],
  ['frequency_penalty', between(0, 1, as('frequency_penalty'))],
  ['presence_penalty', between(0, 1, as('presence_penalty'))],
  ['seed', unchanged],
  ['n', oneChoice],
  ['stop', stopSequences(as('stop_sequences'))],
  ['response_format', responseFormat],
  ['reasoning_effort', effort],
  ...vendorOnly,
  ['parallel_tool_calls', silentWhen(true)],
  ['service_tier', silentWhen('auto')],
  // Last, so that native parameters take precedence over converted ones.
  ['k p documents citation_options safety_mode priority strict_tools stop_sequences', unchanged],
  ['thinking', thinking],
]

export const convertParameters = parameterConverter(table, new Set(['thinking']))

/** A schema is sent with the type `json_object`; its name and description have no equivalent. */
function responseFormat(value: Json): Outcome {
  const { type, json_schema: described } = asObject(value)
  if (type === 'text') return {}
  if (type === 'json_object') return { becomes: { response_format: value } }
  const { schema } = asObject(described)
  if (type !== 'json_schema' || !isObject(schema)) return lost
  return { becomes: { response_format: { type: 'json_object', json_schema: schema } } }
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

/** Thinking is on or off; its amount is a token budget, which efforts are not mapped to. */
function effort(value: Json, report: Report, name: string): Outcome {
  if (typeof value !== 'string' || !efforts.includes(value))
    return refuse(report, name, `${name} must be one of ${efforts.join(', ')}.`)
  if (value === 'none') return { becomes: { thinking: { type: 'disabled' } } }
  return { becomes: { thinking: { type: 'enabled' } }, loses: true }
}

/** Other dialects call the limit `budget_tokens`. */
function thinking(value: Json): Outcome {
  const { budget_tokens: budget, ...own } = asObject(value)
  return { becomes: { thinking: present({ token_budget: budget, ...own }) } }
}

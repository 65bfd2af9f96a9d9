// The parameters of a Messages request besides turns and tools, one row each (unknown ones are handled by
// wire/parameters.ts).
import type { Json } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import {
  type ConversionResult,
  DROPPED,
  handledElsewhere,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../wire/parameters.ts'

const PARAMETERS: ParameterTable<undefined> = [
  ['model messages system tools tool_choice', handledElsewhere],
  // The last two are chat extensions that native dialects may support.
  ['stream temperature top_p top_k cache_control', unchanged],
  ['max_tokens', outputLimit],
  ['stop_sequences', stopSequences],
  ['metadata', metadata],
  ['service_tier', serviceTier],
  ['thinking', thinking],
  // After thinking: an explicit effort takes precedence over one inferred from a budget.
  ['output_format', outputFormat],
  ['output_config', outputConfig],
  ['mcp_servers', mcpServers],
]

export const convertParameters = parameterConverter(PARAMETERS)

function outputLimit(value: Json, report: ReportConversionError): ConversionResult {
  return Number.isInteger(value) && Number(value) >= 1
    ? { fields: { max_completion_tokens: value } }
    : refuse(report, 'max_tokens', 'max_tokens must be a positive integer.')
}

function stopSequences(value: Json): ConversionResult {
  return asList(value).length === 0 ? {} : { fields: { stop: value } }
}

/** Longest `user` that the vendor accepts. */
const MAX_USER_LENGTH = 64

function metadata(value: Json): ConversionResult {
  const { user_id: user = null, ...others } = asObject(value)
  const fits = typeof user === 'string' && user.length <= MAX_USER_LENGTH
  const isLossy = Object.keys(others).length > 0 || (user !== null && !fits)
  return fits ? { fields: { user }, isLossy } : { isLossy }
}

/** `standard_only` is the vendor's default tier. */
function serviceTier(value: Json): ConversionResult {
  if (value === 'auto') return { fields: { service_tier: value } }
  return value === 'standard_only' ? { fields: { service_tier: 'default' } } : DROPPED
}

/** Kept as it is: it is converted to an effort once the target is known. */
function thinking(value: Json, report: ReportConversionError): ConversionResult {
  const { type, budget_tokens: budget } = asObject(value)
  const hasBudget = type === 'enabled' && asCount(budget) !== undefined
  if (!hasBudget && type !== 'disabled' && type !== 'adaptive')
    return refuse(report, 'thinking', 'thinking must be disabled, adaptive, or enabled with budget_tokens.')
  return { fields: { thinking: value } }
}

function outputConfig(value: Json, report: ReportConversionError): ConversionResult {
  const { effort, format = null, ...others } = asObject(value)
  const { fields } = format === null ? {} : outputFormat(format, report, 'output_config.format')
  return {
    fields: present({ reasoning_effort: effort ?? undefined, ...fields }),
    droppedParts: Object.keys(others),
  }
}

/** A chat requires a name for the schema. */
function outputFormat(value: Json, report: ReportConversionError, name: string): ConversionResult {
  const { type, schema } = asObject(value)
  if (type !== 'json_schema' || !isObject(schema))
    return refuse(report, name, `${name} must be a json_schema with a schema.`)
  return {
    fields: { response_format: { type, json_schema: { name: 'output', schema, strict: true } } },
  }
}

function mcpServers(value: Json, report: ReportConversionError): ConversionResult {
  const names = asList(value).map(server => asText(asObject(server)['name']) ?? '')
  if (names.length === 0) return {}
  return refuse(
    report,
    'mcp_servers',
    'mcp_servers are called by the vendor of this dialect and are not supported in chats.',
  )
}

// The parameters of a Messages request besides turns and tools, one row each (unknown ones are handled by
// providers/wire/parameters.ts).
import type { Json } from '../../../compiler/source.ts'
import { asCount, asList, asObject, asText, isObject, present } from '../../providers/wire/json.ts'
import {
  elsewhere,
  lost,
  type Outcome,
  type ParameterTable,
  parameterConverter,
  refuse,
  unchanged,
} from '../../providers/wire/parameters.ts'
import type { Report } from '../../providers/wire/report.ts'

const table: ParameterTable<undefined> = [
  ['model messages system tools tool_choice', elsewhere],
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
  ['mcp_servers', servers],
]

export const convertParameters = parameterConverter(table)

function outputLimit(value: Json, report: Report): Outcome {
  return Number.isInteger(value) && Number(value) >= 1
    ? { becomes: { max_completion_tokens: value } }
    : refuse(report, 'max_tokens', 'max_tokens must be a positive integer.')
}

function stopSequences(value: Json): Outcome {
  return asList(value).length === 0 ? {} : { becomes: { stop: value } }
}

/** Longest `user` that the vendor accepts. */
const LONGEST_USER = 64

function metadata(value: Json): Outcome {
  const { user_id: user = null, ...others } = asObject(value)
  const fits = typeof user === 'string' && user.length <= LONGEST_USER
  const loses = Object.keys(others).length > 0 || (user !== null && !fits)
  return fits ? { becomes: { user }, loses } : { loses }
}

/** `standard_only` is the vendor's default tier. */
function serviceTier(value: Json): Outcome {
  if (value === 'auto') return { becomes: { service_tier: value } }
  return value === 'standard_only' ? { becomes: { service_tier: 'default' } } : lost
}

/** Kept as it is: it is converted to an effort once the target is known. */
function thinking(value: Json, report: Report): Outcome {
  const { type, budget_tokens: budget } = asObject(value)
  const budgeted = type === 'enabled' && asCount(budget) !== undefined
  if (!budgeted && type !== 'disabled' && type !== 'adaptive')
    return refuse(report, 'thinking', 'thinking must be disabled, adaptive, or enabled with budget_tokens.')
  return { becomes: { thinking: value } }
}

function outputConfig(value: Json, report: Report): Outcome {
  const { effort, format = null, ...others } = asObject(value)
  const { becomes } = format === null ? {} : outputFormat(format, report, 'output_config.format')
  return {
    becomes: present({ reasoning_effort: effort ?? undefined, ...becomes }),
    loses: Object.keys(others).length > 0,
  }
}

/** A chat requires a name for the schema. */
function outputFormat(value: Json, report: Report, name: string): Outcome {
  const { type, schema } = asObject(value)
  if (type !== 'json_schema' || !isObject(schema))
    return refuse(report, name, `${name} must be a json_schema with a schema.`)
  return {
    becomes: { response_format: { type, json_schema: { name: 'output', schema, strict: true } } },
  }
}

function servers(value: Json, report: Report): Outcome {
  const names = asList(value).map(server => asText(asObject(server)['name']) ?? '')
  if (names.length === 0) return {}
  return refuse(
    report,
    'mcp_servers',
    'mcp_servers are called by the vendor of this dialect and are not supported in chats.',
  )
}

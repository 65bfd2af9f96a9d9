// The parameters of a message beside its turns and tools, one line each (providers/wire/parameters.ts says what becomes
// of those that no line knows).
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
  // The last two are extra words of chats: providers with a dialect of their own may know them.
  ['stream temperature top_p top_k cache_control', unchanged],
  ['max_tokens', outputLimit],
  ['stop_sequences', stopSequences],
  ['metadata', metadata],
  ['service_tier', serviceTier],
  ['thinking', thinking],
  // Behind thinking, because an effort that is named beats one that is inferred.
  ['output_format', outputFormat],
  ['output_config', outputConfig],
  ['mcp_servers', servers],
]

export const convertParameters = parameterConverter(table)

function outputLimit(value: Json, report: Report): Outcome {
  return Number.isInteger(value) && Number(value) >= 1
    ? { becomes: { max_completion_tokens: value } }
    : refuse(report, 'max_tokens', 'max_tokens is not a positive integer.')
}

function stopSequences(value: Json): Outcome {
  return asList(value).length === 0 ? {} : { becomes: { stop: value } }
}

/** The longest name of a user that the vendor takes. */
const LONGEST_USER = 64

function metadata(value: Json): Outcome {
  const { user_id: user = null, ...others } = asObject(value)
  const fits = typeof user === 'string' && user.length <= LONGEST_USER
  const loses = Object.keys(others).length > 0 || (user !== null && !fits)
  return fits ? { becomes: { user }, loses } : { loses }
}

/** The dialect's standard capacity alone is the vendor's default. */
function serviceTier(value: Json): Outcome {
  if (value === 'auto') return { becomes: { service_tier: value } }
  return value === 'standard_only' ? { becomes: { service_tier: 'default' } } : lost
}

/** The word stays: whether the target knows it, or an effort, is told when the target is known. */
function thinking(value: Json, report: Report): Outcome {
  const { type, budget_tokens: budget } = asObject(value)
  const budgeted = type === 'enabled' && asCount(budget) !== undefined
  if (!budgeted && type !== 'disabled' && type !== 'adaptive')
    return refuse(report, 'thinking', 'thinking is not disabled, adaptive, or enabled with budget_tokens.')
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

/** A chat wants a name for its schema. */
function outputFormat(value: Json, report: Report, name: string): Outcome {
  const { type, schema } = asObject(value)
  if (type !== 'json_schema' || !isObject(schema))
    return refuse(report, name, `${name} is not a json_schema with a schema.`)
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
    'mcp_servers are asked by the vendor of this dialect, and a chat has none.',
  )
}

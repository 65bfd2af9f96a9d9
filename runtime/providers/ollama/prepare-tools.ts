// Tools and tool choice. The dialect has no tool choice: `none` omits the tools, allowed tools are the only ones
// sent, and a forced call is not supported.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import { readToolChoice } from '../../wire/tool-choice.ts'

export interface PreparedTools {
  readonly tools: readonly JsonObject[] | undefined
  readonly dropped: readonly string[]
}

export function prepareTools(body: JsonObject, report: ReportConversionError): PreparedTools {
  const offered = asList(body['tools'])
  if (offered.length === 0) return { tools: undefined, dropped: [] }
  const { mode, name, allowed } = readToolChoice(body['tool_choice'], report)
  const allowedNames = name === undefined ? allowed : new Set([name])
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(tool => allowedNames?.has(tool.name) ?? true)
  if (tools.length === 0 && allowedNames !== undefined)
    report('tool_choice does not name any of the tools.', 'tool_choice')
  if (mode === 'none') return { tools: undefined, dropped: [] }
  const isForced = mode === 'required' || name !== undefined
  return { tools: tools.map(({ shape }) => shape), dropped: isForced ? ['tool_choice'] : [] }
}

interface NamedTool {
  readonly name: string
  readonly shape: JsonObject
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly NamedTool[] {
  const { name, description, parameters } = asObject(isObject(tool) ? tool['function'] : undefined)
  if (typeof name !== 'string') {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const offered = present({ name, description: asText(description), parameters: inputSchema(parameters) })
  return [{ name, shape: { type: 'function', function: offered } }]
}

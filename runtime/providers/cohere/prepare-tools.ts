// Tools and tool choice. The dialect can require some tool or none; a choice of one tool sends only that one.
// Strictness applies to all tools: what matches a strict schema matches the open one too.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'

/** The dialect's `tools`, `tool_choice` and `strict_tools`, as far as the request has them. */
export function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const allowedNames = choice.name === undefined ? choice.allowed : new Set([choice.name])
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(({ name }) => allowedNames?.has(name) ?? true)
  if (tools.length === 0 && allowedNames !== undefined)
    report('tool_choice does not name any of the tools.', 'tool_choice')
  return present({
    tools: tools.map(({ tool }) => tool),
    tool_choice: toToolChoice(choice),
    strict_tools: tools.some(({ strict }) => strict) ? true : undefined,
  })
}

interface PreparedTool {
  readonly name: string
  readonly strict: boolean
  readonly tool: JsonObject
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly PreparedTool[] {
  const { name, description, parameters, strict } = asObject(isObject(tool) ? tool['function'] : undefined)
  if (typeof name !== 'string') {
    report(`${path} must be a function with a name.`, path)
    return []
  }
  const offered = present({ name, description: asText(description), parameters: inputSchema(parameters) })
  return [{ name, strict: strict === true, tool: { type: 'function', function: offered } }]
}

const modes = { auto: undefined, required: 'REQUIRED', none: 'NONE' } as const

const toToolChoice = ({ mode, name }: ToolChoice): string | undefined =>
  name === undefined ? mode && modes[mode] : 'REQUIRED'

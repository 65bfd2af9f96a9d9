// Tools and the choice among them. The dialect knows calling some tool and calling none; a choice of one tool leaves
// that one alone. Strictness is said once for all tools: what fits a strict schema fits the open one too.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { inputSchema } from '../wire/input-schema.ts'
import { asList, asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { readToolChoice, type ToolChoice } from '../wire/tool-choice.ts'

/** `tools`, `tool_choice` and `strict_tools` of the dialect, as far as the request has them. */
export function prepareTools(body: JsonObject, report: Report): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const wanted = choice.name === undefined ? choice.allowed : new Set([choice.name])
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(({ name }) => wanted?.has(name) ?? true)
  if (tools.length === 0 && wanted !== undefined)
    report('tool_choice names no tool that is offered.', 'tool_choice')
  return present({
    tools: tools.map(({ tool }) => tool),
    tool_choice: calling(choice),
    strict_tools: tools.some(({ strict }) => strict) ? true : undefined,
  })
}

interface PreparedTool {
  readonly name: string
  readonly strict: boolean
  readonly tool: JsonObject
}

function convertTool(tool: Json, at: string, report: Report): readonly PreparedTool[] {
  const { name, description, parameters, strict } = asObject(isObject(tool) ? tool['function'] : undefined)
  if (typeof name !== 'string') {
    report(`${at} is not a function with a name.`, at)
    return []
  }
  const offered = present({ name, description: asText(description), parameters: inputSchema(parameters) })
  return [{ name, strict: strict === true, tool: { type: 'function', function: offered } }]
}

const modes = { auto: undefined, required: 'REQUIRED', none: 'NONE' } as const

const calling = ({ mode, name }: ToolChoice): string | undefined =>
  name === undefined ? mode && modes[mode] : 'REQUIRED'

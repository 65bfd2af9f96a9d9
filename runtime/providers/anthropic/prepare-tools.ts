// Tools and tool choice. Tools defined by the dialect itself (with a type of their own and no function) pass
// unchanged.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'

/** The dialect's `tools` and `tool_choice`, as far as the request has them. */
export function prepareTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const offered = asList(body['tools'])
  if (offered.length === 0) return {}
  const choice = readToolChoice(body['tool_choice'], report)
  const tools = offered
    .flatMap((tool, index) => convertTool(tool, `tools[${index}]`, report))
    .filter(tool => choice.allowed?.has(asText(tool['name']) ?? '') ?? true)
  return present({ tools, tool_choice: withParallel(toToolChoice(choice), body['parallel_tool_calls']) })
}

function convertTool(tool: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const offered = isObject(tool) ? tool['function'] : undefined
  if (isObject(tool) && isObject(offered) && typeof offered['name'] === 'string')
    return [
      present({
        name: offered['name'],
        description: asText(offered['description']),
        input_schema: inputSchema(offered['parameters']),
        strict: offered['strict'] === true ? true : undefined,
        cache_control: tool['cache_control'] ?? offered['cache_control'] ?? undefined,
      }),
    ]
  const isNative =
    isObject(tool) && typeof tool['name'] === 'string' && /_\d{8}$/.test(asText(tool['type']) ?? '')
  if (isNative) return [tool]
  report(`${path} must be a function with a name.`, path)
  return []
}

const modes = { auto: 'auto', required: 'any', none: 'none' } as const

function toToolChoice({ mode, name }: ToolChoice): JsonObject | undefined {
  return name === undefined ? mode && { type: modes[mode] } : { type: 'tool', name }
}

/** Calls are parallel unless forbidden; forbidding them requires a tool choice. */
function withParallel(choice: JsonObject | undefined, parallel: Json | undefined): JsonObject | undefined {
  if (parallel !== false || choice?.['type'] === 'none') return choice
  return { ...(choice ?? { type: 'auto' }), disable_parallel_tool_use: true }
}

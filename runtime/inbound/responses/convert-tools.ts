// Tools, tool choice and parallel tool calls. Tools that run at the vendor have no equivalent in a chat.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'

/** Chats accept a tool choice only together with tools. */
export function convertTools(body: JsonObject, report: ReportConversionError): JsonObject {
  const tools = asList(body['tools']).map((tool, index) => convertTool(tool, `tools[${index}]`, report))
  if (tools.length === 0) return {}
  return present({
    tools,
    tool_choice: convertChoice(body['tool_choice'] ?? null, report),
    parallel_tool_calls: body['parallel_tool_calls'] ?? undefined,
  })
}

function convertTool(tool: Json, path: string, report: ReportConversionError): JsonObject {
  const { type, name, description, parameters, strict, format } = asObject(tool)
  if (type === 'function' && typeof name === 'string')
    return {
      type,
      function: present({
        name,
        description: description ?? undefined,
        parameters: parameters ?? undefined,
        // Chats are not strict by default.
        strict: strict === true ? true : undefined,
      }),
    }
  if (type === 'custom' && typeof name === 'string')
    return {
      type,
      custom: present({
        name,
        description: description ?? undefined,
        format: isObject(format) ? customFormat(format) : undefined,
      }),
    }
  report(
    type === 'function' || type === 'custom'
      ? `${path} has no name.`
      : `${path} is of type ${quoted(asText(type) ?? '')}, which runs at the vendor and is not supported in chats.`,
    path,
  )
  return {}
}

function customFormat({ type, syntax, definition }: JsonObject): JsonObject | undefined {
  if (type !== 'grammar') return undefined
  return { type, grammar: present({ syntax, definition }) }
}

const CHOICE_MODES: readonly Json[] = ['auto', 'none', 'required']

function convertChoice(choice: Json, report: ReportConversionError): Json | undefined {
  if (choice === null) return undefined
  if (CHOICE_MODES.includes(choice)) return choice
  const { type, name, mode, tools } = asObject(choice)
  const named = readNamedTool(choice)
  if (named !== undefined && typeof name === 'string') return named
  const allowedTools = asList(tools).map(readNamedTool)
  if (type === 'allowed_tools' && allowedTools.length > 0 && allowedTools.every(tool => tool !== undefined))
    return { type, allowed_tools: { mode: mode ?? 'auto', tools: allowedTools } }
  report(
    'tool_choice must be auto, required, none, a function, a custom tool, or allowed_tools of these.',
    'tool_choice',
  )
  return undefined
}

/** A tool reference in a tool choice. */
function readNamedTool(tool: Json): JsonObject | undefined {
  const { type, name } = asObject(tool)
  if (typeof name !== 'string') return undefined
  if (type === 'function') return { type, function: { name } }
  return type === 'custom' ? { type, custom: { name } } : undefined
}

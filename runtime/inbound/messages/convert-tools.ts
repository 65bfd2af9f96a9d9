// Tools, tool choice and parallel tool calls. Tools that are defined or run by the vendor of the dialect have no
// equivalent in a chat; where Claude serves it, those that the client runs are kept as they are.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, present } from '../../../schemas/values/json.ts'
import { quoted } from '../../values/failures.ts'
import { isClaudeTool } from '../../wire/claude-tools.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import type { DroppedFields } from './dropped-fields.ts'

/** Chats accept a tool choice only together with tools. */
export function convertTools(
  body: JsonObject,
  servesClaude: boolean,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): JsonObject {
  const tools = asList(body['tools']).map((tool, index) =>
    servesClaude && isClaudeTool(asObject(tool))
      ? asObject(tool)
      : convertTool(tool, `tools[${index}]`, report, droppedFields),
  )
  if (tools.length === 0) return {}
  const choice = body['tool_choice'] ?? null
  return present({
    tools,
    tool_choice: choice === null ? undefined : convertChoice(choice, report),
    parallel_tool_calls: asObject(choice)['disable_parallel_tool_use'] === true ? false : undefined,
  })
}

function convertTool(
  tool: Json,
  path: string,
  report: ReportConversionError,
  droppedFields: DroppedFields,
): JsonObject {
  const {
    type = 'custom',
    name,
    description,
    input_schema: schema,
    strict,
    cache_control: cacheControl,
    ...others
  } = asObject(tool)
  if (type !== null && type !== 'custom') {
    report(
      `${path} is of type ${quoted(asText(type) ?? '')}, which is defined by the vendor of this dialect and not supported in chats.`,
      path,
    )
    return {}
  }
  if (typeof name !== 'string') {
    report(`${path} has no name.`, path)
    return {}
  }
  for (const other of Object.keys(others)) droppedFields.names.add(other)
  return present({
    type: 'function',
    function: present({
      name,
      description: description ?? undefined,
      parameters: schema ?? undefined,
      strict: strict === true ? true : undefined,
    }),
    cache_control: cacheControl ?? undefined,
  })
}

const CHOICE_MODES: ReadonlyMap<Json | undefined, string> = new Map([
  ['auto', 'auto'],
  ['any', 'required'],
  ['none', 'none'],
])

function convertChoice(choice: Json, report: ReportConversionError): Json | undefined {
  const { type, name } = asObject(choice)
  if (type === 'tool' && typeof name === 'string') return { type: 'function', function: { name } }
  const mode = CHOICE_MODES.get(type)
  if (mode === undefined) report('tool_choice must be auto, any, none, or a tool with a name.', 'tool_choice')
  return mode
}

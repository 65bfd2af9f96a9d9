// Tools, tool choice and parallel tool calls. Tools that are defined or run by the vendor of the dialect have no
// equivalent in a chat.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { quoted } from '../../failures.ts'
import { asList, asObject, asText, present } from '../../providers/wire/json.ts'
import type { Report } from '../../providers/wire/report.ts'
import type { Losses } from './losses.ts'

/** Chats accept a tool choice only together with tools. */
export function convertTools(body: JsonObject, report: Report, losses: Losses): JsonObject {
  const tools = asList(body['tools']).map((tool, index) =>
    convertTool(tool, `tools[${index}]`, report, losses),
  )
  if (tools.length === 0) return {}
  const choice = body['tool_choice'] ?? null
  return present({
    tools,
    tool_choice: choice === null ? undefined : convertChoice(choice, report),
    parallel_tool_calls: asObject(choice)['disable_parallel_tool_use'] === true ? false : undefined,
  })
}

function convertTool(tool: Json, at: string, report: Report, losses: Losses): JsonObject {
  const {
    type = 'custom',
    name,
    description,
    input_schema: schema,
    strict,
    cache_control: mark,
    ...others
  } = asObject(tool)
  if (type !== null && type !== 'custom') {
    report(
      `${at} is of type ${quoted(asText(type) ?? '')}, which is defined by the vendor of this dialect and not supported in chats.`,
      at,
    )
    return {}
  }
  if (typeof name !== 'string') {
    report(`${at} has no name.`, at)
    return {}
  }
  for (const other of Object.keys(others)) losses.add(other)
  return present({
    type: 'function',
    function: present({
      name,
      description: description ?? undefined,
      parameters: schema ?? undefined,
      strict: strict === true ? true : undefined,
    }),
    cache_control: mark ?? undefined,
  })
}

const modes: ReadonlyMap<Json | undefined, string> = new Map([
  ['auto', 'auto'],
  ['any', 'required'],
  ['none', 'none'],
])

function convertChoice(choice: Json, report: Report): Json | undefined {
  const { type, name } = asObject(choice)
  if (type === 'tool' && typeof name === 'string') return { type: 'function', function: { name } }
  const mode = modes.get(type)
  if (mode === undefined) report('tool_choice must be auto, any, none, or a tool with a name.', 'tool_choice')
  return mode
}

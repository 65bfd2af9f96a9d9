// Tools, tool choice and parallel tool calls. Custom tools become functions; tools of the vendor (search, shell, files,
// code, ...) have no equivalent in a chat: they are left out and named.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { customToolParameters } from '../custom-tools.ts'

/** Chats accept a tool choice only together with tools. `dropped` gets the names of what is left out. */
export function convertTools(
  body: JsonObject,
  report: ReportConversionError,
  dropped: Set<string>,
): JsonObject {
  const tools = asList(body['tools']).flatMap((tool, index) =>
    convertTool(tool, `tools[${index}]`, report, dropped),
  )
  const choice = convertChoice(body['tool_choice'] ?? null, report)
  if (choice === 'lost' || (tools.length === 0 && dropped.size > 0 && isForced(choice)))
    dropped.add('tool_choice')
  if (tools.length === 0) return {}
  return present({
    tools,
    tool_choice: choice === 'lost' ? undefined : choice,
    parallel_tool_calls: body['parallel_tool_calls'] ?? undefined,
  })
}

function convertTool(
  tool: Json,
  path: string,
  report: ReportConversionError,
  dropped: Set<string>,
): readonly JsonObject[] {
  const { type, name, description, parameters, strict, format } = asObject(tool)
  if (typeof type !== 'string') {
    report(`${path} has no type.`, path)
    return []
  }
  if (!CLIENT_TOOLS.includes(type)) {
    reportStores(tool, path, report)
    dropped.add(`tools.${type}`)
    return []
  }
  if (typeof name !== 'string') {
    report(`${path} has no name.`, path)
    return []
  }
  return [
    {
      type: 'function',
      function: present({
        name,
        description: description ?? undefined,
        parameters: type === 'custom' ? customToolParameters(asObject(format)) : (parameters ?? undefined),
        // Chats are not strict by default.
        strict: strict === true ? true : undefined,
      }),
    },
  ]
}

/** Reports tools that need files or containers stored at the vendor: without them the answer would lack the tool and give no reason. */
function reportStores(tool: Json, path: string, report: ReportConversionError): void {
  const { vector_store_ids: stores, container } = asObject(tool)
  if (asList(stores).length > 0)
    report(`${path} names vector stores that this provider does not have.`, `${path}.vector_store_ids`)
  if (typeof container === 'string')
    report(`${path} names a container that this provider does not have.`, `${path}.container`)
}

/** The tools that the client runs itself, whatever they do. */
const CLIENT_TOOLS: readonly string[] = ['function', 'custom']

const CHOICE_MODES: readonly Json[] = ['auto', 'none', 'required']

const isForced = (choice: Json | undefined): boolean =>
  choice !== undefined && choice !== 'auto' && choice !== 'none'

/** The choice in a chat; `lost` if it is a tool of the vendor, which is left out. */
function convertChoice(choice: Json, report: ReportConversionError): Json | 'lost' | undefined {
  if (choice === null) return undefined
  if (CHOICE_MODES.includes(choice)) return choice
  const named = readNamedTool(choice)
  if (named !== undefined) return named
  const { type, mode, tools } = asObject(choice)
  const offered = asList(tools)
  if (type === 'allowed_tools' && offered.every(tool => isVendorTool(tool) || readNamedTool(tool))) {
    const allowed = offered.flatMap(tool => readNamedTool(tool) ?? [])
    return allowed.length === 0 ? 'lost' : { type, allowed_tools: { mode: mode ?? 'auto', tools: allowed } }
  }
  if (isVendorTool(choice)) return 'lost'
  report(
    'tool_choice must be auto, required, none, a function, a custom tool, or allowed_tools of these.',
    'tool_choice',
  )
  return undefined
}

/** A tool that the vendor defines is referred to by its type. */
function isVendorTool(tool: Json): boolean {
  const { type } = asObject(tool)
  return typeof type === 'string' && type !== 'allowed_tools' && !CLIENT_TOOLS.includes(type)
}

/** A tool reference in a tool choice. */
function readNamedTool(tool: Json): JsonObject | undefined {
  const { type, name } = asObject(tool)
  if (typeof name !== 'string' || typeof type !== 'string' || !CLIENT_TOOLS.includes(type)) return undefined
  return { type: 'function', function: { name } }
}

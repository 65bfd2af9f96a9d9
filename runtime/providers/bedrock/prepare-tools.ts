// Tools and tool choice. Two restrictions of Converse are handled here: it has no `none` choice, and it requires
// tool declarations as soon as the history contains calls.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { cachePoint } from './convert-content.ts'

export interface PreparedTools {
  readonly toolConfig: JsonObject | undefined
  readonly dropped: readonly string[]
}

/** `messages` are the converted ones. */
export function prepareTools(
  body: JsonObject,
  messages: readonly JsonObject[],
  report: ReportConversionError,
): PreparedTools {
  const choice = readToolChoice(body['tool_choice'], report)
  const offered = asList(body['tools']).flatMap((tool, index) =>
    convertTool(tool, `tools[${index}]`, choice.allowed, report),
  )
  const calledNames = namesOfCalls(messages)
  if (offered.length === 0)
    return {
      toolConfig: calledNames.length === 0 ? undefined : { tools: calledNames.map(declareTool) },
      dropped: [],
    }
  // Omitting the tools is equivalent as long as no call has to be declared.
  if (choice.mode === 'none' && calledNames.length === 0) return { toolConfig: undefined, dropped: [] }
  return {
    toolConfig: present({ tools: offered, toolChoice: toToolChoice(choice) }),
    dropped: choice.mode === 'none' ? ['tool_choice'] : [],
  }
}

/** Native tools pass unchanged: objects with one of these properties, and without a type. */
const nativeTools = ['toolSpec', 'systemTool', 'cachePoint']

function convertTool(
  tool: Json,
  path: string,
  allowed: ToolChoice['allowed'],
  report: ReportConversionError,
): readonly JsonObject[] {
  const offered = isObject(tool) ? tool['function'] : undefined
  if (isObject(tool) && isObject(offered) && typeof offered['name'] === 'string') {
    if (allowed?.has(offered['name']) === false) return []
    const toolSpec = present({
      name: offered['name'],
      description: asText(offered['description'])?.trim() ? offered['description'] : undefined,
      inputSchema: { json: inputSchema(offered['parameters']) },
      strict: offered['strict'] === true ? true : undefined,
    })
    return [{ toolSpec }, ...cachePoint(tool['cache_control'] ?? offered['cache_control'])]
  }
  if (isObject(tool) && tool['type'] === undefined && nativeTools.some(name => isObject(tool[name])))
    return [tool]
  report(`${path} must be a function with a name.`, path)
  return []
}

/** The names of the called tools, without duplicates. */
function namesOfCalls(messages: readonly JsonObject[]): readonly string[] {
  const blocks = messages.flatMap(({ content }) => (isList(content) ? content : []))
  const names = blocks.map(block => asText(asObject(asObject(block)['toolUse'])['name']))
  return [...new Set(names.filter(name => name !== undefined))]
}

/** A declaration for a tool that is known only by its calls. */
const declareTool = (name: string): JsonObject => ({
  toolSpec: { name, inputSchema: { json: { type: 'object' } } },
})

const modes = { auto: { auto: {} }, required: { any: {} }, none: undefined } as const

function toToolChoice({ mode, name }: ToolChoice): JsonObject | undefined {
  return name === undefined ? mode && modes[mode] : { tool: { name } }
}

// Tools and tool choice. Two restrictions of Converse are handled here: it has no `none` choice, and it requires
// tool declarations as soon as the history contains calls. Tools that Claude defines itself, and its switch for parallel
// calls, are additional fields.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject, present } from '../../../schemas/values/json.ts'
import type { AdapterContext } from '../../values/adapter.ts'
import { isClaudeTool } from '../../wire/claude-tools.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { inputSchema } from '../../wire/input-schema.ts'
import { readToolChoice, type ToolChoice } from '../../wire/tool-choice.ts'
import { hasParallelSwitch, isClaude, singleCall } from './claude.ts'
import { cachePoint } from './convert-content.ts'

export interface PreparedTools {
  readonly toolConfig: JsonObject | undefined
  /** Fields beside it, for what Converse itself does not have. */
  readonly modelFields: JsonObject
  readonly dropped: readonly string[]
}

/** `messages` are the converted ones. */
export function prepareTools(
  body: JsonObject,
  messages: readonly JsonObject[],
  context: AdapterContext,
  report: ReportConversionError,
): PreparedTools {
  const choice = readToolChoice(body['tool_choice'], report)
  const all = asList(body['tools'])
  const claudeTools = isClaude(context) ? all.filter(isObject).filter(isClaudeTool) : []
  const offered = all.flatMap((tool, index) =>
    isObject(tool) && claudeTools.includes(tool)
      ? []
      : convertTool(tool, `tools[${index}]`, choice.allowed, report),
  )
  const calledNames = namesOfCalls(messages)
  const wantsSingle = body['parallel_tool_calls'] === false
  // Omitting the tools is equivalent as long as no call has to be declared.
  if (choice.mode === 'none' && calledNames.length === 0)
    return { toolConfig: undefined, modelFields: {}, dropped: [] }
  const tools = offered.length > 0 ? offered : declarations(calledNames, claudeTools)
  const toolChoice = toToolChoice(choice)
  const single =
    wantsSingle && all.length > 0 && hasParallelSwitch(context) ? singleCall(toolChoice) : undefined
  const isChoosable = offered.length > 0 && single === undefined
  const isLostChoice =
    choice.mode === 'none'
      ? offered.length > 0
      : claudeTools.length > 0 && offered.length === 0 && toolChoice !== undefined && choice.mode !== 'auto'
  return {
    toolConfig:
      tools.length === 0 ? undefined : present({ tools, toolChoice: isChoosable ? toolChoice : undefined }),
    modelFields: modelFields(claudeTools, single),
    dropped: [
      ...(isLostChoice ? ['tool_choice'] : []),
      ...(wantsSingle && single === undefined ? ['parallel_tool_calls'] : []),
    ],
  }
}

function modelFields(claudeTools: readonly JsonObject[], single: JsonObject | undefined): JsonObject {
  const tools = claudeTools.length === 0 ? {} : { tools: claudeTools }
  const fields = { ...tools, ...single }
  return Object.keys(fields).length === 0 ? {} : { additionalModelRequestFields: fields }
}

/** Tools that the request does not offer, and Converse requires because the history has calls. */
function declarations(
  calledNames: readonly string[],
  claudeTools: readonly JsonObject[],
): readonly JsonObject[] {
  const known = new Set(claudeTools.map(tool => asText(tool['name'])))
  const others = calledNames.filter(name => !known.has(name))
  return calledNames.length > 0 && others.length === 0
    ? [declareTool('unused', 'Does nothing. Never call it.')]
    : others.map(name => declareTool(name))
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

/** A declaration without parameters, such as for a tool that is known only by its calls. */
const declareTool = (name: string, description?: string): JsonObject => ({
  toolSpec: present({ name, description, inputSchema: { json: { type: 'object' } } }),
})

const modes = { auto: { auto: {} }, required: { any: {} }, none: undefined } as const

function toToolChoice({ mode, name }: ToolChoice): JsonObject | undefined {
  return name === undefined ? mode && modes[mode] : { tool: { name } }
}

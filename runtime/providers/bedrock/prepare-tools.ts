// Tools and the choice among them. Two demands of Converse are met here: it has no word for calling none, and it wants
// tools declared as soon as the history holds calls.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { inputSchema } from '../wire/input-schema.ts'
import { asList, asObject, asText, isList, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { readToolChoice, type ToolChoice } from '../wire/tool-choice.ts'
import { cachePoint } from './convert-content.ts'

export interface PreparedTools {
  readonly toolConfig: JsonObject | undefined
  readonly dropped: readonly string[]
}

/** `messages` are those of the dialect. */
export function prepareTools(
  body: JsonObject,
  messages: readonly JsonObject[],
  report: Report,
): PreparedTools {
  const choice = readToolChoice(body['tool_choice'], report)
  const offered = asList(body['tools']).flatMap((tool, index) =>
    convertTool(tool, `tools[${index}]`, choice.allowed, report),
  )
  const called = namesOfCalls(messages)
  if (offered.length === 0)
    return { toolConfig: called.length === 0 ? undefined : { tools: called.map(declared) }, dropped: [] }
  // Without tools none can be called, which says the same as long as no call has to be declared.
  if (choice.mode === 'none' && called.length === 0) return { toolConfig: undefined, dropped: [] }
  return {
    toolConfig: present({ tools: offered, toolChoice: calling(choice) }),
    dropped: choice.mode === 'none' ? ['tool_choice'] : [],
  }
}

/** Tools of the dialect pass as they are: they are objects with one of these, and without a type. */
const ownTools = ['toolSpec', 'systemTool', 'cachePoint']

function convertTool(
  tool: Json,
  at: string,
  allowed: ToolChoice['allowed'],
  report: Report,
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
  if (isObject(tool) && tool['type'] === undefined && ownTools.some(name => isObject(tool[name])))
    return [tool]
  report(`${at} is not a function with a name.`, at)
  return []
}

/** The names of the tools that were called, each once. */
function namesOfCalls(messages: readonly JsonObject[]): readonly string[] {
  const blocks = messages.flatMap(({ content }) => (isList(content) ? content : []))
  const names = blocks.map(block => asText(asObject(asObject(block)['toolUse'])['name']))
  return [...new Set(names.filter(name => name !== undefined))]
}

/** A tool of which nothing but its calls is known. */
const declared = (name: string): JsonObject => ({
  toolSpec: { name, inputSchema: { json: { type: 'object' } } },
})

const modes = { auto: { auto: {} }, required: { any: {} }, none: undefined } as const

function calling({ mode, name }: ToolChoice): JsonObject | undefined {
  return name === undefined ? mode && modes[mode] : { tool: { name } }
}

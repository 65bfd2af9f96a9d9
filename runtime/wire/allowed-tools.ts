// A choice among some of the tools, for providers that have no word for it: only those tools are sent.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject } from '../../schemas/values/json.ts'

const ALLOWED_TOOLS = new TextEncoder().encode('"allowed_tools"')

/** Whether a body may have such a choice: a native search, which also finds the word in other places. */
export const mentionsAllowedTools = (body: Uint8Array): boolean =>
  Buffer.prototype.includes.call(body, ALLOWED_TOOLS)

/** The tools and the choice to send; undefined for a chat with another choice. */
export function reduceAllowedTools(
  read: (name: string) => Json | undefined,
): Readonly<Record<'tools' | 'tool_choice', Json | undefined>> | undefined {
  const { type, allowed_tools: allowed } = asObject(read('tool_choice'))
  if (type !== 'allowed_tools' || !isObject(allowed)) return undefined
  const names = new Set(asList(allowed['tools']).map(nameOf))
  const offered = read('tools')
  const tools = isList(offered) ? offered.filter(tool => names.has(nameOf(tool))) : []
  // A choice without tools is an error, and so is an empty list of them.
  if (tools.length === 0) return { tools: undefined, tool_choice: undefined }
  return { tools, tool_choice: allowed['mode'] === 'required' ? 'required' : 'auto' }
}

function nameOf(tool: Json): string | undefined {
  const { function: called, custom } = asObject(tool)
  return asText((asObject(called) as JsonObject)['name']) ?? asText(asObject(custom)['name'])
}

// The tools of a chat, adapted to the model that serves it.
import type { Json } from '../../schemas/values/json.ts'
import { asList, asObject, asText, isList, isObject } from '../../schemas/values/json.ts'
import type { FamilyFacts } from '../values/family-facts.ts'
import type { ChatDraft } from './chat-draft.ts'

export function fitTools(chat: ChatDraft, { lacks }: FamilyFacts, refused: ReadonlySet<string>): void {
  if (lacks.includes('tools'))
    for (const name of ['tools', 'tool_choice', 'parallel_tool_calls']) chat.leaveOut(name)
  const choice = chat.value('tool_choice')
  if (choice === 'none' && refused.has('tool_choice'))
    // Without tools none is called, so nothing is lost.
    for (const name of ['tools', 'tool_choice']) chat.write(name, undefined)
  fitForcedTool(chat, lacks)
}

/** Whether a choice forces a tool call. */
export const isForced = (choice: Json | undefined): boolean => choice === 'required' || isObject(choice)

/** A forced tool call becomes optional if the model does not support forced calls. */
export function fitForcedTool(chat: ChatDraft, lacks: FamilyFacts['lacks']): void {
  if (!lacks.includes('forced-tool') || !isForced(chat.value('tool_choice'))) return
  chat.write('tool_choice', 'auto')
  chat.name('tool_choice')
}

const ALLOWED_TOOLS = new TextEncoder().encode('"allowed_tools"')

/** Whether a body may have such a choice: a native search, which also finds the word elsewhere. */
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
  return asText(asObject(called)['name']) ?? asText(asObject(custom)['name'])
}

/** Whether every object is closed and requires each of its properties, as some hosts require of strict schemas. */
export function isComplete(schema: Json): boolean {
  if (isList(schema)) return schema.every(isComplete)
  if (!isObject(schema)) return true
  const { properties, required, additionalProperties, enum: _, const: __, ...others } = schema
  const names = Object.keys(asObject(properties))
  const isObjectSchema = schema['type'] === 'object' || isObject(properties)
  const isWhole =
    !isObjectSchema ||
    (additionalProperties === false && names.every(name => asList(required).includes(name)))
  return (
    isWhole &&
    Object.values(asObject(properties)).every(isComplete) &&
    Object.values(others).every(isComplete)
  )
}

// The tools that a reply calls, read from a body that is logged: of chats, responses and messages, of Gemini and of Converse, whole or streamed.
import { isObject, type Json, parseJson } from '../../schemas/values/json.ts'

const MAX_TOOLS = 16
const MAX_NAME = 64
const MAX_DEPTH = 12

/** What every reply with a call has. */
const MARKS = ['"tool_calls"', '_use"', '_call"', '"functionCall"', '"toolUse"', '"function_call"']
/** Types of content of messages and of items of responses that are a call of a tool by its name. */
const TYPES: ReadonlySet<Json | undefined> = new Set([
  'tool_use',
  'server_tool_use',
  'mcp_tool_use',
  'function_call',
  'custom_tool_call',
  'mcp_call',
])
/** Fields whose value is a call. */
const FIELDS: ReadonlySet<string> = new Set(['functionCall', 'toolUse', 'function_call'])

const decoder = new TextDecoder('utf-8')

/** Names without repetitions, in the order of their first calls; undefined without any. */
export function calledTools(reply: Uint8Array): readonly string[] | undefined {
  const text = decoder.decode(reply)
  const hasMark = (part: string): boolean => MARKS.some(mark => part.includes(mark))
  if (!hasMark(text)) return undefined
  const names = new Set<string>()
  const whole = parseJson(text)
  if (whole !== undefined) walk(whole, names, 0)
  else
    for (const line of text.split('\n'))
      if (line.startsWith('data:') && hasMark(line)) walk(parseJson(line.slice(5)), names, 0)
  return names.size === 0 ? undefined : [...names]
}

function walk(value: Json | undefined, names: Set<string>, depth: number): void {
  if (depth > MAX_DEPTH) return
  if (Array.isArray(value)) for (const item of value) walk(item, names, depth + 1)
  if (!isObject(value)) return
  // The input of a call may be anything.
  if (TYPES.has(value['type'])) return add(value['name'], names)
  for (const [field, part] of Object.entries(value)) {
    if (field === 'tool_calls' && Array.isArray(part)) for (const call of part) addCall(call, names)
    else if (FIELDS.has(field) && isObject(part)) add(part['name'], names)
    else if (typeof part === 'object') walk(part, names, depth + 1)
  }
}

/** A call of a chat: of a function, or of a custom tool. */
function addCall(call: Json, names: Set<string>): void {
  if (!isObject(call)) return
  for (const part of [call['function'], call['custom']]) if (isObject(part)) add(part['name'], names)
}

function add(name: Json | undefined, names: Set<string>): void {
  if (typeof name === 'string' && name !== '' && names.size < MAX_TOOLS) names.add(name.slice(0, MAX_NAME))
}

// The tools of a request for a response, and the function that a chat offers for each: functions and custom tools, those of
// namespaces, the search for tools that the client runs, and what that search has loaded in the history.
//
// A chat has no namespaces, so a function has the name of its namespace before its own; calls of it get both back. Names have at most
// 64 characters, as in the chats of OpenAI, in Converse and at Gemini; a response takes 128 (FunctionToolParam of OpenAI's OpenAPI document).
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject } from '../../../schemas/values/json.ts'
import { hashCallId } from '../../wire/tool-call-ids.ts'
import type { CalledTool, ToolNames } from '../output/output-part.ts'

/** A tool that the client runs. */
export interface ClientTool extends CalledTool {
  readonly declared: JsonObject
  /** The location of the declaration in the request. */
  readonly path: string
  /** The description of its namespace, at the first tool of it. */
  readonly introduction: string | undefined
  /** The name of its function in the chat. */
  readonly offered: string
}

export interface OfferedTools {
  readonly tools: readonly ClientTool[]
  /** The name in the chat of a tool, whether or not it is offered: a history may have calls of others. */
  readonly offeredName: (name: string, namespace?: string) => string
  /** The tools behind the names of the chat. */
  readonly called: ToolNames
}

/** The function for the search that the client runs. */
export const SEARCH = 'tool_search'

const MAX_LENGTH = 64

export function offeredTools({ tools, input }: JsonObject): OfferedTools {
  const own = declaredTools(tools, 'tools')
  const known = new Set(own.map(keyOf))
  const loaded = asList(input).flatMap((item, index) => loadedTools(item, `input[${index}]`))
  const all = [...own, ...loaded.filter(tool => isNew(tool, known))]
  const called = new Map<string, CalledTool>()
  const names = new Map<string, string>()
  // Names without a namespace come first: they are what the model and the client know.
  for (const tool of [...all.filter(isPlain), ...all.filter(each => !isPlain(each))]) {
    if (names.has(keyOf(tool))) continue
    const name = freeName(tool, called)
    names.set(keyOf(tool), name)
    called.set(name, tool)
  }
  const offeredName = (name: string, namespace?: string): string =>
    names.get(keyOf({ name, namespace })) ?? freeName({ name, namespace }, called)
  return {
    tools: all.map(tool => ({ ...tool, offered: offeredName(tool.name, tool.namespace) })),
    offeredName,
    called,
  }
}

type Declared = Omit<ClientTool, 'offered'>

const keyOf = ({ name, namespace = '' }: Pick<CalledTool, 'name' | 'namespace'>): string =>
  `${namespace}\0${name}`

const isPlain = ({ namespace }: Declared): boolean => namespace === undefined

function isNew(tool: Declared, known: Set<string>): boolean {
  const key = keyOf(tool)
  if (known.has(key)) return false
  known.add(key)
  return true
}

/** The joined name; with a hash where it is too long, or another tool has it. */
function freeName({ name, namespace }: Pick<CalledTool, 'name' | 'namespace'>, taken: ToolNames): string {
  const joined = namespace === undefined ? name : `${namespace}${namespace.endsWith('__') ? '' : '__'}${name}`
  // The alphabet of names is that of functions; a namespace may have others.
  const accepted = namespace === undefined ? joined : joined.replace(/[^a-zA-Z0-9_-]/g, '_')
  if (accepted.length <= MAX_LENGTH && !taken.has(accepted)) return accepted
  const hash = hashCallId(keyOf({ name, namespace }))
  return `${accepted.slice(0, MAX_LENGTH - hash.length - 1)}_${hash}`
}

function declaredTools(tools: Json | undefined, path: string): readonly Declared[] {
  return asList(tools).flatMap((tool, index) => declaredTool(asObject(tool), `${path}[${index}]`))
}

function declaredTool(declared: JsonObject, path: string): readonly Declared[] {
  const { type, description } = declared
  const name = asText(declared['name'])
  if (isClientSearch(declared)) return [{ ...NAMELESS, declared, path, name: SEARCH, kind: 'search' }]
  if (type === 'namespace' && name !== undefined) {
    const inner = declaredTools(declared['tools'], `${path}.tools`)
    return inner.map((tool, index) => ({
      ...tool,
      namespace: name,
      introduction: index === 0 ? asText(description) : undefined,
    }))
  }
  if (name === undefined || (type !== 'function' && type !== 'custom')) return []
  return [{ ...NAMELESS, declared, path, name, kind: type }]
}

const NAMELESS = { namespace: undefined, introduction: undefined } as const

/** A search that the vendor runs is the default. */
export const isOfClient = ({ execution }: JsonObject): boolean => execution === 'client'

const isClientSearch = (tool: JsonObject): boolean => tool['type'] === SEARCH && isOfClient(tool)

/** The tools that an item of the input adds. */
function loadedTools(item: Json, path: string): readonly Declared[] {
  if (!isObject(item)) return []
  const { type, tools } = item
  const isLoaded = type === 'additional_tools' || (type === 'tool_search_output' && isOfClient(item))
  return isLoaded ? declaredTools(tools, `${path}.tools`) : []
}

/** The names in the chat of declared tools. */
export const namesOfTools = (
  tools: Json | undefined,
  offeredName: OfferedTools['offeredName'],
): readonly string[] => declaredTools(tools, '').map(({ name, namespace }) => offeredName(name, namespace))

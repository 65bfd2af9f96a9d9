// Providers in the dialects of Anthropic, OpenAI and Google for agents that are run as they are shipped: the model calls a tool of the agent
// that reads a file, and then answers with the word in it. Any request is accepted, since what is right is seen by what the agent does.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../schemas/values/json.ts'
import { anthropicMessages } from '../support/dialects/anthropic-messages.ts'
import { gemini } from '../support/dialects/gemini.ts'
import { openaiChat } from '../support/dialects/openai-chat.ts'
import type { ModelAnswer, ModelInput } from '../support/dialects/scripted-model.ts'
import type { Dialect, ProviderRequest } from '../support/dialects/serve.ts'
import { strictResponses } from '../support/dialects/strict-responses.ts'
import { type Provider, runProvider } from '../support/running-gateway.ts'

/** The file that the model wants to read, below the folder of the agent, and the word in it. */
export const NOTE = 'note.txt'
export const WORD = 'quicksilver'

interface OfferedTool {
  readonly name: string
  readonly schema: JsonObject
}

interface AgentRequest {
  readonly model: string
  readonly stream: boolean
  readonly tools: readonly OfferedTool[]
  /** The texts of tool results. */
  readonly results: readonly string[]
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))

/** A tool as any dialect writes it; tools of a namespace are called by both names. */
function toolsOf(written: unknown): readonly OfferedTool[] {
  return asList(written)
    .map(asObject)
    .flatMap((tool): readonly OfferedTool[] => {
      const declared = tool['functionDeclarations'] ?? tool['function_declarations']
      if (declared !== undefined) return toolsOf(declared)
      const inner = tool['function'] === undefined ? tool : asObject(tool['function'])
      const name = asText(inner['name'])
      const schema =
        inner['input_schema'] ?? inner['parameters'] ?? inner['parametersJsonSchema'] ?? undefined
      return name === undefined || schema === undefined ? [] : [{ name, schema: asObject(schema) }]
    })
}

const readers: Readonly<Record<string, (request: ProviderRequest) => AgentRequest>> = {
  messages: ({ body }) => ({
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    tools: toolsOf(body['tools']),
    results: asList(body['messages'])
      .flatMap(message => asList(asObject(message)['content']))
      .map(asObject)
      .filter(block => block['type'] === 'tool_result')
      .map(block => textOf(block['content'])),
  }),
  chat: ({ body }) => ({
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    tools: toolsOf(body['tools']),
    results: asList(body['messages'])
      .map(asObject)
      .filter(message => message['role'] === 'tool')
      .map(message => textOf(message['content'])),
  }),
  responses: ({ body }) => ({
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    tools: toolsOf(body['tools']),
    results: asList(body['input'])
      .map(asObject)
      .filter(item => String(item['type']).endsWith('_call_output'))
      .map(item => textOf(item['output'])),
  }),
  gemini: ({ path, body }) => ({
    model: /\/models\/([^/:]+)/.exec(path)?.[1] ?? '',
    stream: path.includes(':stream'),
    tools: toolsOf(body['tools']),
    results: asList(body['contents'])
      .flatMap(content => asList(asObject(content)['parts']))
      .map(part => asObject(part)['functionResponse'])
      .filter(response => response !== undefined)
      .map(response => textOf(asObject(response)['response'])),
  }),
}

const COMMAND = /bash|shell|exec|command|terminal/i
const READ = /read|view|cat/i
const TEXT = `cat ${NOTE}`

/** The call of a tool that runs a command, or else of one that reads a file; undefined if the agent offers neither. */
function callOf({ tools, results }: AgentRequest): ModelAnswer['calls'] {
  const round = results.length
  const runs = tools.find(({ name, schema }) => COMMAND.test(name) && commandField(schema) !== undefined)
  const reads = tools.find(({ name, schema }) => READ.test(name) && pathField(schema) !== undefined)
  const chosen = runs ?? reads
  if (chosen === undefined || round > 3) return []
  const { name, schema } = chosen
  const field = (runs === undefined ? pathField : commandField)(schema) ?? ''
  const properties = asObject(schema['properties'])
  const args = Object.fromEntries(
    [field, ...asList(schema['required']).map(String)].map(property => [
      property,
      property === field
        ? wanted(asObject(properties[property]), runs === undefined ? NOTE : TEXT)
        : filled(asObject(properties[property])),
    ]),
  )
  return [{ name, args }]
}

const fieldOf =
  (names: readonly string[]) =>
  (schema: JsonObject): string | undefined =>
    names.find(name => asObject(schema['properties'])[name] !== undefined)
const commandField = fieldOf(['command', 'cmd', 'commands', 'script'])
const pathField = fieldOf(['file_path', 'filePath', 'filepath', 'absolute_path', 'path', 'paths', 'files'])

const isType = ({ type, anyOf }: JsonObject, name: string): boolean =>
  type === name || asList(type).includes(name) || asList(anyOf).some(each => asObject(each)['type'] === name)

const wanted = (schema: JsonObject, text: string): JsonObject[string] => {
  if (!isType(schema, 'array')) return text
  const items = asObject(schema['items'])
  return [
    text.includes(' ') &&
    items['type'] === 'string' &&
    !/shell|command line/i.test(String(schema['description']))
      ? text
      : text,
  ]
}

const filled = (schema: JsonObject): JsonObject[string] => {
  const [choice] = asList(schema['enum'])
  if (choice !== undefined) return choice as string
  if (isType(schema, 'boolean')) return false
  if (isType(schema, 'number') || isType(schema, 'integer')) return 10_000
  if (isType(schema, 'array')) return []
  return isType(schema, 'object') ? {} : 'Read the note'
}

function answerTo(request: AgentRequest): ModelAnswer {
  const { results, tools } = request
  if (results.some(result => result.includes(WORD)))
    return { thought: undefined, text: `The word is ${WORD}.`, calls: [] }
  const calls = tools.length === 0 ? [] : callOf(request)
  return {
    thought: undefined,
    text: calls.length > 0 ? 'Let me read the note.' : 'A note',
    calls,
  }
}

type Writes = Pick<Dialect, 'wholeReply' | 'events' | 'streamType'>
interface Route {
  readonly path: RegExp
  readonly reads: (request: ProviderRequest) => AgentRequest
  readonly writes: Writes
}

const ROUTES: readonly Route[] = [
  { path: /\/messages(\?|$)/, reads: readers['messages']!, writes: anthropicMessages },
  { path: /\/chat\/completions(\?|$)/, reads: readers['chat']!, writes: openaiChat },
  { path: /\/responses(\?|$)/, reads: readers['responses']!, writes: strictResponses },
  { path: /:(streamGenerateContent|generateContent)/, reads: readers['gemini']!, writes: gemini },
]

/** A provider that has every dialect; `seen` gets a line for each request. */
export function runScriptedProvider(seen: (line: string, body: JsonObject) => void): Promise<Provider> {
  return runProvider(({ method = '', url: path = '', headers }, response, bytes) => {
    const body = asObject(bytes.length === 0 ? {} : JSON.parse(bytes.toString()))
    const request: ProviderRequest = { method, path, headers, bytes, body }
    const json = (status: number, value: JsonObject): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
    // It has no WebSocket.
    if (headers.upgrade !== undefined) return json(426, {})
    if (path.includes('count_tokens')) return json(200, { input_tokens: 1234 })
    if (path.includes(':countTokens')) return json(200, { totalTokens: 1234 })
    const route = ROUTES.find(each => each.path.test(path))
    if (route === undefined) {
      seen(`${method} ${path} 404`, body)
      return json(404, { error: { message: `Nothing is at ${path}.`, type: 'not_found_error' } })
    }
    const read = route.reads(request)
    const answer = answerTo(read)
    seen(
      `${method} ${path} ${read.tools.length} tools ${read.results.length} results → ${answer.calls[0]?.name ?? answer.text}`,
      body,
    )
    const input: ModelInput = {
      ...{ model: read.model, stream: read.stream, userText: '', thinks: false, schema: false },
      tools: read.tools.map(({ name }) => name),
      results: read.results,
      usage: asObject(body['stream_options'])['include_usage'] === true,
    }
    if (!read.stream) return json(200, route.writes.wholeReply(answer, input))
    response.writeHead(200, { 'content-type': route.writes.streamType })
    for (const event of route.writes.events(answer, input)) response.write(event)
    response.end()
  })
}

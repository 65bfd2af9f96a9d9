// A strict Cohere Chat API, version 2: a plan with tool calls, results by id, named events.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { type HistoryTurn, lastUserText, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { inPieces, type ModelAnswer, type ModelInput, USAGE } from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  ...['model', 'messages', 'stream', 'tools', 'tool_choice', 'strict_tools', 'response_format', 'max_tokens'],
  ...['temperature', 'p', 'k', 'seed', 'stop_sequences', 'frequency_penalty', 'presence_penalty', 'thinking'],
]

const plain = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map(part => asText(asObject(part)['text']) ?? '')
    .join('')

export function cohereTurns(messages: unknown, { demand, only }: Demands): readonly HistoryTurn[] {
  const turns: HistoryTurn[] = []
  for (const [index, message] of asList(messages).map(asObject).entries()) {
    const at = `messages[${index}]`
    only(message, ['role', 'content', 'tool_plan', 'tool_calls', 'tool_call_id'], at)
    const { role = null, content = '', tool_plan: text = '' } = message
    const calls = asList(message['tool_calls']).map(asObject)
    const last = turns.at(-1)
    if (role === 'tool') {
      const result = { id: asText(message['tool_call_id']) ?? '', text: plain(content) }
      if (last?.kind === 'results')
        turns[turns.length - 1] = { kind: 'results', results: [...last.results, result] }
      else turns.push({ kind: 'results', results: [result] })
    } else if (role === 'assistant' && calls.length > 0) {
      const past = calls.map(call => {
        const { name = '', arguments: written = '' } = asObject(call['function'])
        return {
          id: asText(call['id']) ?? '',
          name: String(name),
          args: asObject(parseJson(String(written))),
        }
      })
      turns.push({ kind: 'calls', text: plain(text), calls: past })
    } else {
      demand(['user', 'system', 'assistant'].includes(String(role)), `${at}.role is unknown.`)
      turns.push({ kind: role === 'assistant' ? 'assistant' : 'user', text: plain(content) })
    }
  }
  return turns
}

function parseRequest({ path, headers, body }: ProviderRequest, demands: Demands): ModelInput {
  const { demand, only } = demands
  demand(path === '/v2/chat', `There is nothing at ${path}.`)
  demand(headers.authorization === 'Bearer cohere-key', 'The token is missing.')
  only(body, KNOWN, 'the body')
  const tools = asList(body['tools']).map(asObject)
  for (const tool of tools) {
    only(tool, ['type', 'function'], 'a tool')
    only(tool['function'], ['name', 'description', 'parameters'], 'a function')
  }
  const turns = cohereTurns(body['messages'], demands)
  return {
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    userText: lastUserText(turns),
    tools: tools.map(tool => asText(asObject(tool['function'])['name']) ?? ''),
    results: resultsOf(turns, demands),
    thinks: false,
    schema: asObject(body['response_format'])['json_schema'] !== undefined,
  }
}

const counts = { input_tokens: USAGE.prompt, output_tokens: USAGE.completion }
const usage = { billed_units: counts, tokens: counts }
const reasonOf = ({ calls }: ModelAnswer): string => (calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE')
const idOf = (input: ModelInput, name: string, index: number): string =>
  `${name}_${input.results.length}${index}`

function wholeReply(answer: ModelAnswer, input: ModelInput): JsonObject {
  const { text, calls } = answer
  const toolCalls = calls.map(({ name, args }, index) => ({
    id: idOf(input, name, index),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const content =
    calls.length > 0 ? { tool_plan: text, tool_calls: toolCalls } : { content: [{ type: 'text', text }] }
  return { id: 'c-1', message: { role: 'assistant', ...content }, finish_reason: reasonOf(answer), usage }
}

function events(answer: ModelAnswer, input: ModelInput): readonly string[] {
  const { text, calls } = answer
  const event = (type: string, message: JsonObject, index = 0) => ({ type, index, delta: { message } })
  const texts = inPieces(text)
  const eventList: readonly JsonObject[] = [
    { id: 'c-1', ...event('message-start', { role: 'assistant', content: [] }) },
    ...(calls.length > 0
      ? texts.map(piece => event('tool-plan-delta', { tool_plan: piece }))
      : [
          event('content-start', { content: { type: 'text', text: '' } }),
          ...texts.map(piece => event('content-delta', { content: { text: piece } })),
          { type: 'content-end', index: 0 },
        ]),
    ...calls.flatMap(({ name, args }, index) => [
      event(
        'tool-call-start',
        {
          tool_calls: { id: idOf(input, name, index), type: 'function', function: { name, arguments: '' } },
        },
        index,
      ),
      ...inPieces(JSON.stringify(args)).map(piece =>
        event('tool-call-delta', { tool_calls: { function: { arguments: piece } } }, index),
      ),
      { type: 'tool-call-end', index },
    ]),
    { type: 'message-end', delta: { finish_reason: reasonOf(answer), usage } },
  ]
  return [
    ...eventList.map(each => `event: ${String(each['type'])}\ndata: ${JSON.stringify(each)}\n\n`),
    'data: [DONE]\n\n',
  ]
}

export const cohereChat: Dialect = {
  parseRequest,
  wholeReply,
  events,
  streamType: 'text/event-stream',
  error: (_status, message) => ({ id: 'e-1', message }),
}

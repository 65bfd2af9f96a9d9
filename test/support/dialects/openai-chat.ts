// A strict OpenAI Chat Completions API. Unknown fields of messages are ignored: its own SDK sends `parsed` and
// `parsed_arguments` back. Unknown fields of the body are rejected.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { type HistoryTurn, lastUserText, type PastCall, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { inPieces, type ModelAnswer, type ModelInput, USAGE } from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  ...['model', 'messages', 'stream', 'stream_options', 'tools', 'tool_choice', 'parallel_tool_calls'],
  ...['response_format', 'max_completion_tokens', 'max_tokens', 'temperature', 'top_p', 'n', 'stop', 'user'],
  ...['reasoning_effort', 'metadata', 'service_tier', 'verbosity', 'seed', 'store', 'safety_identifier'],
  ...['prompt_cache_key', 'logprobs', 'top_logprobs', 'logit_bias', 'presence_penalty', 'frequency_penalty'],
]

/** The plain text of a content that is a string or text parts. */
const plain = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map(part => asText(asObject(part)['text']) ?? '')
    .join('')

function callOf(call: JsonObject, at: string, { demand }: Demands): PastCall {
  const named = asObject(call['function'])
  const written = asText(named['arguments'])
  demand(call['type'] === 'function' && written !== undefined, `${at} is not a function call.`)
  return {
    id: asText(call['id']) ?? '',
    name: asText(named['name']) ?? '',
    args: asObject(parseJson(written ?? '')),
  }
}

function turnsOf(messages: unknown, demands: Demands): readonly HistoryTurn[] {
  const turns: HistoryTurn[] = []
  for (const [index, message] of asList(messages).map(asObject).entries()) {
    const at = `messages[${index}]`
    const text = plain(message['content'])
    const calls = asList(message['tool_calls']).map(asObject)
    const last = turns.at(-1)
    if (message['role'] === 'tool') {
      const result = { id: asText(message['tool_call_id']) ?? '', text }
      if (last?.kind === 'results')
        turns[turns.length - 1] = { kind: 'results', results: [...last.results, result] }
      else turns.push({ kind: 'results', results: [result] })
    } else if (message['role'] === 'assistant') {
      demands.demand(message['tool_calls'] === undefined || calls.length > 0, `${at}.tool_calls is empty.`)
      turns.push(
        calls.length === 0
          ? { kind: 'assistant', text }
          : {
              kind: 'calls',
              text,
              calls: calls.map((call, n) => callOf(call, `${at}.tool_calls[${n}]`, demands)),
            },
      )
    } else {
      demands.demand(
        ['user', 'system', 'developer'].includes(String(message['role'])),
        `${at}.role is unknown.`,
      )
      turns.push({ kind: 'user', text })
    }
  }
  return turns
}

function parseRequest({ headers, body }: ProviderRequest, demands: Demands): ModelInput {
  const { demand, only } = demands
  demand(headers.authorization === 'Bearer openai-key', 'The key is missing.')
  only(body, KNOWN, 'the body')
  const tools = asList(body['tools']).map(asObject)
  for (const [index, tool] of tools.entries()) {
    only(tool, ['type', 'function'], `tools[${index}]`)
    only(tool['function'], ['name', 'description', 'parameters', 'strict'], `tools[${index}].function`)
  }
  demand(body['tools'] === undefined || tools.length > 0, 'tools is empty.')
  demand(tools.length > 0 || body['tool_choice'] === undefined, 'tool_choice requires tools.')
  demand(tools.length > 0 || body['parallel_tool_calls'] === undefined, 'parallel_tool_calls requires tools.')
  demand(body['stream'] === true || body['stream_options'] === undefined, 'stream_options requires stream.')
  const format = asObject(body['response_format'])
  if (format['type'] === 'json_schema')
    demand(asText(asObject(format['json_schema'])['name']) !== undefined, 'The schema has no name.')
  const turns = turnsOf(body['messages'], demands)
  return {
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    userText: lastUserText(turns),
    tools: tools.map(tool => asText(asObject(tool['function'])['name']) ?? ''),
    results: resultsOf(turns, demands),
    thinks: false,
    schema: format['type'] === 'json_schema',
    usage: asObject(body['stream_options'])['include_usage'] === true,
  }
}

const head = ({ model }: ModelInput, object: string) => ({
  id: 'chatcmpl-1',
  object,
  created: 1_700_000_000,
  model,
})

const usage = {
  prompt_tokens: USAGE.prompt,
  completion_tokens: USAGE.completion,
  total_tokens: USAGE.prompt + USAGE.completion,
  prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
}

const idOf = (input: ModelInput, index: number): string => `call_${input.results.length}_${index}`

function wholeReply({ text, calls }: ModelAnswer, input: ModelInput): JsonObject {
  const toolCalls = calls.map(({ name, args }, index) => ({
    id: idOf(input, index),
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  }))
  const message = { role: 'assistant', content: text, refusal: null, annotations: [] }
  return {
    ...head(input, 'chat.completion'),
    choices: [
      {
        index: 0,
        message: calls.length > 0 ? { ...message, tool_calls: toolCalls } : message,
        logprobs: null,
        finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      },
    ],
    usage,
    service_tier: 'default',
    system_fingerprint: 'fp_1',
  }
}

function events({ text, calls }: ModelAnswer, input: ModelInput): readonly string[] {
  const deltas: JsonObject[] = [
    { role: 'assistant', content: '', refusal: null },
    ...inPieces(text).map(content => ({ content })),
    ...calls.flatMap(({ name, args }, index) => [
      {
        tool_calls: [{ index, id: idOf(input, index), type: 'function', function: { name, arguments: '' } }],
      },
      ...inPieces(JSON.stringify(args)).map(piece => ({
        tool_calls: [{ index, function: { arguments: piece } }],
      })),
    ]),
  ]
  const choice = (delta: JsonObject, finish: string | null) => [
    { index: 0, delta, logprobs: null, finish_reason: finish },
  ]
  const first = { ...head(input, 'chat.completion.chunk'), ...(input.usage ? { usage: null } : {}) }
  return [
    ...deltas.map(delta => ({ ...first, choices: choice(delta, null), obfuscation: 'x1y2' })),
    { ...first, choices: choice({}, calls.length > 0 ? 'tool_calls' : 'stop') },
    ...(input.usage ? [{ ...first, choices: [], usage }] : []),
    '[DONE]',
  ].map(event => `data: ${typeof event === 'string' ? event : JSON.stringify(event)}\n\n`)
}

export const openaiChat: Dialect = {
  parseRequest,
  wholeReply,
  events,
  streamType: 'text/event-stream; charset=utf-8',
  error: (status, message) => ({
    error: {
      message,
      type: status === 400 ? 'invalid_request_error' : 'server_error',
      param: null,
      code: status === 401 ? 'invalid_api_key' : null,
    },
  }),
}

// A strict Anthropic Messages API: results immediately and first in their turn, signed thinking, no unknown fields.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText } from '../../../schemas/values/json.ts'
import { type HistoryTurn, lastUserText, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { inPieces, type ModelAnswer, type ModelInput, signed, USAGE } from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  ...['model', 'messages', 'max_tokens', 'system', 'stream', 'tools', 'tool_choice', 'thinking', 'metadata'],
  ...['temperature', 'top_p', 'top_k', 'stop_sequences', 'output_config', 'service_tier', 'cache_control'],
]
const BLOCKS: Readonly<Record<string, readonly string[]>> = {
  text: ['text', 'citations'],
  thinking: ['thinking', 'signature'],
  redacted_thinking: ['data'],
  tool_use: ['id', 'name', 'input', 'caller'],
  tool_result: ['tool_use_id', 'content', 'is_error'],
}

/** The blocks of a turn, with known types and fields. */
function blocksOf(content: unknown, at: string, { demand, only }: Demands): readonly JsonObject[] {
  const text = asText(content)
  const blocks = text === undefined ? asList(content).map(asObject) : [{ type: 'text', text }]
  demand(blocks.length > 0, `${at} has no content.`)
  for (const [index, block] of blocks.entries()) {
    const known = BLOCKS[String(block['type'])]
    demand(known !== undefined, `${at}[${index}] is of an unknown type.`)
    only(block, ['type', 'cache_control', ...(known ?? [])], `${at}[${index}]`)
    if (block['type'] === 'text') demand(block['text'] !== '', `${at}[${index}] is an empty text.`)
    if (block['type'] === 'thinking')
      demand(
        block['signature'] === signed(String(block['thinking'])),
        `${at}[${index}] has a wrong signature.`,
      )
  }
  return blocks
}

const textIn = (blocks: readonly JsonObject[]): string =>
  blocks.map(block => asText(block['type'] === 'text' ? block['text'] : '') ?? '').join('')

/** The turns of a request. `thinks`: the last tool calls must follow their thinking. */
export function anthropicTurns(messages: unknown, thinks: boolean, demands: Demands): readonly HistoryTurn[] {
  const { demand } = demands
  const turns = asList(messages).map(asObject)
  return turns.flatMap((turn, index): readonly HistoryTurn[] => {
    const at = `messages.${index}`
    demands.only(turn, ['role', 'content'], at)
    const blocks = blocksOf(turn['content'], `${at}.content`, demands)
    const text = textIn(blocks)
    if (turn['role'] === 'assistant') {
      const uses = blocks.filter(block => block['type'] === 'tool_use')
      const calls = uses.map(use => ({
        id: asText(use['id']) ?? '',
        name: asText(use['name']) ?? '',
        args: asObject(use['input']),
      }))
      for (const { id } of calls) demand(/^[a-zA-Z0-9_-]+$/.test(id), `${at}: ${id} is not a valid id.`)
      if (calls.length === 0) return [{ kind: 'assistant', text }]
      const last = index === turns.length - 2
      if (thinks && last)
        demand(/thinking/.test(String(blocks[0]?.['type'])), `${at} must start with its thinking.`)
      return [{ kind: 'calls', text, calls }]
    }
    demand(turn['role'] === 'user', `${at}.role is unknown.`)
    const results = blocks.filter(block => block['type'] === 'tool_result')
    const first = blocks.slice(0, results.length)
    demand(
      first.every(block => block['type'] === 'tool_result'),
      `${at}: results do not come first.`,
    )
    const toolResults = results.map((result, place) => ({
      id: asText(result['tool_use_id']) ?? '',
      text: textIn(blocksOf(result['content'], `${at}.content.${place}.content`, demands)),
    }))
    return [
      ...(toolResults.length > 0 ? [{ kind: 'results' as const, results: toolResults }] : []),
      ...(text === '' ? [] : [{ kind: 'user' as const, text }]),
    ]
  })
}

function parseRequest({ headers, body }: ProviderRequest, demands: Demands): ModelInput {
  const { demand, only } = demands
  demand(headers['x-api-key'] === 'anthropic-key', 'x-api-key is missing.')
  demand(headers.authorization === undefined, 'Two credentials.')
  demand(
    /^(?:2023-06-01|2026-10-21)$/.test(String(headers['anthropic-version'])),
    'anthropic-version is missing.',
  )
  only(body, KNOWN, 'the body')
  demand(typeof body['max_tokens'] === 'number', 'max_tokens: Field required')
  demand(Number(body['temperature'] ?? 0) <= 1, 'temperature is above 1.')
  const tools = asList(body['tools']).map(asObject)
  for (const [index, tool] of tools.entries()) {
    only(
      tool,
      ['type', 'name', 'description', 'input_schema', 'strict', 'cache_control', 'eager_input_streaming'],
      `tools.${index}`,
    )
    demand(asObject(tool['input_schema'])['type'] === 'object', `tools.${index} has no object schema.`)
  }
  if (body['tool_choice'] !== undefined) demand(tools.length > 0, 'tool_choice requires tools.')
  const thinks = ['enabled', 'adaptive'].includes(String(asObject(body['thinking'])['type']))
  if (body['system'] !== undefined) blocksOf(body['system'], 'system', demands)
  const format = asObject(asObject(body['output_config'])['format'])
  if (format['type'] === 'json_schema')
    demand(asObject(format['schema'])['additionalProperties'] === false, 'The schema is not closed.')
  const history = anthropicTurns(body['messages'], thinks, demands)
  demand(history[0]?.kind === 'user', 'The first message is not a user message.')
  return {
    model: asText(body['model']) ?? '',
    stream: body['stream'] === true,
    userText: lastUserText(history),
    tools: tools.map(tool => asText(tool['name']) ?? ''),
    results: resultsOf(history, demands),
    thinks,
    schema: format['type'] === 'json_schema',
  }
}

const usage = { input_tokens: USAGE.prompt, output_tokens: USAGE.completion, cache_read_input_tokens: 0 }

function blocksOfAnswer({ thought, text, calls }: ModelAnswer, input: ModelInput): readonly JsonObject[] {
  return [
    ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought, signature: signed(thought) }]),
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, args }, index) => ({
      type: 'tool_use',
      id: `toolu_${input.results.length}_${index}`,
      name,
      input: args,
    })),
  ]
}

const messageOf = (answer: ModelAnswer, input: ModelInput) => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: input.model,
  content: blocksOfAnswer(answer, input),
  stop_reason: answer.calls.length > 0 ? 'tool_use' : 'end_turn',
  stop_sequence: null,
  usage,
})

/** The start of a block, and its deltas. */
function inDeltas(block: JsonObject): readonly [started: JsonObject, pieces: readonly JsonObject[]] {
  const of = (name: string, type: string): readonly JsonObject[] =>
    inPieces(String(block[name])).map(piece => ({ type, [name]: piece }))
  if (block['type'] === 'text') return [{ ...block, text: '' }, of('text', 'text_delta')]
  if (block['type'] === 'thinking') {
    const signature = { type: 'signature_delta', signature: String(block['signature']) }
    return [{ ...block, thinking: '', signature: '' }, [...of('thinking', 'thinking_delta'), signature]]
  }
  const written = ['', ...inPieces(JSON.stringify(block['input']))]
  return [{ ...block, input: {} }, written.map(piece => ({ type: 'input_json_delta', partial_json: piece }))]
}

function events(answer: ModelAnswer, input: ModelInput): readonly string[] {
  const { content, stop_reason, ...message } = messageOf(answer, input)
  const eventList: readonly JsonObject[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'ping' },
    ...content.flatMap((block, index) => {
      const [started, pieces] = inDeltas(block)
      return [
        { type: 'content_block_start', index, content_block: started },
        ...pieces.map(delta => ({ type: 'content_block_delta', index, delta })),
        { type: 'content_block_stop', index },
      ]
    }),
    { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]
  return eventList.map(event => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`)
}

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  429: 'rate_limit_error',
}

export const anthropicMessages: Dialect = {
  parseRequest,
  wholeReply: messageOf,
  events,
  streamType: 'text/event-stream; charset=utf-8',
  error: (status, message) => ({
    type: 'error',
    error: { type: TYPES[status] ?? 'overloaded_error', message },
    request_id: 'req_1',
  }),
}

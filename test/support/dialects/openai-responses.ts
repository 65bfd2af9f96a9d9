// A strict OpenAI Responses API: items in and out, named and numbered events, and responses that are stored unless
// the client opts out, so that later requests can reference them.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, parseJson } from '../../../schemas/values/json.ts'
import { type HistoryTurn, lastUserText, type PastCall, type PastResult, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { inPieces, type ModelAnswer, type ModelInput, USAGE } from './scripted-model.ts'
import type { Dialect, ProviderRequest } from './serve.ts'

const KNOWN = [
  ...['model', 'input', 'instructions', 'stream', 'store', 'tools', 'tool_choice', 'parallel_tool_calls'],
  ...['text', 'reasoning', 'include', 'max_output_tokens', 'temperature', 'top_p', 'user', 'metadata'],
  ...['previous_response_id', 'truncation', 'service_tier', 'prompt_cache_key', 'safety_identifier'],
]

const plain = (content: unknown): string =>
  asText(content) ??
  asList(content)
    .map(part => asText(asObject(part)['text']) ?? '')
    .join('')

const headOf = ({ model }: ModelInput): JsonObject => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model,
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
})

function itemsOf({ text, calls }: ModelAnswer, input: ModelInput): readonly JsonObject[] {
  const round = input.results.length
  return [
    {
      id: `msg_${round}`,
      type: 'message',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text, annotations: [], logprobs: [] }],
    },
    ...calls.map(({ name, args }, index) => ({
      id: `fc_${round}_${index}`,
      type: 'function_call',
      call_id: `call_${round}_${index}`,
      name,
      arguments: JSON.stringify(args),
      status: 'completed',
    })),
  ]
}

const usage = {
  input_tokens: USAGE.prompt,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: USAGE.completion,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: USAGE.prompt + USAGE.completion,
}

/** The events of an item: added, deltas, done. */
function itemEvents(item: JsonObject, index: number): readonly JsonObject[] {
  const at = { item_id: asText(item['id']) ?? '', output_index: index }
  const isCall = item['type'] === 'function_call'
  const [part = {}] = asList(item['content']).map(asObject)
  const text = plain(isCall ? item['arguments'] : item['content'])
  const name = isCall ? 'function_call_arguments' : 'output_text'
  const more = isCall ? {} : { content_index: 0, logprobs: [] }
  const started = isCall ? { ...item, arguments: '' } : { ...item, content: [] }
  const pieces = inPieces(text).map(delta => ({ type: `response.${name}.delta`, ...at, ...more, delta }))
  const inside = [
    ...pieces,
    { type: `response.${name}.done`, ...at, ...more, [isCall ? 'arguments' : 'text']: text },
  ]
  const partEvent = (type: string, inner: JsonObject) => ({ type, ...at, content_index: 0, part: inner })
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...started, status: 'in_progress' } },
    ...(isCall
      ? inside
      : [
          partEvent('response.content_part.added', { ...part, text: '' }),
          ...inside,
          partEvent('response.content_part.done', part),
        ]),
    { type: 'response.output_item.done', output_index: index, item },
  ]
}

/** An API that stores its responses. */
export function openaiResponses(): Dialect {
  const stored = new Map<string, JsonObject>()

  function turnsOf(input: unknown, demands: Demands): readonly HistoryTurn[] {
    const text = asText(input)
    const items = text === undefined ? asList(input).map(asObject) : [{ role: 'user', content: text }]
    const turns: HistoryTurn[] = []
    for (const [index, written] of items.entries()) {
      const isReference = written['type'] === 'item_reference'
      const item = isReference ? asObject(stored.get(String(written['id']))) : written
      demands.demand(item['type'] !== undefined || item['role'] !== undefined, `input[${index}] is unknown.`)
      const last = turns.at(-1)
      if (item['type'] === 'function_call') {
        const call: PastCall = {
          id: asText(item['call_id']) ?? '',
          name: asText(item['name']) ?? '',
          args: asObject(parseJson(String(item['arguments']))),
        }
        if (last?.kind === 'calls') turns[turns.length - 1] = { ...last, calls: [...last.calls, call] }
        else if (last?.kind === 'assistant')
          turns[turns.length - 1] = { kind: 'calls', text: last.text, calls: [call] }
        else turns.push({ kind: 'calls', text: '', calls: [call] })
      } else if (item['type'] === 'function_call_output') {
        const result: PastResult = { id: asText(item['call_id']) ?? '', text: plain(item['output']) }
        if (last?.kind === 'results')
          turns[turns.length - 1] = { kind: 'results', results: [...last.results, result] }
        else turns.push({ kind: 'results', results: [result] })
      } else {
        const kind = item['role'] === 'assistant' ? 'assistant' : 'user'
        turns.push({ kind, text: plain(item['content']) })
      }
    }
    return turns
  }

  function parseRequest({ headers, body }: ProviderRequest, demands: Demands): ModelInput {
    const { demand, only } = demands
    demand(headers.authorization === 'Bearer openai-key', 'The key is missing.')
    only(body, KNOWN, 'the body')
    const tools = asList(body['tools']).map(asObject)
    for (const tool of tools) only(tool, ['type', 'name', 'description', 'parameters', 'strict'], 'a tool')
    const turns = turnsOf(body['input'], demands)
    return {
      model: asText(body['model']) ?? '',
      stream: body['stream'] === true,
      userText: lastUserText(turns),
      tools: tools.map(tool => asText(tool['name']) ?? ''),
      results: resultsOf(turns, demands),
      thinks: false,
      schema: asObject(asObject(body['text'])['format'])['type'] === 'json_schema',
    }
  }

  function wholeReply(answer: ModelAnswer, input: ModelInput): JsonObject {
    const output = itemsOf(answer, input)
    for (const item of output) stored.set(String(item['id']), item)
    return { ...headOf(input), status: 'completed', output, usage }
  }

  function events(answer: ModelAnswer, input: ModelInput): readonly string[] {
    const completed = wholeReply(answer, input)
    const started = { ...headOf(input), status: 'in_progress', output: [], usage: null }
    const eventList: readonly JsonObject[] = [
      { type: 'response.created', response: started },
      { type: 'response.in_progress', response: started },
      ...itemsOf(answer, input).flatMap(itemEvents),
      { type: 'response.completed', response: completed },
    ]
    return eventList.map((event, index) => {
      const written = JSON.stringify({ ...event, sequence_number: index })
      return `event: ${String(event['type'])}\ndata: ${written}\n\n`
    })
  }

  return {
    parseRequest,
    wholeReply,
    events,
    streamType: 'text/event-stream; charset=utf-8',
    error: (_status, message) => ({
      error: { message, type: 'invalid_request_error', param: null, code: null },
    }),
  }
}

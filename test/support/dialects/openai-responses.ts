// A strict OpenAI Responses API: items in and out, named and numbered events, and responses that are stored unless
// the client opts out, so that later requests can reference them.
import type { JsonObject } from '../../../compiler/source.ts'
import { asList, asObject, asText, parseJson } from '../../../runtime/providers/wire/json.ts'
import { type Beat, lastSaid, type PastCall, type PastResult, resultsOf } from './conversation.ts'
import type { Demands } from './demands.ts'
import { type Answer, type Heard, inPieces, USAGE } from './model.ts'
import type { Asked, Dialect } from './serve.ts'

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

const headOf = ({ model }: Heard): JsonObject => ({
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

function itemsOf({ text, calls }: Answer, heard: Heard): readonly JsonObject[] {
  const round = heard.results.length
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
  const begun = isCall ? { ...item, arguments: '' } : { ...item, content: [] }
  const pieces = inPieces(text).map(delta => ({ type: `response.${name}.delta`, ...at, ...more, delta }))
  const inside = [
    ...pieces,
    { type: `response.${name}.done`, ...at, ...more, [isCall ? 'arguments' : 'text']: text },
  ]
  const around = (type: string, inner: JsonObject) => ({ type, ...at, content_index: 0, part: inner })
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...begun, status: 'in_progress' } },
    ...(isCall
      ? inside
      : [
          around('response.content_part.added', { ...part, text: '' }),
          ...inside,
          around('response.content_part.done', part),
        ]),
    { type: 'response.output_item.done', output_index: index, item },
  ]
}

/** An API that stores its responses. */
export function openaiResponses(): Dialect {
  const kept = new Map<string, JsonObject>()

  function beatsOf(input: unknown, demands: Demands): readonly Beat[] {
    const text = asText(input)
    const items = text === undefined ? asList(input).map(asObject) : [{ role: 'user', content: text }]
    const beats: Beat[] = []
    for (const [index, written] of items.entries()) {
      const named = written['type'] === 'item_reference'
      const item = named ? asObject(kept.get(String(written['id']))) : written
      demands.demand(item['type'] !== undefined || item['role'] !== undefined, `input[${index}] is unknown.`)
      const last = beats.at(-1)
      if (item['type'] === 'function_call') {
        const call: PastCall = {
          id: asText(item['call_id']) ?? '',
          name: asText(item['name']) ?? '',
          args: asObject(parseJson(String(item['arguments']))),
        }
        if (last?.kind === 'calls') beats[beats.length - 1] = { ...last, calls: [...last.calls, call] }
        else if (last?.kind === 'assistant')
          beats[beats.length - 1] = { kind: 'calls', text: last.text, calls: [call] }
        else beats.push({ kind: 'calls', text: '', calls: [call] })
      } else if (item['type'] === 'function_call_output') {
        const result: PastResult = { id: asText(item['call_id']) ?? '', text: plain(item['output']) }
        if (last?.kind === 'results')
          beats[beats.length - 1] = { kind: 'results', results: [...last.results, result] }
        else beats.push({ kind: 'results', results: [result] })
      } else {
        const kind = item['role'] === 'assistant' ? 'assistant' : 'user'
        beats.push({ kind, text: plain(item['content']) })
      }
    }
    return beats
  }

  function hear({ headers, body }: Asked, demands: Demands): Heard {
    const { demand, only } = demands
    demand(headers.authorization === 'Bearer openai-key', 'The key is missing.')
    only(body, KNOWN, 'the body')
    const tools = asList(body['tools']).map(asObject)
    for (const tool of tools) only(tool, ['type', 'name', 'description', 'parameters', 'strict'], 'a tool')
    const beats = beatsOf(body['input'], demands)
    return {
      model: asText(body['model']) ?? '',
      stream: body['stream'] === true,
      said: lastSaid(beats),
      tools: tools.map(tool => asText(tool['name']) ?? ''),
      results: resultsOf(beats, demands),
      thinks: false,
      schema: asObject(asObject(body['text'])['format'])['type'] === 'json_schema',
    }
  }

  function whole(answer: Answer, heard: Heard): JsonObject {
    const output = itemsOf(answer, heard)
    for (const item of output) kept.set(String(item['id']), item)
    return { ...headOf(heard), status: 'completed', output, usage }
  }

  function events(answer: Answer, heard: Heard): readonly string[] {
    const completed = whole(answer, heard)
    const begun = { ...headOf(heard), status: 'in_progress', output: [], usage: null }
    const told: readonly JsonObject[] = [
      { type: 'response.created', response: begun },
      { type: 'response.in_progress', response: begun },
      ...itemsOf(answer, heard).flatMap(itemEvents),
      { type: 'response.completed', response: completed },
    ]
    return told.map((event, index) => {
      const written = JSON.stringify({ ...event, sequence_number: index })
      return `event: ${String(event['type'])}\ndata: ${written}\n\n`
    })
  }

  return {
    hear,
    whole,
    events,
    streamType: 'text/event-stream; charset=utf-8',
    error: (_status, message) => ({
      error: { message, type: 'invalid_request_error', param: null, code: null },
    }),
  }
}

// The answers of a Responses API that stores nothing: reasoning with its encrypted content, messages, calls of functions and of custom
// tools.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asText } from '../../../schemas/values/json.ts'
import { inPieces, type ModelAnswer, type ModelInput, signed, USAGE } from './scripted-model.ts'
import type { Dialect } from './serve.ts'

const usage = {
  input_tokens: USAGE.prompt,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: USAGE.completion,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: USAGE.prompt + USAGE.completion,
}

/** The name of the tool that takes a text. */
export const CUSTOM_TOOL = 'apply_patch'

/** A tool of a namespace, under the name that a chat has for it. */
export const NAMESPACED_TOOL = 'mcp__github__list_issues'
const NAMESPACED = { namespace: 'mcp__github', name: 'list_issues' }

function itemsOf({ thought, text, calls }: ModelAnswer, round: number): readonly JsonObject[] {
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }]
  return [
    ...(thought === undefined
      ? []
      : [
          {
            id: `rs_${round}`,
            type: 'reasoning',
            summary: [{ type: 'summary_text', text: thought }],
            encrypted_content: signed('reasoning'),
          },
        ]),
    ...(text === ''
      ? []
      : [{ id: `msg_${round}`, type: 'message', role: 'assistant', status: 'completed', content }]),
    ...calls.map(({ name, args }, index): JsonObject => {
      const names = name === NAMESPACED_TOOL ? NAMESPACED : { name }
      const shared = { call_id: `call_${round}_${index}`, ...names, status: 'completed' }
      return name === CUSTOM_TOOL
        ? { id: `ctc_${round}_${index}`, type: 'custom_tool_call', ...shared, input: String(args['input']) }
        : { id: `fc_${round}_${index}`, type: 'function_call', ...shared, arguments: JSON.stringify(args) }
    }),
  ]
}

/** The text of an item that streams, and the names of its events. */
const STREAMED: Readonly<Record<string, readonly [field: string, event: string]>> = {
  function_call: ['arguments', 'function_call_arguments'],
  custom_tool_call: ['input', 'custom_tool_call_input'],
}

function itemEvents(item: JsonObject, output_index: number): readonly JsonObject[] {
  const at = { item_id: item['id'] ?? null, output_index }
  const streamed = STREAMED[String(item['type'])]
  const added = (started: JsonObject): JsonObject => ({
    type: 'response.output_item.added',
    output_index,
    item: started,
  })
  const done = { type: 'response.output_item.done', output_index, item }
  if (streamed !== undefined) {
    const [field, event] = streamed
    const text = asText(item[field]) ?? ''
    return [
      added({ ...item, [field]: '', status: 'in_progress' }),
      ...inPieces(text).map(delta => ({ type: `response.${event}.delta`, ...at, delta })),
      { type: `response.${event}.done`, ...at, [field]: text },
      done,
    ]
  }
  if (item['type'] === 'reasoning') return [added({ ...item, summary: [] }), done]
  const [part] = item['content'] as readonly [JsonObject]
  const inner = { ...at, content_index: 0 }
  return [
    added({ ...item, content: [], status: 'in_progress' }),
    { type: 'response.content_part.added', ...inner, part: { ...part, text: '' } },
    ...inPieces(String(part['text'])).map(delta => ({
      type: 'response.output_text.delta',
      ...inner,
      delta,
      logprobs: [],
    })),
    { type: 'response.output_text.done', ...inner, text: part['text'] ?? '', logprobs: [] },
    { type: 'response.content_part.done', ...inner, part },
    done,
  ]
}

function wholeReply(answer: ModelAnswer, { model, results }: ModelInput): JsonObject {
  return {
    id: `resp_${results.length}`,
    object: 'response',
    created_at: 1_700_000_000,
    model,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    parallel_tool_calls: true,
    temperature: 1,
    tool_choice: 'auto',
    tools: [],
    top_p: 1,
    store: false,
    output: itemsOf(answer, results.length),
    usage,
  }
}

export const strictResponses: Pick<Dialect, 'wholeReply' | 'events' | 'streamType'> = {
  wholeReply,
  events: (answer, input) => {
    const completed = wholeReply(answer, input)
    const started = { ...completed, status: 'in_progress', output: [], usage: null }
    const events: readonly JsonObject[] = [
      { type: 'response.created', response: started },
      { type: 'response.in_progress', response: started },
      ...itemsOf(answer, input.results.length).flatMap(itemEvents),
      { type: 'response.completed', response: completed },
    ]
    return events.map((event, index) => {
      const written = JSON.stringify({ ...event, sequence_number: index })
      return `event: ${String(event['type'])}\ndata: ${written}\n\n`
    })
  },
  streamType: 'text/event-stream; charset=utf-8',
}

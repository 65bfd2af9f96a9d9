// Responses: their events aggregated into the response, which the last event holds, and the response as events again.
import {
  asList,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../schemas/values/json.ts'
import { encodeTyped } from '../../streams/server-sent-events.ts'
import type { StreamAggregator } from './stream-format.ts'

const FINAL_EVENTS: ReadonlySet<string> = new Set(['response.completed', 'response.incomplete'])
const ERROR_EVENTS: ReadonlySet<string> = new Set(['error', 'response.failed', 'response.cancelled'])

export function aggregateResponse(): StreamAggregator {
  let response: JsonObject | undefined
  let state: ReturnType<StreamAggregator['state']> = 'open'
  let heldCharacters = 0
  return {
    add: ({ event, data: text }, value) => {
      if (state !== 'open') return
      const type = event ?? typeOf(text)
      if (ERROR_EVENTS.has(type)) state = 'failed'
      if (!FINAL_EVENTS.has(type)) return
      const finalEvent = value ?? parseJson(text)
      const finalResponse = isObject(finalEvent) ? finalEvent['response'] : undefined
      state = isObject(finalResponse) ? 'complete' : 'failed'
      if (isObject(finalResponse)) response = finalResponse
      heldCharacters = text.length
    },
    state: () => state,
    size: () => heldCharacters,
    reply: () => (response === undefined ? undefined : { reply: response, hasUsage: true }),
  }
}

/** The type from the JSON of an event, for providers that do not name their events. */
const typeOf = (text: string): string => /"type"\s*:\s*"([\w.]+)"/.exec(text)?.[1] ?? ''

/** A response that failed, was cancelled or is still running in the background is not final. */
export const isFinalResponse = (status: Json | undefined): boolean =>
  status === 'completed' || status === 'incomplete'

/**
 * A response → its stream events. Each item is added empty, filled by one delta and done; items of unknown
 * types are sent complete.
 */
export function toResponseEvents(response: JsonObject): readonly Uint8Array[] | undefined {
  const { status, output } = response
  if (!isFinalResponse(status) || !isList(output)) return undefined
  const started = {
    ...response,
    status: 'in_progress',
    output: [],
    usage: null,
    completed_at: null,
    incomplete_details: null,
  }
  const events: readonly ItemEvent[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...output.filter(isObject).flatMap(responseItemEvents),
    { type: `response.${asText(status)}`, response },
  ]
  return events.map((event, sequenceNumber) => encodeTyped(withSequenceNumber(event, sequenceNumber)))
}

const withSequenceNumber = ({ type, ...fields }: ItemEvent, sequenceNumber: number): ItemEvent => ({
  type,
  sequence_number: sequenceNumber,
  ...fields,
})

interface ItemEvent {
  readonly type: string
  readonly [field: string]: Json
}

/** One output item of a response as events. */
function responseItemEvents(item: JsonObject, outputIndex: number): readonly ItemEvent[] {
  const location = { item_id: asText(item['id']) ?? '', output_index: outputIndex }
  return [
    { type: 'response.output_item.added', output_index: outputIndex, item: emptyItem(item) },
    ...contentEvents(item).map(({ type, ...fields }) => ({
      type: `response.${type}`,
      ...location,
      ...fields,
    })),
    { type: 'response.output_item.done', output_index: outputIndex, item },
  ]
}

/** The item at its start, without content. */
function emptyItem(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'reasoning': {
      const { encrypted_content: _sealed, ...fields } = item
      return { ...fields, summary: [], ...('content' in item ? { content: [] } : {}) }
    }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' }
    default:
      return item
  }
}

function contentEvents(item: JsonObject): readonly ItemEvent[] {
  const parts = asList(item['content']).filter(isObject)
  switch (item['type']) {
    case 'message':
      return parts.flatMap(partEvents)
    case 'reasoning':
      return [
        ...asList(item['summary']).filter(isObject).flatMap(summaryEvents),
        ...parts.flatMap(partEvents),
      ]
    case 'function_call':
      return textEvents(
        'function_call_arguments',
        'arguments',
        item['arguments'],
        {},
        { name: item['name'] ?? '' },
      )
    case 'custom_tool_call':
      return textEvents('custom_tool_call_input', 'input', item['input'], {})
    default:
      return []
  }
}

/** A delta with the full text, and its done event. */
function textEvents(
  name: string,
  field: string,
  value: Json | undefined,
  location: JsonObject,
  doneFields: JsonObject = {},
): readonly ItemEvent[] {
  const text = asText(value) ?? ''
  const { logprobs } = doneFields
  const delta = logprobs === undefined ? { delta: text } : { delta: text, logprobs }
  return [
    ...(text === '' ? [] : [{ type: `${name}.delta`, ...location, ...delta }]),
    { type: `${name}.done`, ...location, [field]: text, ...doneFields },
  ]
}

function partEvents(part: JsonObject, index: number): readonly ItemEvent[] {
  const location = { content_index: index }
  const withPartEvents = (empty: JsonObject, events: readonly ItemEvent[]): readonly ItemEvent[] => [
    { type: 'content_part.added', ...location, part: { ...part, ...empty } },
    ...events,
    { type: 'content_part.done', ...location, part },
  ]
  switch (part['type']) {
    case 'output_text': {
      const citations = asList(part['annotations'])
      const logprobs = asList(part['logprobs'])
      const [delta, done] = splitDone(textEvents('output_text', 'text', part['text'], location, { logprobs }))
      return withPartEvents({ text: '', annotations: [], logprobs: [] }, [
        ...delta,
        ...citations.map((annotation, number) => ({
          type: 'output_text.annotation.added',
          ...location,
          annotation_index: number,
          annotation,
        })),
        ...done,
      ])
    }
    case 'refusal':
      return withPartEvents({ refusal: '' }, textEvents('refusal', 'refusal', part['refusal'], location))
    case 'reasoning_text':
      return withPartEvents({ text: '' }, textEvents('reasoning_text', 'text', part['text'], location))
    default:
      return withPartEvents({}, [])
  }
}

const splitDone = (events: readonly ItemEvent[]): readonly [readonly ItemEvent[], readonly ItemEvent[]] => [
  events.slice(0, -1),
  events.slice(-1),
]

function summaryEvents(part: JsonObject, index: number): readonly ItemEvent[] {
  const location = { summary_index: index }
  return [
    { type: 'reasoning_summary_part.added', ...location, part: { ...part, text: '' } },
    ...textEvents('reasoning_summary_text', 'text', part['text'], location),
    { type: 'reasoning_summary_part.done', ...location, part },
  ]
}

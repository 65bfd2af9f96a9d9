// One output item of a response as events.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asText, isObject } from '../../providers/wire/json.ts'

export interface NamedEvent {
  readonly type: string
  readonly [field: string]: Json
}

export function itemEvents(item: JsonObject, at: number): readonly NamedEvent[] {
  const place = { item_id: asText(item['id']) ?? '', output_index: at }
  return [
    { type: 'response.output_item.added', output_index: at, item: opened(item) },
    ...contentOf(item).map(({ type, ...fields }) => ({ type: `response.${type}`, ...place, ...fields })),
    { type: 'response.output_item.done', output_index: at, item },
  ]
}

/** The item at its start, without content. */
function opened(item: JsonObject): JsonObject {
  switch (item['type']) {
    case 'message':
      return { ...item, status: 'in_progress', content: [] }
    case 'reasoning': {
      const { encrypted_content: _sealed, ...rest } = item
      return { ...rest, summary: [], ...('content' in item ? { content: [] } : {}) }
    }
    case 'function_call':
      return { ...item, status: 'in_progress', arguments: '' }
    case 'custom_tool_call':
      return { ...item, status: 'in_progress', input: '' }
    default:
      return item
  }
}

function contentOf(item: JsonObject): readonly NamedEvent[] {
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
      return fed('function_call_arguments', 'arguments', item['arguments'], {}, { name: item['name'] ?? '' })
    case 'custom_tool_call':
      return fed('custom_tool_call_input', 'input', item['input'], {})
    default:
      return []
  }
}

/** A delta with the full text, and its done event. */
function fed(
  name: string,
  field: string,
  value: Json | undefined,
  place: JsonObject,
  more: JsonObject = {},
): readonly NamedEvent[] {
  const text = asText(value) ?? ''
  const { logprobs } = more
  const delta = logprobs === undefined ? { delta: text } : { delta: text, logprobs }
  return [
    ...(text === '' ? [] : [{ type: `${name}.delta`, ...place, ...delta }]),
    { type: `${name}.done`, ...place, [field]: text, ...more },
  ]
}

function partEvents(part: JsonObject, index: number): readonly NamedEvent[] {
  const place = { content_index: index }
  const within = (empty: JsonObject, events: readonly NamedEvent[]): readonly NamedEvent[] => [
    { type: 'content_part.added', ...place, part: { ...part, ...empty } },
    ...events,
    { type: 'content_part.done', ...place, part },
  ]
  switch (part['type']) {
    case 'output_text': {
      const citations = asList(part['annotations'])
      const logprobs = asList(part['logprobs'])
      const [delta, done] = splitDone(fed('output_text', 'text', part['text'], place, { logprobs }))
      return within({ text: '', annotations: [], logprobs: [] }, [
        ...delta,
        ...citations.map((annotation, number) => ({
          type: 'output_text.annotation.added',
          ...place,
          annotation_index: number,
          annotation,
        })),
        ...done,
      ])
    }
    case 'refusal':
      return within({ refusal: '' }, fed('refusal', 'refusal', part['refusal'], place))
    case 'reasoning_text':
      return within({ text: '' }, fed('reasoning_text', 'text', part['text'], place))
    default:
      return within({}, [])
  }
}

const splitDone = (
  events: readonly NamedEvent[],
): readonly [readonly NamedEvent[], readonly NamedEvent[]] => [events.slice(0, -1), events.slice(-1)]

function summaryEvents(part: JsonObject, index: number): readonly NamedEvent[] {
  const place = { summary_index: index }
  return [
    { type: 'reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
    ...fed('reasoning_summary_text', 'text', part['text'], place),
    { type: 'reasoning_summary_part.done', ...place, part },
  ]
}

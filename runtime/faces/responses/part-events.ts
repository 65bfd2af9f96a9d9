// The events of one output part: its item and, within it, its content are added, extended by deltas and done.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import type { Part } from '../answer/part.ts'
import type { Happening } from '../answer/read-answer.ts'
import {
  contentPart,
  type ItemStatus,
  openedItem,
  openedPart,
  outputItem,
  summaryPart,
} from './output-items.ts'

/** An event without its sequence number. */
export interface NamedEvent {
  readonly type: string
  readonly fields: JsonObject
}

/** The id of an item and its index in the output. */
export interface Place {
  readonly id: string
  readonly at: number
}

export function partEvents(happening: Happening, place: Place, status: ItemStatus): readonly NamedEvent[] {
  const { part } = happening
  if (happening.what === 'start') return begin(part, place)
  if (happening.what === 'end') return end(part, place, status)
  const delta = { delta: happening.text, ...(part.kind === 'text' ? { logprobs: happening.logprobs } : {}) }
  return [event(words(part).delta, place, { ...within(part), ...delta })]
}

interface Words {
  readonly delta: string
  readonly done: string
  /** The field of the full text in the done event. */
  readonly text: string
}

function words(part: Part): Words {
  if (part.kind === 'refusal') return wordsFor('refusal', 'refusal')
  if (part.kind === 'text') return wordsFor('output_text', 'text')
  if (part.kind !== 'call') return wordsFor('reasoning_summary_text', 'text')
  return part.custom
    ? wordsFor('custom_tool_call_input', 'input')
    : wordsFor('function_call_arguments', 'arguments')
}

const wordsFor = (name: string, text: string): Words => ({
  delta: `${name}.delta`,
  done: `${name}.done`,
  text,
})

/** The index within the item, for items whose content has one. */
function within(part: Part): JsonObject {
  if (part.kind === 'call') return {}
  return part.kind === 'thinking' || part.kind === 'opaque' ? { summary_index: 0 } : { content_index: 0 }
}

const event = (name: string, { id, at }: Place, fields: JsonObject): NamedEvent => ({
  type: `response.${name}`,
  fields: { item_id: id, output_index: at, ...fields },
})

const itemEvent = (name: string, at: number, item: JsonObject): NamedEvent => ({
  type: `response.output_item.${name}`,
  fields: { output_index: at, item },
})

function begin(part: Part, place: Place): readonly NamedEvent[] {
  const added = itemEvent('added', place.at, openedItem(part, place.id))
  return [
    added,
    ...inner(part, 'added', place, part.kind === 'thinking' ? summaryPart('') : openedPart(part)),
  ]
}

function end(part: Part, place: Place, status: ItemStatus): readonly NamedEvent[] {
  const { done, text } = words(part)
  const whole: Record<string, Json> = { ...within(part), [text]: part.text }
  if (part.kind === 'text') whole['logprobs'] = part.logprobs
  if (part.kind === 'call' && !part.custom) whole['name'] = part.name
  const content = part.kind === 'thinking' ? summaryPart(part.text) : contentPart(part)
  return [
    ...(isSilent(part) ? [] : [event(done, place, whole)]),
    ...inner(part, 'done', place, content),
    itemEvent('done', place.at, outputItem(part, place.id, status)),
  ]
}

/** Opaque reasoning has no readable content. */
const isSilent = (part: Part): boolean => part.kind === 'opaque'

function inner(part: Part, what: 'added' | 'done', place: Place, content: JsonObject): readonly NamedEvent[] {
  if (part.kind === 'call' || isSilent(part)) return []
  const name = part.kind === 'thinking' ? 'reasoning_summary_part' : 'content_part'
  return [event(`${name}.${what}`, place, { ...within(part), part: content })]
}

// The events of one output part: its item and, within it, its content are added, extended by deltas and done.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import type { OutputPart } from '../output/output-part.ts'
import type { PartEvent } from '../output/read-output.ts'
import {
  contentPart,
  contentPartAdded,
  type ItemStatus,
  itemAdded,
  outputItem,
  summaryPart,
} from './output-items.ts'

/** An event without its sequence number. */
export interface ResponseEvent {
  readonly type: string
  readonly fields: JsonObject
}

/** The id of an item and its index in the output. */
export interface ItemLocation {
  readonly id: string
  readonly index: number
}

export function partEvents(
  partEvent: PartEvent,
  location: ItemLocation,
  status: ItemStatus,
): readonly ResponseEvent[] {
  const { part } = partEvent
  if (partEvent.type === 'start') return startEvents(part, location)
  if (partEvent.type === 'end') return endEvents(part, location, status)
  if (isWhole(part)) return []
  const delta = { delta: partEvent.text, ...(part.kind === 'text' ? { logprobs: partEvent.logprobs } : {}) }
  return [event(eventNames(part).delta, location, { ...contentIndex(part), ...delta })]
}

interface EventNames {
  readonly delta: string
  readonly done: string
  /** The field of the full text in the done event. */
  readonly text: string
}

function eventNames(part: OutputPart): EventNames {
  if (part.kind === 'refusal') return eventNamesFor('refusal', 'refusal')
  if (part.kind === 'text') return eventNamesFor('output_text', 'text')
  if (part.kind !== 'call') return eventNamesFor('reasoning_summary_text', 'text')
  return part.custom
    ? eventNamesFor('custom_tool_call_input', 'input')
    : eventNamesFor('function_call_arguments', 'arguments')
}

const eventNamesFor = (name: string, text: string): EventNames => ({
  delta: `${name}.delta`,
  done: `${name}.done`,
  text,
})

/** The index within the item, for items whose content has one. */
function contentIndex(part: OutputPart): JsonObject {
  if (part.kind === 'call') return {}
  return part.kind === 'thinking' || part.kind === 'opaque' ? { summary_index: 0 } : { content_index: 0 }
}

const event = (name: string, { id, index }: ItemLocation, fields: JsonObject): ResponseEvent => ({
  type: `response.${name}`,
  fields: { item_id: id, output_index: index, ...fields },
})

const itemEvent = (name: string, index: number, item: JsonObject): ResponseEvent => ({
  type: `response.output_item.${name}`,
  fields: { output_index: index, item },
})

function startEvents(part: OutputPart, location: ItemLocation): readonly ResponseEvent[] {
  const added = itemEvent('added', location.index, itemAdded(part, location.id))
  return [
    added,
    ...contentEvents(
      part,
      'added',
      location,
      part.kind === 'thinking' ? summaryPart('') : contentPartAdded(part),
    ),
  ]
}

function endEvents(part: OutputPart, location: ItemLocation, status: ItemStatus): readonly ResponseEvent[] {
  const { done, text } = eventNames(part)
  const doneFields: Record<string, Json> = { ...contentIndex(part), [text]: part.text }
  if (part.kind === 'text') doneFields['logprobs'] = part.logprobs
  if (part.kind === 'call' && !part.custom) doneFields['name'] = part.name
  const content = part.kind === 'thinking' ? summaryPart(part.text) : contentPart(part)
  return [
    ...(isWhole(part) ? [] : [event(done, location, doneFields)]),
    ...contentEvents(part, 'done', location, content),
    itemEvent('done', location.index, outputItem(part, location.id, status)),
  ]
}

/** Without deltas: opaque reasoning has no readable content, and the arguments of a search are an object. */
const isWhole = (part: OutputPart): boolean =>
  part.kind === 'opaque' || (part.kind === 'call' && part.isSearch === true)

function contentEvents(
  part: OutputPart,
  suffix: 'added' | 'done',
  location: ItemLocation,
  content: JsonObject,
): readonly ResponseEvent[] {
  if (part.kind === 'call' || isWhole(part)) return []
  const name = part.kind === 'thinking' ? 'reasoning_summary_part' : 'content_part'
  return [event(`${name}.${suffix}`, location, { ...contentIndex(part), part: content })]
}

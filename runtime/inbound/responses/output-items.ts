// Output parts → items of the output of a response.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isObject, parseJson, present } from '../../../schemas/values/json.ts'
import { encodeState, isEmptyState } from '../history/provider-state.ts'
import {
  type CallPart,
  type OpaquePart,
  type OutputPart,
  providerStateOf,
  type ThinkingPart,
} from '../output/output-part.ts'

export type ItemStatus = 'in_progress' | 'completed' | 'incomplete'

const ID_PREFIXES = { thinking: 'rs', opaque: 'rs', text: 'msg', refusal: 'msg' } as const

/** A deterministic id for the item at an index. */
export const itemId = (part: OutputPart, index: number, identifier: string): string =>
  `${part.kind === 'call' ? callPrefix(part) : ID_PREFIXES[part.kind]}_${identifier}_${index}`

const callPrefix = ({ custom, isSearch }: CallPart): string =>
  custom ? 'ctc' : isSearch === true ? 'tsc' : 'fc'

/** The item with the content so far. */
export function outputItem(part: OutputPart, id: string, status: ItemStatus): JsonObject {
  switch (part.kind) {
    case 'thinking':
    case 'opaque':
      return reasoningItem(part, id, status)
    case 'call':
      return callItem(part, id, status)
    default:
      return { id, type: 'message', status, role: 'assistant', content: [contentPart(part)] }
  }
}

function callItem(part: CallPart, id: string, status: ItemStatus): JsonObject {
  const { id: callId, name, namespace, text, custom, isSearch } = part
  if (isSearch === true)
    return {
      id,
      type: 'tool_search_call',
      status,
      execution: 'client',
      call_id: callId,
      arguments: asObject(parseJson(text)),
    }
  const shared = present({ status, call_id: callId, name, namespace })
  return custom
    ? { id, type: 'custom_tool_call', ...shared, input: text }
    : { id, type: 'function_call', ...shared, arguments: text }
}

/** The empty item at its start. */
export function itemAdded(part: OutputPart, id: string): JsonObject {
  switch (part.kind) {
    case 'thinking':
    case 'opaque':
      return { id, type: 'reasoning', summary: [] }
    case 'call':
      return outputItem({ ...part, text: '' }, id, 'in_progress')
    default:
      return { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }
  }
}

export const summaryPart = (text: string): JsonObject => ({ type: 'summary_text', text })

function reasoningItem(part: ThinkingPart | OpaquePart, id: string, status: ItemStatus): JsonObject {
  const state = providerStateOf(part)
  return present({
    id,
    type: 'reasoning',
    summary: part.text === '' ? [] : [summaryPart(part.text)],
    encrypted_content: isEmptyState(state) ? undefined : encodeState(state),
    status: status === 'incomplete' ? status : undefined,
  })
}

/** The single content part of a message: text or a refusal. */
export function contentPart(part: OutputPart): JsonObject {
  if (part.kind !== 'text') return { type: 'refusal', refusal: part.text }
  const { text, annotations, logprobs } = part
  return { type: 'output_text', text, annotations: annotations.flatMap(flattenCitation), logprobs }
}

export const contentPartAdded = (part: OutputPart): JsonObject =>
  part.kind === 'text'
    ? contentPart({ ...part, text: '', logprobs: [], annotations: [] })
    : contentPart({ ...part, text: '' })

/** A chat nests citations; a response does not. Other kinds of citations are not supported. */
function flattenCitation({ type, url_citation: citation }: JsonObject): readonly JsonObject[] {
  if (type !== 'url_citation' || !isObject(citation)) return []
  const {
    start_index: start = 0,
    end_index: end = 0,
    url = '',
    title = '',
  }: { readonly [name: string]: Json } = asObject(citation)
  return [{ type, start_index: start, end_index: end, url, title }]
}

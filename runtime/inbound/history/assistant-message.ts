// The output of an earlier turn → one assistant message of a chat. If it has state that only native blocks can express,
// such as signed thinking, `content_blocks` holds the whole message in order.
import { asObject, asText, type Json, type JsonObject, present } from '../../../schemas/values/json.ts'
import { callArguments } from '../../wire/history.ts'
import { plainContent } from './plain-content.ts'
import { EMPTY_STATE, mergeState, type ProviderState } from './provider-state.ts'

export type AssistantPart =
  /** A part of the content: text or a refusal. */
  | { readonly part: JsonObject }
  /** A call, as an entry of `tool_calls`; `cacheControl` requests prompt caching. */
  | { readonly call: JsonObject; readonly cacheControl?: Json | undefined }
  | { readonly state: ProviderState }

/** Undefined when the message is empty. */
export function assistantMessage(assistantParts: readonly AssistantPart[]): JsonObject | undefined {
  const parts = assistantParts.flatMap(each => ('part' in each && !isEmpty(each.part) ? [each.part] : []))
  const calls = assistantParts.flatMap(each => ('call' in each ? [each.call] : []))
  const state = assistantParts.reduce(
    (merged, each) => ('state' in each ? mergeState(merged, each.state) : merged),
    EMPTY_STATE,
  )
  const hasCalls = calls.length > 0
  const { details, extra } = state
  const extensions = present({
    content_blocks: state.blocks && assistantParts.flatMap(blocksOf),
    // Providers with plain-text reasoning expect it back only with calls; details contain the same and more.
    reasoning_content: hasCalls ? state.reasoningContent : undefined,
    reasoning: hasCalls && details === undefined ? state.reasoning : undefined,
    reasoning_details: details && mergeDetails(details),
    extra_content: extra,
  })
  if (parts.length === 0 && !hasCalls && Object.keys(extensions).length === 0) return undefined
  return present({
    role: 'assistant',
    content: parts.length === 0 ? (hasCalls ? null : '') : plainContent(parts),
    tool_calls: hasCalls ? calls.map(call => withExtraContent(call, state.calls)) : undefined,
    ...extensions,
  })
}

const isEmpty = (part: JsonObject): boolean => part['text'] === '' || part['refusal'] === ''

function withExtraContent(call: JsonObject, extensions: JsonObject | undefined): JsonObject {
  const id = asText(call['id']) ?? ''
  const extra = extensions !== undefined && Object.hasOwn(extensions, id) ? extensions[id] : undefined
  return extra === undefined ? call : { ...call, extra_content: extra }
}

function blocksOf(assistantPart: AssistantPart): readonly JsonObject[] {
  if ('state' in assistantPart) return assistantPart.state.blocks ?? []
  if ('call' in assistantPart) return callBlock(assistantPart.call, assistantPart.cacheControl)
  const { part } = assistantPart
  const text = asText(part['text']) ?? asText(part['refusal']) ?? ''
  return text === '' ? [] : [present({ type: 'text', text, cache_control: part['cache_control'] })]
}

/** A malformed call is left to `tool_calls`, where it is reported. */
function callBlock(call: JsonObject, cacheControl: Json | undefined): readonly JsonObject[] {
  const calledFunction = asObject(call['function'])
  const { id, type } = call
  const input = callArguments(calledFunction['arguments'])
  if (type !== 'function' || id === undefined || input === undefined) return []
  return [present({ type: 'tool_use', id, name: calledFunction['name'], input, cache_control: cacheControl })]
}

/** Fields that are concatenated; for all others the last value wins. */
const STREAMED_FIELDS = new Set(['text', 'summary', 'data', 'signature'])

/**
 * Merges streamed deltas of `reasoning_details` into complete entries: some providers return this list with a
 * message and expect it back. The deltas of an entry have its type and index.
 */
function mergeDetails(deltas: readonly JsonObject[]): readonly JsonObject[] {
  const entries: JsonObject[] = []
  for (const delta of deltas) {
    const last = entries.at(-1)
    if (last === undefined || !isContinuation(delta, last)) entries.push(delta)
    else entries[entries.length - 1] = mergeEntry(last, delta)
  }
  return entries
}

const isContinuation = (delta: JsonObject, entry: JsonObject): boolean =>
  delta['type'] === entry['type'] &&
  typeof delta['index'] === 'number' &&
  delta['index'] === entry['index'] &&
  (delta['id'] ?? entry['id']) === entry['id']

function mergeEntry(entry: JsonObject, delta: JsonObject): JsonObject {
  const mergedFields = Object.entries(delta).map(([name, value]): readonly [string, Json] => {
    const before = entry[name]
    if (value === null && before !== undefined) return [name, before]
    const isStreamed = STREAMED_FIELDS.has(name) && typeof before === 'string' && typeof value === 'string'
    return [name, isStreamed ? before + value : value]
  })
  return { ...entry, ...Object.fromEntries(mergedFields) }
}

// The output of an earlier turn → one assistant message of a chat. If it has state that only native blocks can express,
// such as signed thinking, `content_blocks` holds the whole message in order.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { callArguments } from '../../providers/wire/history.ts'
import { asObject, asText, present } from '../../providers/wire/json.ts'
import { type Carried, joinCarried, NOTHING } from './carried.ts'
import { plainContent } from './plain-content.ts'
import { foldDetails } from './reasoning-details.ts'

export type Said =
  /** A part of the content: text or a refusal. */
  | { readonly part: JsonObject }
  /** A call, as an entry of `tool_calls`; `cacheControl` requests prompt caching. */
  | { readonly call: JsonObject; readonly mark?: Json | undefined }
  | { readonly carried: Carried }

/** Undefined when the message is empty. */
export function assistantMessage(said: readonly Said[]): JsonObject | undefined {
  const parts = said.flatMap(each => ('part' in each && !isEmpty(each.part) ? [each.part] : []))
  const calls = said.flatMap(each => ('call' in each ? [each.call] : []))
  const carried = said.reduce(
    (sum, each) => ('carried' in each ? joinCarried(sum, each.carried) : sum),
    NOTHING,
  )
  const hasCalls = calls.length > 0
  const { details, extra } = carried
  const extras = present({
    content_blocks: carried.blocks && said.flatMap(blocksOf),
    // Providers with plain-text reasoning expect it back only with calls; details contain the same and more.
    reasoning_content: hasCalls ? carried.reasoningContent : undefined,
    reasoning: hasCalls && details === undefined ? carried.reasoning : undefined,
    reasoning_details: details && foldDetails(details),
    extra_content: extra,
  })
  if (parts.length === 0 && !hasCalls && Object.keys(extras).length === 0) return undefined
  return present({
    role: 'assistant',
    content: parts.length === 0 ? (hasCalls ? null : '') : plainContent(parts),
    tool_calls: hasCalls ? calls.map(call => withExtra(call, carried.calls)) : undefined,
    ...extras,
  })
}

const isEmpty = (part: JsonObject): boolean => part['text'] === '' || part['refusal'] === ''

function withExtra(call: JsonObject, extras: JsonObject | undefined): JsonObject {
  const id = asText(call['id']) ?? ''
  const extra = extras !== undefined && Object.hasOwn(extras, id) ? extras[id] : undefined
  return extra === undefined ? call : { ...call, extra_content: extra }
}

function blocksOf(said: Said): readonly JsonObject[] {
  if ('carried' in said) return said.carried.blocks ?? []
  if ('call' in said) return callBlock(said.call, said.mark)
  const { part } = said
  const text = asText(part['text']) ?? asText(part['refusal']) ?? ''
  return text === '' ? [] : [present({ type: 'text', text, cache_control: part['cache_control'] })]
}

/** A malformed call is left to `tool_calls`, where it is reported. */
function callBlock(call: JsonObject, mark: Json | undefined): readonly JsonObject[] {
  const called = asObject(call['function'])
  const { id, type } = call
  const input = callArguments(called['arguments'])
  if (type !== 'function' || id === undefined || input === undefined) return []
  return [present({ type: 'tool_use', id, name: called['name'], input, cache_control: mark })]
}

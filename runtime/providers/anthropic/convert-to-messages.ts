// The vendor's messages → `system` and `messages`. System and developer messages at the head become `system`; later
// ones become text in a user turn at their place, because only some models take a system turn there and order matters
// more than the name of the role.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { instructionsAtHead, readCall } from '../wire/history.ts'
import { asList, asText, isList, isObject } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { convertContent } from './convert-content.ts'
import { mergeTurns, type Turn } from './merge-turns.ts'

export interface Conversation {
  /** A plain string where the request has one system message with a plain string. */
  readonly system: string | readonly JsonObject[] | undefined
  readonly messages: readonly JsonObject[]
}

export function convertToMessages(messages: Json | undefined, report: Report): Conversation {
  if (!isList(messages) || messages.length === 0) {
    report('messages is not a list with at least one message.', 'messages')
    return { system: undefined, messages: [] }
  }
  const head = instructionsAtHead(messages)
  const turns = messages
    .slice(head)
    .map((message, index) => turnOf(message, `messages[${head + index}]`, report))
  return { system: systemOf(messages.slice(0, head), report), messages: mergeTurns(turns) }
}

function systemOf(messages: readonly Json[], report: Report): Conversation['system'] {
  const contents = messages.map(message => (isObject(message) ? message['content'] : undefined))
  const [only] = contents
  if (contents.length === 1 && typeof only === 'string') return only === '' ? undefined : only
  const blocks = contents.flatMap((content, index) =>
    convertContent(content, `messages[${index}].content`, report),
  )
  return blocks.length === 0 ? undefined : blocks
}

function turnOf(message: Json, at: string, report: Report): Turn {
  const nothing: Turn = { role: 'user', content: [] }
  if (!isObject(message)) {
    report(`${at} is not an object.`, at)
    return nothing
  }
  const content = message['content']
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { role: 'user', content: asText(content) ?? convertContent(content, `${at}.content`, report) }
    case 'assistant':
      return { role: 'assistant', content: assistantContent(message, at, report) }
    case 'tool':
      return { role: 'user', content: toolResult(message, at, report) }
    default:
      report(`${at}.role is not one that this provider takes.`, `${at}.role`)
      return nothing
  }
}

/** Blocks that came with a reply go back as they came, signatures and all; what they lack is added. */
function assistantContent(message: JsonObject, at: string, report: Report): Turn['content'] {
  const kept = asList(message['content_blocks']).filter(isObject).filter(isSigned)
  const hasText = kept.some(block => block['type'] === 'text')
  const content = message['content'] ?? message['refusal']
  const calls = asList(message['tool_calls'])
  if (kept.length === 0 && calls.length === 0 && typeof content === 'string') return content
  const known = new Set(kept.filter(block => block['type'] === 'tool_use').map(block => block['id']))
  const missing = calls.flatMap((call, index) =>
    isObject(call) && known.has(call['id'] ?? null)
      ? []
      : toolUse(call, `${at}.tool_calls[${index}]`, report),
  )
  return [...kept, ...(hasText ? [] : convertContent(content, `${at}.content`, report)), ...missing]
}

/** The dialect refuses thinking that does not carry its own signature. */
const isSigned = (block: JsonObject): boolean =>
  block['type'] !== 'thinking' || (typeof block['signature'] === 'string' && block['signature'] !== '')

function toolUse(call: Json, at: string, report: Report): readonly JsonObject[] {
  const past = readCall(call, at, report)
  return past === undefined ? [] : [{ type: 'tool_use', ...past }]
}

function toolResult(message: JsonObject, at: string, report: Report): readonly JsonObject[] {
  const identifier = asText(message['tool_call_id'])
  if (identifier === undefined) {
    report(`${at}.tool_call_id is missing.`, `${at}.tool_call_id`)
    return []
  }
  const content = message['content']
  const result = asText(content) ?? convertContent(content, `${at}.content`, report)
  return [{ type: 'tool_result', tool_use_id: identifier, content: result }]
}

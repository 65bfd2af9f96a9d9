// `instructions` and `input` → the messages of a chat. Adjacent items of the model (messages, reasoning, calls) become
// one assistant message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { quoted } from '../../failures.ts'
import { asText, isList, isObject } from '../../providers/wire/json.ts'
import type { Report } from '../../providers/wire/report.ts'
import { assistantMessage, type Said } from '../history/assistant-message.ts'
import { readCarried } from '../history/carried.ts'
import { plainContent } from '../history/plain-content.ts'
import { convertContent } from './convert-content.ts'

export function convertInput(
  instructions: Json | undefined,
  input: Json | undefined,
  report: Report,
): readonly JsonObject[] {
  const first = instructionMessage(instructions ?? null, report)
  if (typeof input === 'string') return [...first, { role: 'user', content: input }]
  if (!isList(input) || input.length === 0) {
    report('input must be a string or a non-empty list.', 'input')
    return first
  }
  return [...first, ...joinSaid(input.flatMap((item, index) => readItem(item, `input[${index}]`, report)))]
}

function instructionMessage(instructions: Json, report: Report): readonly JsonObject[] {
  if (typeof instructions === 'string') return [{ role: 'system', content: instructions }]
  if (instructions !== null) report('instructions must be a string.', 'instructions')
  return []
}

/** A message, or a part of an assistant message. */
type Read = { readonly message: JsonObject } | { readonly said: Said }

function joinSaid(items: readonly Read[]): readonly JsonObject[] {
  const messages: JsonObject[] = []
  let said: Said[] = []
  const settle = (): void => {
    const message = assistantMessage(said)
    if (message !== undefined) messages.push(message)
    said = []
  }
  for (const item of items) {
    if ('said' in item) {
      said.push(item.said)
    } else {
      settle()
      messages.push(item.message)
    }
  }
  settle()
  return messages
}

function readItem(item: Json, at: string, report: Report): readonly Read[] {
  if (!isObject(item)) {
    report(`${at} must be an object.`, at)
    return []
  }
  switch (item['type'] ?? 'message') {
    case 'message':
      return readMessage(item, at, report)
    case 'reasoning':
      return readReasoning(item)
    case 'function_call':
      return readCall(item, 'arguments', at, report)
    case 'custom_tool_call':
      return readCall(item, 'input', at, report)
    case 'function_call_output':
    case 'custom_tool_call_output':
      return readResult(item, at, report)
    case 'item_reference':
      report(
        `${at} refers to an item of an earlier response, but responses are not stored. Send the item itself, as clients do with "store": false.`,
        at,
      )
      return []
    default:
      report(`${at} is of type ${quoted(asText(item['type']) ?? '')}, which is not supported in chats.`, at)
      return []
  }
}

const roles: readonly Json[] = ['user', 'system', 'developer']

function readMessage({ role = null, content }: JsonObject, at: string, report: Report): readonly Read[] {
  const parts = convertContent(content, `${at}.content`, report)
  if (role === 'assistant') return parts.map(part => ({ said: { part } }))
  if (roles.includes(role)) return [{ message: { role, content: plainContent(parts) } }]
  report(`${at}.role must be user, assistant, system or developer.`, `${at}.role`)
  return []
}

/** Reasoning that was encrypted by the vendor or another gateway cannot be read and is omitted. */
function readReasoning({ encrypted_content: sealed }: JsonObject): readonly Read[] {
  const carried = typeof sealed === 'string' ? readCarried(sealed) : undefined
  return carried === undefined ? [] : [{ said: { carried } }]
}

function readCall(
  item: JsonObject,
  word: 'arguments' | 'input',
  at: string,
  report: Report,
): readonly Read[] {
  const { call_id: id, name } = item
  const written = item[word]
  if (typeof id !== 'string' || typeof name !== 'string' || typeof written !== 'string') {
    report(`${at} lacks call_id, name or ${word}.`, at)
    return []
  }
  const call: JsonObject =
    word === 'input'
      ? { id, type: 'custom', custom: { name, input: written } }
      : { id, type: 'function', function: { name, arguments: written } }
  return [{ said: { call } }]
}

function readResult({ call_id: id, output }: JsonObject, at: string, report: Report): readonly Read[] {
  if (typeof id !== 'string') {
    report(`${at}.call_id is missing.`, `${at}.call_id`)
    return []
  }
  const content = plainContent(convertContent(output, `${at}.output`, report))
  const nothing = isList(content) && content.length === 0
  return [{ message: { role: 'tool', tool_call_id: id, content: nothing ? '' : content } }]
}

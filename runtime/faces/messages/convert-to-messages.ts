// `system` and `messages` → the messages of a chat. Tool results become separate messages before the other content of
// their turn; an assistant turn stays one message.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { asList, asText, isList, isObject, writeJson } from '../../providers/wire/json.ts'
import type { Report } from '../../providers/wire/report.ts'
import { assistantMessage, type Said } from '../history/assistant-message.ts'
import { readCarried } from '../history/carried.ts'
import { plainContent } from '../history/plain-content.ts'
import { convertBlock, convertBlocks } from './convert-blocks.ts'
import type { Losses } from './losses.ts'

export function convertToMessages(
  system: Json | undefined,
  turns: Json | undefined,
  report: Report,
  losses: Losses,
): readonly JsonObject[] {
  const first = instruction(convertBlocks(system, 'system', report, losses))
  if (!isList(turns) || turns.length === 0) {
    report('messages must be a non-empty list.', 'messages')
    return first
  }
  return [
    ...first,
    ...turns.flatMap((turn, index) => convertTurn(turn, `messages[${index}]`, report, losses)),
  ]
}

const instruction = (parts: readonly JsonObject[]): readonly JsonObject[] =>
  parts.length === 0 ? [] : [{ role: 'system', content: plainContent(parts) }]

function convertTurn(turn: Json, at: string, report: Report, losses: Losses): readonly JsonObject[] {
  if (!isObject(turn)) {
    report(`${at} must be an object.`, at)
    return []
  }
  const { role, content } = turn
  const place = `${at}.content`
  if (role === 'user') return userMessages(content, place, report, losses)
  if (role === 'system') return instruction(convertBlocks(content, place, report, losses))
  if (role === 'assistant') {
    const message = assistantMessage(readSaid(content, place, report, losses))
    return message === undefined ? [] : [message]
  }
  report(`${at}.role must be user, assistant or system.`, `${at}.role`)
  return []
}

function userMessages(
  content: Json | undefined,
  at: string,
  report: Report,
  losses: Losses,
): readonly JsonObject[] {
  if (!isList(content)) return userMessage(convertBlocks(content, at, report, losses))
  const results: JsonObject[] = []
  const parts: JsonObject[] = []
  for (const [index, block] of content.entries()) {
    const place = `${at}[${index}]`
    if (!isObject(block)) report(`${place} must be an object.`, place)
    else if (block['type'] === 'tool_result') results.push(...toolMessage(block, place, report, losses))
    else parts.push(...convertBlock(block, place, report, losses))
  }
  return [...results, ...userMessage(parts)]
}

const userMessage = (parts: readonly JsonObject[]): readonly JsonObject[] =>
  parts.length === 0 ? [] : [{ role: 'user', content: plainContent(parts) }]

/** `is_error` is an extension of the chat schema, for dialects that support it. */
function toolMessage(
  { tool_use_id: id, content, is_error: failed, cache_control: mark }: JsonObject,
  at: string,
  report: Report,
  losses: Losses,
): readonly JsonObject[] {
  if (typeof id !== 'string') {
    report(`${at}.tool_use_id is missing.`, `${at}.tool_use_id`)
    return []
  }
  const parts = convertBlocks(content, `${at}.content`, report, losses)
  const last = parts.at(-1)
  const marked =
    mark && last !== undefined ? [...parts.slice(0, -1), { ...last, cache_control: mark }] : parts
  const said = marked.length === 0 ? '' : plainContent(marked)
  return [{ role: 'tool', tool_call_id: id, content: said, ...(failed === true ? { is_error: true } : {}) }]
}

function readSaid(content: Json | undefined, at: string, report: Report, losses: Losses): readonly Said[] {
  if (!isList(content)) return convertBlocks(content, at, report, losses).map(part => ({ part }))
  return asList(content).flatMap((block, index) => {
    const place = `${at}[${index}]`
    if (isObject(block)) return readBlock(block, place, report, losses)
    report(`${place} must be an object.`, place)
    return []
  })
}

function readBlock(block: JsonObject, at: string, report: Report, losses: Losses): readonly Said[] {
  const { type, id, name, input, cache_control: mark } = block
  if (type === 'thinking' || type === 'redacted_thinking') {
    const sealed = asText(type === 'thinking' ? block['signature'] : block['data']) ?? ''
    return sealed === '' ? [] : [{ carried: readCarried(sealed) ?? { blocks: [block] } }]
  }
  if (type !== 'tool_use') return convertBlock(block, at, report, losses).map(part => ({ part }))
  if (typeof id === 'string' && typeof name === 'string') {
    const called = { name, arguments: writeJson(input ?? {}) }
    return [{ call: { id, type: 'function', function: called }, mark: mark ?? undefined }]
  }
  report(`${at} is a tool_use without an id or a name.`, at)
  return []
}

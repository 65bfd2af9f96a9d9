// OpenAI messages → those of the dialect, one for one: it has the same roles. Assistant text beside tool calls
// becomes `tool_plan`.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { readCall } from '../wire/history.ts'
import { asList, asText, isList, isObject, present, writeJson } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { convertContent } from './convert-content.ts'

const TEXT = new Set(['text'])
const SIGHTS = new Set(['text', 'image_url'])
const RESULTS = new Set(['text', 'document'])

export function convertToMessages(messages: Json | undefined, report: Report): readonly JsonObject[] {
  if (isList(messages) && messages.length > 0)
    return messages.flatMap((message, index) => convertMessage(message, `messages[${index}]`, report))
  report('messages must be a non-empty array.', 'messages')
  return []
}

function convertMessage(message: Json, at: string, report: Report): readonly JsonObject[] {
  if (!isObject(message)) {
    report(`${at} must be an object.`, at)
    return []
  }
  const content = (types: ReadonlySet<string>) =>
    convertContent(message['content'], `${at}.content`, types, report)
  switch (message['role']) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: content(TEXT) }]
    case 'user':
      return [{ role: 'user', content: content(SIGHTS) }]
    case 'assistant':
      return assistantMessage(message, at, report)
    case 'tool': {
      const identifier = asText(message['tool_call_id']) ?? ''
      if (identifier === '') report(`${at}.tool_call_id is missing.`, `${at}.tool_call_id`)
      return [{ role: 'tool', tool_call_id: identifier, content: content(RESULTS) }]
    }
    default:
      report(`${at}.role is not supported by this provider.`, `${at}.role`)
      return []
  }
}

/** Thinking of a non-strict reply goes back before the text. An empty message is left out. */
function assistantMessage(message: JsonObject, at: string, report: Report): readonly JsonObject[] {
  const said = convertContent(message['content'] ?? message['refusal'], `${at}.content`, TEXT, report)
  const text = typeof said === 'string' ? said : said.map(part => asText(part['text']) ?? '').join('')
  const thoughts = asList(message['content_blocks']).filter(isObject).flatMap(thoughtOf)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    toolCall(call, `${at}.tool_calls[${index}]`, report),
  )
  if (calls.length > 0)
    return [
      present({
        role: 'assistant',
        content: thoughts.length > 0 ? thoughts : undefined,
        tool_plan: text === '' ? undefined : text,
        tool_calls: calls,
      }),
    ]
  if (text === '' && thoughts.length === 0) return []
  const spoken = text === '' ? [] : [{ type: 'text', text }]
  return [{ role: 'assistant', content: thoughts.length > 0 ? [...thoughts, ...spoken] : text }]
}

const thoughtOf = ({ type, thinking }: JsonObject): readonly JsonObject[] =>
  type === 'thinking' && typeof thinking === 'string' && thinking !== '' ? [{ type, thinking }] : []

function toolCall(call: Json, at: string, report: Report): readonly JsonObject[] {
  const past = readCall(call, at, report)
  if (past === undefined) return []
  const called = { name: past.name, arguments: writeJson(past.input) }
  return [{ id: past.id, type: 'function', function: called }]
}

// OpenAI messages → those of the dialect, one for one: it has the same roles. Assistant text beside tool calls
// becomes `tool_plan`.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asText, isList, isObject, present, writeJson } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { readPastCall, reportStoredAudio } from '../../wire/history.ts'
import { withToolCalls } from '../../wire/legacy-calls.ts'
import { convertContent } from './convert-content.ts'

const TEXT_PARTS = new Set(['text'])
const USER_PARTS = new Set(['text', 'image_url'])
const RESULT_PARTS = new Set(['text', 'document'])

export function convertToMessages(
  messages: Json | undefined,
  report: ReportConversionError,
): readonly JsonObject[] {
  if (isList(messages) && messages.length > 0)
    return withToolCalls(messages).flatMap((message, index) =>
      convertMessage(message, `messages[${index}]`, report),
    )
  report('messages must be a non-empty array.', 'messages')
  return []
}

function convertMessage(message: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return []
  }
  const content = (types: ReadonlySet<string>) =>
    convertContent(message['content'], `${path}.content`, types, report)
  switch (message['role']) {
    case 'system':
    case 'developer':
      return [{ role: 'system', content: content(TEXT_PARTS) }]
    case 'user':
      return [{ role: 'user', content: content(USER_PARTS) }]
    case 'assistant':
      reportStoredAudio(message, path, report)
      return assistantMessage(message, path, report)
    case 'tool': {
      const identifier = asText(message['tool_call_id']) ?? ''
      if (identifier === '') report(`${path}.tool_call_id is missing.`, `${path}.tool_call_id`)
      return [{ role: 'tool', tool_call_id: identifier, content: content(RESULT_PARTS) }]
    }
    default:
      report(`${path}.role is not supported by this provider.`, `${path}.role`)
      return []
  }
}

/** Thinking of a non-strict reply goes back before the text. An empty message is left out. */
function assistantMessage(
  message: JsonObject,
  path: string,
  report: ReportConversionError,
): readonly JsonObject[] {
  const content = convertContent(
    message['content'] ?? message['refusal'],
    `${path}.content`,
    TEXT_PARTS,
    report,
  )
  const text =
    typeof content === 'string' ? content : content.map(part => asText(part['text']) ?? '').join('')
  const thoughts = asList(message['content_blocks']).filter(isObject).flatMap(thinkingPart)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    toolCall(call, `${path}.tool_calls[${index}]`, report),
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
  const textParts = text === '' ? [] : [{ type: 'text', text }]
  return [{ role: 'assistant', content: thoughts.length > 0 ? [...thoughts, ...textParts] : text }]
}

const thinkingPart = ({ type, thinking }: JsonObject): readonly JsonObject[] =>
  type === 'thinking' && typeof thinking === 'string' && thinking !== '' ? [{ type, thinking }] : []

function toolCall(call: Json, path: string, report: ReportConversionError): readonly JsonObject[] {
  const past = readPastCall(call, path, report)
  if (past === undefined) return []
  const called = { name: past.name, arguments: writeJson(past.input) }
  return [{ id: past.id, type: 'function', function: called }]
}

// OpenAI messages → those of the dialect, one for one: it has the same roles. Assistant text beside tool calls
// becomes `tool_plan`.
import {
  asList,
  asObject,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
  writeJson,
} from '../../../schemas/values/json.ts'
import { convertParts, imageUrl, isWebUrl, readDataUrl, textOfPart } from '../../wire/content.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { readPastCall, reportStoredAudio, withToolCalls } from '../../wire/history.ts'

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

/**
 * Parts of an OpenAI message → parts of the dialect: text and images, whose URLs and data URLs it takes
 * unchanged. Documents are native parts. A plain string stays one. `types` are the types of parts that the
 * dialect allows here.
 */
function convertContent(
  content: Json | undefined,
  path: string,
  types: ReadonlySet<string>,
  report: ReportConversionError,
): string | readonly JsonObject[] {
  if (typeof content === 'string') return content
  return convertParts(content, path, report, (part, partPath) => {
    const converted = convertPart(part)
    if (converted !== undefined && types.has(asText(converted['type']) ?? '')) return [converted]
    report(`${partPath} is not a content part that this provider supports there.`, partPath)
    return []
  })
}

/** Undefined when the dialect has no such part. */
function convertPart(part: JsonObject): JsonObject | undefined {
  switch (part['type']) {
    case 'text':
    case 'refusal': {
      const text = textOfPart(part)
      return text === undefined ? undefined : { type: 'text', text }
    }
    case 'image_url':
      return convertImage(imageUrl(part['image_url']) ?? '', asObject(part['image_url'])['detail'])
    case 'file':
      return convertImage(asText(asObject(part['file'])['file_data']) ?? '')
    case 'document':
      return isObject(part['document']) ? part : undefined
    default:
      return undefined
  }
}

/** Image files are sent as images; the dialect supports no others. */
function convertImage(given: string, detail?: Json): JsonObject | undefined {
  const inline = readDataUrl(given)
  const url = inline === undefined ? given : `data:${inline.mediaType};base64,${inline.bytes}`
  const isImage = isWebUrl(url) || inline?.mediaType.startsWith('image/') === true
  return isImage ? { type: 'image_url', image_url: present({ url, detail: asText(detail) }) } : undefined
}

// OpenAI messages → those of the dialect. Arguments of tool calls are objects, and a result has the name of its
// tool; results are ordered by their calls, which is how models without call ids match them.
import {
  asList,
  asText,
  isList,
  isObject,
  type Json,
  type JsonObject,
  present,
} from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { type PastCall, readPastCall, reportStoredAudio, withToolCalls } from '../../wire/history.ts'
import { type FetchedMedia, readTextAndImages } from './text-and-images.ts'

export function convertToMessages(
  messages: Json | undefined,
  media: FetchedMedia,
  report: ReportConversionError,
): readonly JsonObject[] {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return []
  }
  const converted: JsonObject[] = []
  const calls: PastCall[] = []
  let results: ToolResult[] = []
  const flushResults = (): void => {
    const order = new Map(calls.map((call, index) => [call.id, index]))
    const sorted = results.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
    converted.push(...sorted.map(result => result.message))
    results = []
  }
  for (const [index, message] of withToolCalls(messages).entries()) {
    const path = `messages[${index}]`
    if (isObject(message) && message['role'] === 'tool') {
      results.push(...readResult(message, calls, path, media, report))
      continue
    }
    flushResults()
    const newCalls = callsOf(message, path, report)
    calls.push(...newCalls)
    converted.push(...convertMessage(message, newCalls, path, media, report))
  }
  flushResults()
  return converted
}

function callsOf(message: Json, path: string, report: ReportConversionError): readonly PastCall[] {
  if (!isObject(message) || message['role'] !== 'assistant') return []
  return asList(message['tool_calls']).flatMap(
    (call, callIndex) => readPastCall(call, `${path}.tool_calls[${callIndex}]`, report) ?? [],
  )
}

interface ToolResult {
  readonly id: string
  readonly message: JsonObject
}

function readResult(
  message: JsonObject,
  calls: readonly PastCall[],
  path: string,
  media: FetchedMedia,
  report: ReportConversionError,
): readonly ToolResult[] {
  const id = asText(message['tool_call_id']) ?? ''
  // Some clients restart call ids in each turn: the last call with the id is meant.
  const call = calls.findLast(each => each.id === id)
  const { text, images } = readTextAndImages(message['content'], `${path}.content`, media, report)
  if (call === undefined)
    report(
      `${path}.tool_call_id ${id === '' ? 'is missing' : 'does not match a preceding tool call'}.`,
      `${path}.tool_call_id`,
    )
  if (call === undefined) return []
  const resultMessage = { role: 'tool', content: text, tool_name: call.name, tool_call_id: id }
  return [{ id, message: withImages(resultMessage, images) }]
}

const withImages = (message: JsonObject, images: readonly string[]): JsonObject =>
  images.length === 0 ? message : { ...message, images }

function convertMessage(
  message: Json,
  calls: readonly PastCall[],
  path: string,
  media: FetchedMedia,
  report: ReportConversionError,
): readonly JsonObject[] {
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return []
  }
  const role = message['role'] === 'developer' ? 'system' : message['role']
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    report(`${path}.role is not supported by this provider.`, `${path}.role`)
    return []
  }
  const content = message['content'] ?? message['refusal']
  const { text, images } = readTextAndImages(content, `${path}.content`, media, report)
  if (role !== 'assistant') return [withImages({ role, content: text }, images)]
  reportStoredAudio(message, path, report)
  const thinking = asList(message['content_blocks']).map(thinkingText).join('')
  const assistantMessage = present({
    role,
    content: text,
    thinking: thinking === '' ? undefined : thinking,
    tool_calls: calls.length === 0 ? undefined : calls.map(toolCall),
  })
  return [withImages(assistantMessage, images)]
}

const thinkingText = (block: Json): string =>
  isObject(block) && block['type'] === 'thinking' ? (asText(block['thinking']) ?? '') : ''

const toolCall = ({ id, name, input }: PastCall): JsonObject => ({
  id,
  function: { name, arguments: input },
})

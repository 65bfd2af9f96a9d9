// OpenAI messages → those of the dialect. Arguments of tool calls are objects, and a result has the name of its
// tool; results are ordered by their calls, which is how models without call ids match them.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { type PastCall, readCall } from '../wire/history.ts'
import { asList, asText, isList, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { type FetchedMedia, readContent } from './read-content.ts'

export function convertToMessages(
  messages: Json | undefined,
  media: FetchedMedia,
  report: Report,
): readonly JsonObject[] {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return []
  }
  const converted: JsonObject[] = []
  const calls: PastCall[] = []
  let results: Result[] = []
  const settle = (): void => {
    const order = new Map(calls.map((call, index) => [call.id, index]))
    const sorted = results.toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0))
    converted.push(...sorted.map(result => result.message))
    results = []
  }
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`
    if (isObject(message) && message['role'] === 'tool') {
      results.push(...readResult(message, calls, at, media, report))
      continue
    }
    settle()
    const made = callsOf(message, at, report)
    calls.push(...made)
    converted.push(...convertMessage(message, made, at, media, report))
  }
  settle()
  return converted
}

function callsOf(message: Json, at: string, report: Report): readonly PastCall[] {
  if (!isObject(message) || message['role'] !== 'assistant') return []
  return asList(message['tool_calls']).flatMap(
    (call, place) => readCall(call, `${at}.tool_calls[${place}]`, report) ?? [],
  )
}

interface Result {
  readonly id: string
  readonly message: JsonObject
}

function readResult(
  message: JsonObject,
  calls: readonly PastCall[],
  at: string,
  media: FetchedMedia,
  report: Report,
): readonly Result[] {
  const id = asText(message['tool_call_id']) ?? ''
  // Some clients restart call ids in each turn: the last call with the id is meant.
  const call = calls.findLast(each => each.id === id)
  const { text, images } = readContent(message['content'], `${at}.content`, media, report)
  if (call === undefined)
    report(
      `${at}.tool_call_id ${id === '' ? 'is missing' : 'does not match a preceding tool call'}.`,
      `${at}.tool_call_id`,
    )
  if (call === undefined) return []
  const said = { role: 'tool', content: text, tool_name: call.name, tool_call_id: id }
  return [{ id, message: withImages(said, images) }]
}

const withImages = (message: JsonObject, images: readonly string[]): JsonObject =>
  images.length === 0 ? message : { ...message, images }

function convertMessage(
  message: Json,
  calls: readonly PastCall[],
  at: string,
  media: FetchedMedia,
  report: Report,
): readonly JsonObject[] {
  if (!isObject(message)) {
    report(`${at} must be an object.`, at)
    return []
  }
  const role = message['role'] === 'developer' ? 'system' : message['role']
  if (role !== 'system' && role !== 'user' && role !== 'assistant') {
    report(`${at}.role is not supported by this provider.`, `${at}.role`)
    return []
  }
  const said = message['content'] ?? message['refusal']
  const { text, images } = readContent(said, `${at}.content`, media, report)
  if (role !== 'assistant') return [withImages({ role, content: text }, images)]
  const thinking = asList(message['content_blocks']).map(thoughtOf).join('')
  const spoken = present({
    role,
    content: text,
    thinking: thinking === '' ? undefined : thinking,
    tool_calls: calls.length === 0 ? undefined : calls.map(toolCall),
  })
  return [withImages(spoken, images)]
}

const thoughtOf = (block: Json): string =>
  isObject(block) && block['type'] === 'thinking' ? (asText(block['thinking']) ?? '') : ''

const toolCall = ({ id, name, input }: PastCall): JsonObject => ({
  id,
  function: { name, arguments: input },
})

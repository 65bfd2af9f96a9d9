// A chat with extensions → a chat that conforms to the vendor's schema, for providers of that schema: they reject unknown
// fields. Adapters of other dialects get the chat with its extensions.
import type { Json, JsonObject } from '../../compiler/source.ts'
import { asList, isList, isObject } from '../providers/wire/json.ts'
import type { ChatRequest } from './face.ts'
import { withoutFailedMarks } from './failed-results.ts'
import { plainContent } from './history/plain-content.ts'
import { thinkingAsEffort } from './thinking-as-effort.ts'

export function plainChat(body: JsonObject): ChatRequest {
  const thought = withoutFailedMarks(thinkingAsEffort(body))
  const { top_k: topK = null, cache_control: _, messages, tools, ...others } = thought.body
  const plain: Record<string, Json> = { ...others }
  if (isList(messages)) plain['messages'] = plainMessages(messages)
  if (isList(tools)) plain['tools'] = tools.map(unmarked)
  return { body: plain, dropped: topK === null ? thought.dropped : [...thought.dropped, 'top_k'] }
}

/** `cache_control` is only a hint, so it is removed without being reported. */
function unmarked(value: Json): Json {
  if (!isObject(value)) return value
  const { cache_control: _, ...others } = value
  return others
}

function plainMessages(messages: readonly Json[]): readonly Json[] {
  const plain: Json[] = []
  // Non-text content of tool results, until after the last consecutive one: nothing may appear between them.
  let shown: JsonObject[] = []
  const show = (): void => {
    if (shown.length > 0) plain.push({ role: 'user', content: shown })
    shown = []
  }
  for (const message of messages) {
    if (!isObject(message)) continue
    const { content_blocks: _, content = null, ...others } = message
    const parts = isList(content) ? asList(content).map(unmarked).filter(isObject) : undefined
    if (message['role'] !== 'tool') {
      show()
      if (saysAnything(message)) plain.push({ ...others, content: parts ? plainContent(parts) : content })
    } else {
      const texts = parts?.filter(part => part['type'] === 'text')
      shown.push(...(parts ?? []).filter(part => part['type'] !== 'text'))
      plain.push({ ...others, content: texts ? resultText(texts) : content })
    }
  }
  show()
  return plain
}

/** A message of opaque blocks alone has no content for another provider. */
const saysAnything = ({ role, content = null, tool_calls: calls }: JsonObject): boolean =>
  role !== 'assistant' || asList(calls).length > 0 || (content !== null && content !== '')

/** A result that consists of images only is empty: they are in the message after it. */
const resultText = (texts: readonly JsonObject[]): Json => (texts.length === 0 ? '' : plainContent(texts))

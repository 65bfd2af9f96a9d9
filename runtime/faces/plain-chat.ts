// A chat as faces write it → a chat in the vendor's schema and nothing else, for providers without a dialect of their
// own: they refuse words that they do not know. Adapters get the chat as it is.
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

/** Marks for the cache are advice, and go without a word. */
function unmarked(value: Json): Json {
  if (!isObject(value)) return value
  const { cache_control: _, ...others } = value
  return others
}

function plainMessages(messages: readonly Json[]): readonly Json[] {
  const plain: Json[] = []
  // What results of tools hold besides text, until the last of their row: nothing may stand between them.
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

/** A message that was opaque blocks alone says nothing to another provider. */
const saysAnything = ({ role, content = null, tool_calls: calls }: JsonObject): boolean =>
  role !== 'assistant' || asList(calls).length > 0 || (content !== null && content !== '')

/** A result that is images alone is told by the message behind it. */
const resultText = (texts: readonly JsonObject[]): Json => (texts.length === 0 ? '' : plainContent(texts))

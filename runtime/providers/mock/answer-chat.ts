// The mock's answer to a chat: text or tool calls, derived from the request and the model name only.
import type { JsonObject } from '../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText, isObject } from '../../../schemas/values/json.ts'
import type { ToolCall } from '../../wire/chat.ts'
import { contentText } from '../../wire/content.ts'
import type { FinishReason } from '../../wire/finish-reason.ts'
import type { Behaviour } from './behaviour.ts'
import { sampleFromSchema } from './sample-from-schema.ts'
import { endText, lorem } from './words.ts'

export interface ChatAnswer {
  /** Null if the answer consists of tool calls. */
  readonly text: string | null
  readonly toolCalls: readonly ToolCall[]
  readonly finish: FinishReason
}

/** `mark` ties the tool call ids to this request. */
export function answerChat(body: JsonObject, behaviour: Behaviour, mark: string): ChatAnswer {
  const calls = behaviour.kind === 'tools' ? toolCalls(body, mark) : []
  if (calls.length > 0) return { text: null, toolCalls: calls, finish: 'tool_calls' }
  return endAnswer(textAnswer(body, behaviour), body)
}

function textAnswer(body: JsonObject, behaviour: Behaviour): string {
  if (behaviour.kind === 'lorem') return lorem(behaviour.wordCount)
  const messages = asList(body['messages']).filter(isObject)
  const last = messages.at(-1)
  // After a tool has run, its result is the answer, so that a tool loop terminates.
  const source = last?.['role'] === 'tool' ? last : messages.findLast(message => message['role'] === 'user')
  const text = contentText(source?.['content'])
  return behaviour.kind === 'json' ? jsonAnswer(body, text) : text
}

function jsonAnswer(body: JsonObject, text: string): string {
  const schema = asObject(asObject(body['response_format'])['json_schema'])['schema']
  return JSON.stringify(schema === undefined ? { echo: text } : sampleFromSchema(schema))
}

/**
 * One call of the first tool, or of the first two where parallel calls are allowed; none where the choice forbids
 * it.
 */
function toolCalls(body: JsonObject, mark: string): readonly ToolCall[] {
  const choice = body['tool_choice']
  const last = asObject(asList(body['messages']).at(-1))
  if (choice === 'none' || last['role'] === 'tool') return []
  const requestedName = asText(asObject(asObject(choice)['function'])['name'])
  const offered = asList(body['tools'])
    .map(tool => asObject(asObject(tool)['function']))
    .filter(
      tool =>
        typeof tool['name'] === 'string' && (requestedName === undefined || tool['name'] === requestedName),
    )
  const limit = body['parallel_tool_calls'] === false ? 1 : 2
  return offered.slice(0, limit).map((tool, index) => ({
    id: `call_${mark}_${index}`,
    name: asText(tool['name']) ?? '',
    arguments: JSON.stringify(sampleFromSchema(tool['parameters'] ?? { type: 'object' })),
  }))
}

function endAnswer(text: string, body: JsonObject): ChatAnswer {
  const limit = asCount(body['max_completion_tokens']) ?? asCount(body['max_tokens'])
  return { ...endText(text, body['stop'], limit), toolCalls: [] }
}

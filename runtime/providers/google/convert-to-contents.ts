// OpenAI messages → `systemInstruction` and `contents`. Leading system and developer messages become the
// instruction; later ones become user text in place, because the dialect has only two roles.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { instructionsAtHead } from '../wire/history.ts'
import { isList, isObject } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { convertAnswer } from './convert-answer.ts'
import { convertContent } from './convert-content.ts'
import { beginCallHistory, type CallHistory, convertResult } from './convert-result.ts'
import { mergeTurns, type Turn } from './merge-turns.ts'

export interface Conversation {
  readonly systemInstruction: JsonObject | undefined
  readonly contents: readonly JsonObject[]
}

export function convertToContents(messages: Json | undefined, model: string, report: Report): Conversation {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { systemInstruction: undefined, contents: [] }
  }
  const head = instructionsAtHead(messages)
  const instructions = messages
    .slice(0, head)
    .flatMap((message, index) =>
      isObject(message) ? convertContent(message['content'], `messages[${index}].content`, report) : [],
    )
  const history = beginCallHistory()
  const turns = messages
    .slice(head)
    .map((message, index) => turnOf(message, `messages[${head + index}]`, model, history, report))
  return {
    systemInstruction: instructions.length === 0 ? undefined : { parts: instructions },
    contents: mergeTurns(turns),
  }
}

function turnOf(message: Json, at: string, model: string, history: CallHistory, report: Report): Turn {
  const nothing: Turn = { kind: 'user', parts: [] }
  if (!isObject(message)) {
    report(`${at} must be an object.`, at)
    return nothing
  }
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { kind: 'user', parts: convertContent(message['content'], `${at}.content`, report) }
    case 'assistant':
      return { kind: 'model', parts: convertAnswer(message, at, model, history, report) }
    case 'tool':
      return convertResult(message, at, history, report)
    default:
      report(`${at}.role is not supported by this provider.`, `${at}.role`)
      return nothing
  }
}

// OpenAI messages → `systemInstruction` and `contents`. System and developer messages become the
// instruction, at any position, because the dialect has only two roles.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asObject, isList, isObject } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { divideHistory, type PlacedMessage, reportStoredAudio } from '../../wire/history.ts'
import { convertAssistantTurn } from './convert-assistant-turn.ts'
import { convertContent } from './convert-content.ts'
import { type CallHistory, convertToolResult, createCallHistory } from './convert-tool-result.ts'
import { mergeTurns, type Turn } from './merge-turns.ts'

export interface ConvertedContents {
  readonly systemInstruction: JsonObject | undefined
  readonly contents: readonly JsonObject[]
}

export function convertToContents(
  messages: Json | undefined,
  model: string,
  report: ReportConversionError,
): ConvertedContents {
  if (!isList(messages) || messages.length === 0) {
    report('messages must be a non-empty array.', 'messages')
    return { systemInstruction: undefined, contents: [] }
  }
  const divided = divideHistory(messages)
  const instructions = divided.instructions.flatMap(({ message, path }) =>
    convertContent(asObject(message)['content'], `${path}.content`, report),
  )
  const history = createCallHistory()
  const turns = divided.turns.map(turn => turnOf(turn, model, history, report))
  return {
    systemInstruction: instructions.length === 0 ? undefined : { parts: instructions },
    contents: mergeTurns(turns),
  }
}

function turnOf(
  { message, path }: PlacedMessage,
  model: string,
  history: CallHistory,
  report: ReportConversionError,
): Turn {
  const emptyTurn: Turn = { kind: 'user', parts: [] }
  if (!isObject(message)) {
    report(`${path} must be an object.`, path)
    return emptyTurn
  }
  switch (message['role']) {
    case 'user':
    case 'system':
    case 'developer':
      return { kind: 'user', parts: convertContent(message['content'], `${path}.content`, report) }
    case 'assistant':
      reportStoredAudio(message, path, report)
      return { kind: 'model', parts: convertAssistantTurn(message, path, model, history, report) }
    case 'tool':
      return convertToolResult(message, path, history, report)
    default:
      report(`${path}.role is not supported by this provider.`, `${path}.role`)
      return emptyTurn
  }
}

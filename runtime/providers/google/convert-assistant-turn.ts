// An assistant message of the history → parts of a model turn. Native blocks of a non-strict reply go back in their
// order; whatever they lack is added.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, asText, isObject, present } from '../../../schemas/values/json.ts'
import type { ReportConversionError } from '../../wire/conversion-errors.ts'
import { callArguments } from '../../wire/history.ts'
import { convertContent } from './convert-content.ts'
import { type CallHistory, recordCall } from './convert-tool-result.ts'
import { toNativeParts } from './native-blocks.ts'
import { readSignature, signCalls, signMessage } from './thought-signatures.ts'

export function convertAssistantTurn(
  message: JsonObject,
  path: string,
  model: string,
  history: CallHistory,
  report: ReportConversionError,
): readonly JsonObject[] {
  const nativeParts = asList(message['content_blocks']).filter(isObject).flatMap(toNativeParts)
  const hasText = nativeParts.some(part => part['text'] !== undefined)
  const content = hasText
    ? []
    : convertContent(message['content'] ?? message['refusal'], `${path}.content`, report)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    convertCall(call, `${path}.tool_calls[${index}]`, history, report),
  )
  return signCalls(signMessage([...nativeParts, ...content, ...calls], readSignature(message)), model)
}

function convertCall(
  call: Json,
  path: string,
  history: CallHistory,
  report: ReportConversionError,
): readonly JsonObject[] {
  const called = asObject(isObject(call) ? call['function'] : undefined)
  const name = asText(called['name'])
  if (!isObject(call) || name === undefined) {
    report(`${path} must be a function call with a name.`, path)
    return []
  }
  recordCall(call['id'], name, history)
  const args = callArguments(called['arguments'])
  if (args === undefined) {
    report(`${path}.function.arguments must be a JSON object.`, `${path}.function.arguments`)
    return []
  }
  return [present({ functionCall: { name, args }, thoughtSignature: readSignature(call) })]
}

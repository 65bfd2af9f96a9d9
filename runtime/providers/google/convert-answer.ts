// An assistant message of the history → parts of a model turn. Native blocks of a non-strict reply go back in their
// order; whatever they lack is added.
import type { Json, JsonObject } from '../../../compiler/source.ts'
import { callArguments } from '../wire/history.ts'
import { asList, asObject, asText, isObject, present } from '../wire/json.ts'
import type { Report } from '../wire/report.ts'
import { convertContent } from './convert-content.ts'
import { type CallHistory, rememberCall } from './convert-result.ts'
import { partsOf } from './own-blocks.ts'
import { carriedSignature, signCalls, signMessage } from './signatures.ts'

export function convertAnswer(
  message: JsonObject,
  at: string,
  model: string,
  history: CallHistory,
  report: Report,
): readonly JsonObject[] {
  const kept = asList(message['content_blocks']).filter(isObject).flatMap(partsOf)
  const hasText = kept.some(part => part['text'] !== undefined)
  const content = hasText
    ? []
    : convertContent(message['content'] ?? message['refusal'], `${at}.content`, report)
  const calls = asList(message['tool_calls']).flatMap((call, index) =>
    convertCall(call, `${at}.tool_calls[${index}]`, history, report),
  )
  return signCalls(signMessage([...kept, ...content, ...calls], carriedSignature(message)), model)
}

function convertCall(call: Json, at: string, history: CallHistory, report: Report): readonly JsonObject[] {
  const called = asObject(isObject(call) ? call['function'] : undefined)
  const name = asText(called['name'])
  if (!isObject(call) || name === undefined) {
    report(`${at} must be a function call with a name.`, at)
    return []
  }
  rememberCall(call['id'], name, history)
  const args = callArguments(called['arguments'])
  if (args === undefined) {
    report(`${at}.function.arguments must be a JSON object.`, `${at}.function.arguments`)
    return []
  }
  return [present({ functionCall: { name, args }, thoughtSignature: carriedSignature(call) })]
}
